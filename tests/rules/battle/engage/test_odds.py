"""The odds of a planned engage: exact, and what the rules then do."""

from collections import Counter
from itertools import product

import pytest

from protocol.ids import UnitId
from protocol.previews import Chances, EngageOdds
from server.rules.battle.engage.odds import Dealt
from tests.scene import Scene, foe, hero


def odds(scene: Scene, target: str, *more: str, form: str = "light-weapon") -> EngageOdds:
    dice = tuple(f"die:{die}" for die in scene.mat("a1").row)
    picks = (f"form:{form}", *((f"target:{target}",) if target else ()), *more, *dice)
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    return found


def drawn(chip: str, row: list[str], *, hp: int = 3, form: str = "light-weapon") -> Scene:
    return Scene(hero(row=row, form=form), foe("e1", chip, at=(0, 0), hp=hp))


def played(chip: str, row: list[str], hp: int) -> tuple[Counter[int], int]:
    """The HP lost over all ways the dice can fall, played out: every result that can be is
    resolved in the order of the plan, offers are passed."""
    lost: Counter[int] = Counter()
    for faces in product(range(6), repeat=len(row)):
        scene = drawn(chip, row, hp=hp)
        scene.rolls(*faces).engage("a1", "e1", row)
        while scene.play.state.turn is not None and scene.mat("a1").rolled:
            (asked,) = [q for q in scene.questions if q.about == "e1" or "engage" in q.why][:1]
            can = [key for key in scene.offered(asked.why) if key in scene.mat("a1").rolled]
            scene.answer(asked.why, *can) if can else scene.default()
        lost[hp - scene.hp("e1")] += 1
    return lost, sum(lost.values())


def chance_of(found: Chances) -> dict[int, int]:
    return dict(zip(found.points, found.ways, strict=True))


@pytest.mark.parametrize("chip", ["skeever-pup", "high-elf-bandit"])
@pytest.mark.parametrize("row", [["combat"], ["combat", "combat"], ["shield-discipline", "combat"]])
def test_the_odds_are_what_playing_every_roll_gives(chip: str, row: list[str]) -> None:
    """Two ways of computing agree: adding up single dice, and playing every roll of all of them.
    The bandit's Dodge prevents 1 for each die that deals no damage."""
    found = odds(drawn(chip, row), "e1")
    lost, ways = played(chip, row, hp=3)
    assert (chance_of(found.lost), found.lost.of) == (dict(lost), ways)
    assert found.defeats == lost[3]


FAR, NEAR = (4, 0), (1, 0)


def seen_from(at: tuple[int, int], *more: str) -> EngageOdds:
    scene = Scene(hero(at=at, row=["shield-discipline", "combat"]), foe("e1", at=(0, 0), hp=3))
    return odds(scene, "e1", *more)


def test_the_odds_from_another_hex_are_those_of_standing_there() -> None:
    """Given somebody out of reach of an enemy, then the odds from a hex beside it can be asked."""
    assert seen_from(FAR) != seen_from(NEAR)
    assert seen_from(FAR, "hex:1,0") == seen_from(NEAR)


@pytest.mark.parametrize("pick", ["hex:0,0", "hex:90,90", "hex:", "hex:1,0,0", "hex:nowhere"])
def test_a_hex_that_is_taken_or_not_there_moves_nobody(pick: str) -> None:
    assert seen_from(FAR, pick) == seen_from(FAR)


def test_each_die_says_what_its_faces_do() -> None:
    found = odds(drawn("skeever-pup", ["combat"]), "e1")
    (die,) = found.dice
    assert (die.name, [(r.faces, r.damage) for r in die.results]) == (
        "Combat",
        [(1, 0), (4, 1), (1, 2)],
    )
    assert die.results[0].text == "+1 tenacity"


def test_defense_is_taken_off_and_explained() -> None:
    """Given a target with defense 1, then 1 damage costs no HP, and the defense says why."""
    scene = Scene(hero(row=["combat"]), foe("e1", "skeever-pup", at=(0, 0), defense=1))
    found = odds(scene, "e1")
    assert chance_of(found.dealt) == {0: 1, 1: 4, 2: 1}
    assert chance_of(found.lost) == {0: 5, 1: 1}
    assert found.why == "1 = 1 printed"


def test_the_targets_skills_are_told() -> None:
    found = odds(drawn("high-elf-bandit", ["combat"]), "e1")
    assert found.skills == ("Dodge: When engaged, prevents 1 for each die that deals no damage.",)


def test_in_another_form_the_same_dice_do_something_else() -> None:
    """In defensive form a Combat die deals nothing."""
    found = odds(drawn("skeever-pup", ["combat"]), "", form="defensive")
    assert chance_of(found.dealt) == {0: 6}
    assert "slot" in found.dice[0].results[1].text


def test_maim_halves_the_combat_dice() -> None:
    """Given a maimed adventurer, when 3 Combat dice total 3, then 1 damage is dealt."""
    scene = Scene(
        hero(row=["combat", "combat", "combat"], track=["maim"]),
        foe("e1", "skeever-pup", at=(0, 0), hp=9),
    )
    assert max(odds(scene, "e1").dealt.points) == 3


def test_nothing_enters_the_battle() -> None:
    """Asking changes neither state nor log nor open questions, and rolls nothing."""
    scene = drawn("skeever-pup", ["combat"])
    before = scene.state, scene.play.at, scene.play.questions
    odds(scene, "e1")
    assert (scene.state, scene.play.at, scene.play.questions) == before


def test_picks_of_what_is_not_there_are_left_out() -> None:
    """A plan of an old view, or of a forger: unknown dice and targets count for nothing."""
    scene = drawn("skeever-pup", ["combat"])
    picks = ("form:none", "target:e9", "die:a1.combat.77", "weapon:x", "nonsense", "target:")
    found = scene.play.ruleset.preview(scene.state, "engage", UnitId("a1"), picks)
    assert isinstance(found, EngageOdds)
    assert (found.target, found.dice, found.defeats) == ("", (), 0)


@pytest.mark.parametrize("unit", ["", "a9", "e9"])
def test_about_who_is_not_there_nothing_is_told(unit: str) -> None:
    scene = drawn("skeever-pup", ["combat"])
    assert scene.play.ruleset.preview(scene.state, "engage", UnitId(unit), ()) is None


def test_points_are_all_that_is_dealt_before_prevention() -> None:
    assert Dealt(combat=1, other=20, true=300, dice=7, at_once=4000, ignored=9).points == 4321
