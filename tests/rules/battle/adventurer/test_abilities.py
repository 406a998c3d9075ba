"""Abilities bought with tenacity (p25, p61), whoever offers them."""

from dataclasses import replace

import pytest

from protocol.battle import ActionTaken, NamedReason
from protocol.ids import UnitId
from server.rules.battle.adventurer import tenacity
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.effects import Enduring, hook, modifier, my
from server.rules.battle.components.printed import Side
from server.rules.battle.damage.hit_points import gain_bonus
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Form
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import Refused, Scene, foe, hero

rule = pytest.mark.rule
FAR = foe("e1", at=(-4, 0), skills=())


def offered(scene: Scene) -> list[str]:
    return [key for key in scene.offered("turn.act") if key.startswith("use:")]


@rule("JB-14")
def test_we_018_without_a_class_there_is_no_class_ability() -> None:
    """WE-018 (p62)."""
    scene = Scene(hero(tenacity=5, hp=1, track=["combat"]), FAR)
    assert offered(scene) == []
    with pytest.raises(Refused):
        scene.answer("turn.act", "use:sorcerer:power-surge")
    scene.end_turn()
    assert scene.mat("a1").tenacity == 5


@rule("CLS-3", "CLS-15")
def test_each_ability_is_used_once_a_turn_and_different_ones_together() -> None:
    scene = Scene(hero(cls="acrobat", tenacity=5, cooldown=1, hp=4), FAR)
    scene.answer("turn.act", "rousing-speed").passes("rousing-speed")
    assert "use:acrobat:rousing-speed" not in offered(scene)
    scene.answer("turn.act", "quick-recovery")
    assert "use:acrobat:quick-recovery" not in offered(scene)


@rule("CLS-3")
def test_an_ability_can_be_used_again_in_the_next_turn() -> None:
    scene = Scene(
        hero("a1", cls="acrobat", tenacity=5, cooldown=1, race="orc"), hero("a2", at=(3, -1)), FAR
    )
    scene.answer("turn.act", "rousing-speed").passes("rousing-speed").end_turn()
    scene.answer("turn_over", "swift_warrior")
    assert "use:acrobat:rousing-speed" in offered(scene)


@rule("CLS-7", "CLS-10")
def test_an_ability_that_costs_more_than_there_is_is_not_offered() -> None:
    scene = Scene(hero(cls="acrobat", tenacity=2, cooldown=1), FAR)
    assert offered(scene) == ["use:acrobat:rousing-speed", "use:acrobat:arcane-alacrity"]
    scene.answer("turn.act", "rousing-speed").passes("rousing-speed")
    assert scene.mat("a1").tenacity == 1


@rule("CLS-8", "CLS-9")
def test_an_ability_of_another_form_changes_the_form_for_one_light_fatigue() -> None:
    scene = Scene(hero(cls="sorcerer", tenacity=4, form="light-weapon", track=["bane"]), FAR)
    scene.rolls(0).answer("turn.act", "unholy-knowledge")
    assert (scene.mat("a1").form, scene.track("a1")) == ("magic", ["bane", "LF"])
    assert scene.mat("a1").tenacity == 2


@rule("CLS-9")
def test_the_form_may_be_changed_with_an_ability_that_does_not_ask_for_it() -> None:
    """To begin the next turn in Magic form, say."""
    scene = Scene(hero(cls="sorcerer", tenacity=2, form="light-weapon", track=["combat"]), FAR)
    scene.answer("turn.reform", "use:sorcerer:power-surge:magic").answer("power-surge.pay", "1")
    assert (scene.mat("a1").form, scene.track("a1")) == ("magic", ["LF"])


@rule("CLS-9")
def test_without_spending_tenacity_no_change_of_form_is_offered() -> None:
    scene = Scene(hero(cls="sorcerer", tenacity=0, track=["combat"]), FAR)
    assert all(question.why != "turn.reform" for question in scene.questions)


@rule("CLS-16")
def test_an_interrupt_is_no_action() -> None:
    scene = Scene(
        hero(cls="acrobat", form="defensive", row=["combat"], tenacity=2),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "tumbling")
    assert {event.action for event in scene.events(ActionTaken)} == {"ability"}
    assert scene.state.turn is None or scene.state.turn.engages == 0


@rule("CLS-5")
def test_an_interrupt_is_finished_before_what_it_interrupts() -> None:
    """The damage that Tumbling prevents never costs HP."""
    scene = Scene(
        hero(cls="acrobat", form="defensive", row=["combat"], tenacity=2, hp=1),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "tumbling")
    assert (scene.hp("a1"), scene.unit("a1").fate) == (1, "")


@rule("CLS-18")
def test_an_ability_that_is_no_interrupt_waits_for_the_end_of_an_engage() -> None:
    scene = Scene(hero(cls="acrobat", tenacity=5, row=["combat"]), foe("e1", at=(0, 0)))
    scene.rolls("combat:1").engage("a1", "e1", ["combat"])
    assert {question.why for question in scene.questions} == {"engage.resolve"}


