"""Equivalent options are not asked about: dice that nothing tells apart stand as one."""

from protocol.ids import NamedCode, SeatId
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.equivalent_options import distinct
from server.rules.battle.rules import BattleRules
from server.rules.engine.foresight import Foresight
from tests.scene import Scene, foe, hero


def offered(scene: Scene, dice: tuple[str, ...]) -> list[str]:
    """What is left of a choice among dice."""
    options = One(tuple(Option(die, "A die") for die in dice))
    question = Question(
        (SeatId("a1"),), NamedCode("which"), "Which one?", options, default=dice[-1:]
    )
    rules = BattleRules(scene.catalogue)
    battle = Foresight(rules, scene.state, rules.battle)
    left = distinct(battle.now().state, question)
    assert isinstance(left.shape, One)
    keys = [option.key for option in left.shape.options]
    assert set(left.default) <= set(keys)
    return keys


def test_dice_of_one_kind_are_one_choice() -> None:
    scene = Scene(
        hero(row=["combat", "shield-discipline", "combat"]), foe("e1", "spriggan", at=(0, 0))
    )
    assert offered(scene, scene.mat("a1").row) == ["a1.combat.1", "a1.shield-discipline.2"]


def test_dice_of_two_adventurers_are_two_choices() -> None:
    scene = Scene(
        hero("a1", row=["combat"]),
        hero("a2", at=(2, 0), row=["combat"]),
        foe("e1", "spriggan", at=(0, 0)),
    )
    assert len(offered(scene, scene.mat("a1").row + scene.mat("a2").row)) == 2


def test_where_all_are_equivalent_nothing_is_asked() -> None:
    """Given two dice that show tenacity, when Defiance rolls one of them again, then which one is
    not asked."""
    scene = Scene(
        hero(track=["defiance@defiance"], row=["combat", "combat"]),
        foe("e1", "spriggan", at=(0, 0), hp=9),
    )
    scene.rolls("tenacity", "tenacity", "combat:1").engage("a1", "e1", ["combat", "combat"])
    scene.answer("after_roll", "defy")
    assert [question.why for question in scene.questions] == ["engage.resolve"]


def test_in_the_track_the_place_counts() -> None:
    """Which of two equal dice comes out is a choice: the order behind it differs."""
    scene = Scene(hero(track=["combat", "LF", "combat"]), foe("e1", "spriggan", at=(3, 0)))
    dice = tuple(token for token in scene.mat("a1").track if token in scene.state.dice)
    assert len(offered(scene, dice)) == 2