@rule("CLS-19", "ITM-13")
def test_clothing_lends_a_class_ability_even_to_somebody_without_a_class() -> None:
    scene = Scene(hero(tenacity=2, ready=["couriers-sandals"]), FAR)
    scene.answer("turn.act", "sandals").answer("couriers-sandals.move", "2,-1")
    assert (scene.unit("a1").at, scene.mat("a1").tenacity) == ((2, -1), 1)
    assert offered(scene) == []


@rule("CLS-11", "CLS-12")
def test_tenacity_goes_up_to_five() -> None:
    scene = Scene(hero(tenacity=3, ready=["bravil-melon-salad"]), FAR)
    scene.answer("turn.act", "melon")
    assert scene.mat("a1").tenacity == 5


@rule("CLS-13")
def test_a_tenacity_result_rewards_who_rolled_it() -> None:
    scene = Scene(
        hero("a1", row=["combat"]), hero("a2", at=(3, -1)), foe("e1", at=(0, 0), skills=())
    )
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (1, 0)


@rule("CLS-14")
def test_a_die_exhausted_unresolved_with_tenacity_up_rewards_nobody() -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), skills=()))
    scene.rolls("tenacity").engage("a1", "e1", ["combat"]).passes("engage.resolve")
    assert (scene.mat("a1").tenacity, scene.track("a1")) == (0, ["combat"])


@rule("CLS-6", "TIM-3")
def test_two_who_may_answer_one_moment_are_both_asked_and_whoever_acts_first_comes_first() -> None:
    scene = Scene(
        hero("a1", cls="acrobat", row=["combat"]),
        hero("a2", cls="healer", form="magic", master=True, tenacity=4, at=(3, -1)),
        hero("a3", cls="healer", form="magic", master=True, tenacity=4, at=(3, -2)),
        hero("a4", fate="defeated"),
        FAR,
    )
    asked = [question for question in scene.questions if question.why == "anytime"]
    assert [question.to for question in asked] == [("a2",), ("a3",)]
    scene.answer("anytime", "from-the-brink").answer("from-the-brink.hex", "0,0")
    assert (scene.mat("a2").tenacity, scene.mat("a3").tenacity) == (0, 4)
    assert all(question.why != "anytime" for question in scene.questions)


@hook(Moment.TURN_STARTS, "Resolve", when=my, forced=True)
def resolve(battle: Battle, me: Me, now: Happening) -> None:
    """1 bonus HP as each turn begins."""
    gain_bonus(battle, me.unit, 1, me.unit)


@modifier(Stat.DEFENSE, "Hardened")
def hardened(battle: Battle, me: Me, value: int) -> int:
    """1 defense more."""
    return value + 1


def lasting(*forms: Form) -> Catalogue:
    """An Acrobat with an enduring ability at 3 tenacity."""
    box = catalogue()
    ability = Enduring("resolve", "Resolve", 3, (resolve,), (hardened,), forms)
    sheet = replace(box.classes["acrobat"], novice=Side(enduring=(ability,)))
    return replace(box, classes={**box.classes, "acrobat": sheet})


def next_turn(tenacity: int, *, form: str = "magic", cards: Catalogue) -> Scene:
    """The hero's next turn has begun, after an enemy that does nothing."""
    drawn = hero(cls="acrobat", race="nord", tenacity=tenacity, form=form)
    quiet = foe("e1", at=(-4, 0), combat=0, skills=())
    return Scene(drawn, quiet, turn=None, cards=cards).default()


@rule("CLS-4")
@pytest.mark.parametrize(("tenacity", "works"), [(2, 0), (3, 1), (5, 1)])
def test_an_enduring_ability_works_for_nothing_at_its_tenacity_or_more(
    tenacity: int, works: int
) -> None:
    scene = next_turn(tenacity, cards=lasting())
    assert scene.unit("a1").bonus == works
    assert scene.mat("a1").tenacity == tenacity
    assert offered(scene) == []
    defense = running(scene, scene.state).value(UnitId("a1"), Stat.DEFENSE, 0)
    assert defense.value == works


@rule("CLS-4")
def test_an_enduring_ability_ends_as_tenacity_falls_and_is_back_as_it_rises() -> None:
    battle = running(Scene(hero(cls="acrobat", tenacity=3), FAR, cards=lasting()))
    seen = [battle.value(UnitId("a1"), Stat.DEFENSE, 0).value]
    for change in (tenacity.lose, tenacity.gain):
        change(battle, UnitId("a1"), 1, NamedReason("test"))
        seen.append(battle.value(UnitId("a1"), Stat.DEFENSE, 0).value)
    assert seen == [1, 0, 1]


@rule("CLS-4", "CLS-8")
@pytest.mark.parametrize(("form", "works"), [("magic", 1), ("defensive", 0)])
def test_an_enduring_ability_with_a_form_icon_works_in_that_form(form: str, works: int) -> None:
    assert next_turn(5, form=form, cards=lasting("magic")).unit("a1").bonus == works
