from typing import Any

import pytest

from protocol.ids import UnitId
from server.rules.battle.kernel.state import MapStatus
from server.rules.battle.map import targeting
from server.rules.battle.movement import move
from tests.rules.battle.running import running
from tests.rules.content.classes.cards import won_with_its_round
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule


def nightblade(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {"race": "khajiit", "cls": "nightblade", "tenacity": 5, **figures}
    return hero(**drawn)


def beside(name: str = "e1", **figures: Any) -> Foe:
    drawn: dict[str, Any] = {"at": (0, 0), "health": 9, "hp": 9, "skills": (), **figures}
    return foe(name, **drawn)


def turn_of(*foes: Foe, **figures: Any) -> Scene:
    return Scene(nightblade(**figures), *foes, foe("e9", at=(-4, 0), skills=()))


def revealed(**figures: Any) -> Scene:
    """A blow out of Stealth has just landed."""
    scene = turn_of(beside(), row=["combat"], track=["stealth"], **figures)
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("CLS-2", "STS-10")
def test_when_stealth_leaves_with_a_blow_a_nightblade_may_move() -> None:
    scene = revealed().answer("status_lost", "slip_away").answer("nightblade.move", "2,-1")
    assert (scene.unit("a1").at, scene.track("a1")) == ((2, -1), ["combat"])


def test_that_move_is_four_hexes() -> None:
    scene = revealed().answer("status_lost", "slip_away")
    assert scene.asked("nightblade.move").shape.budget == 4  # type: ignore[union-attr]


@rule("CLS-17")
def test_the_move_out_of_stealth_may_be_declined() -> None:
    assert revealed().passes("status_lost").unit("a1").at == (1, -1)


def test_a_master_heals_one_and_is_placed_up_to_four_hexes_away() -> None:
    scene = revealed(master=True, hp=3).answer("status_lost", "fade_away")
    assert "-3,-1" in scene.offered("nightblade.hex")
    assert "-4,-1" not in scene.offered("nightblade.hex")
    scene.answer("nightblade.hex", "-3,-1")
    assert (scene.hp("a1"), scene.unit("a1").at) == (4, (-3, -1))


def test_recovering_stealth_counts_as_its_leaving() -> None:
    scene = Scene(
        hero("a1", race="nord", at=(3, -1)),
        nightblade(name="a2", at=(1, 1), track=["stealth"], cooldown=1),
        foe("e1", at=(-4, 0), skills=()),
    )
    scene.end_turn().answer("status_lost", "slip_away")
    scene.asked("nightblade.move")


def test_stealth_that_a_full_track_pushes_out_has_left_too() -> None:
    scene = Scene(
        nightblade(form="light-weapon", track=["LF"] * 12 + ["stealth"], tenacity=3),
        beside(),
    )
    scene.answer("turn.act", "soul-shred")
    assert scene.track("a1") == ["LF"] * 12 + ["OF"]
    scene.asked("status_lost")


def shaded(victim: str, *, hidden: bool = True) -> Scene:
    """An enemy is about to damage the Nightblade or its friend."""
    at = {"a1": (1, -1), "a2": (-2, 2)}[victim]
    scene = Scene(
        nightblade(tenacity=1, track=["stealth"] if hidden else []),
        hero("a2", race="nord", at=(-2, 2)),
        foe("e1", at=(at[0] + 1, at[1] - 1), combat=1, skills=("detection",)),
        turn=None,
    )
    return scene.rolls("enemy:2")


@rule("CLS-5")
@pytest.mark.parametrize("victim", ["a1", "a2"])
def test_summon_shade_spends_stealth_to_prevent_a_party_members_damage(victim: str) -> None:
    scene = shaded(victim).answer("damage_coming", "summon-shade", by="a1")
    scene.passes("status_lost")
    assert (scene.hp(victim), scene.track("a1"), scene.mat("a1").tenacity) == (5, [], 0)


def test_without_stealth_there_is_no_shade() -> None:
    assert shaded("a2", hidden=False).hp("a2") == 3


@rule("DMG-7")
def test_a_shade_does_not_stop_true_damage() -> None:
    scene = Scene(
        nightblade(tenacity=1, track=["stealth"]),
        foe("e1", at=(0, 0), combat=1, skills=("detection", "arcane")),
        turn=None,
    )
    assert scene.rolls("enemy:2").hp("a1") == 3


@pytest.mark.parametrize(("master", "left"), [(False, 3), (True, 4)])
def test_shadowy_disguise_drains_an_available_mage_die_for_stealth(master: bool, left: int) -> None:
    scene = turn_of(row=["combat", "calm-and-fury"], master=master)
    scene.answer("turn.act", "shadowy-disguise")
    assert (scene.drained("a1"), scene.track("a1")) == (["calm-and-fury"], ["stealth"])
    assert scene.mat("a1").tenacity == left


def test_shadowy_disguise_needs_an_available_mage_die() -> None:
    offered = turn_of(row=["combat"], track=["calm-and-fury"]).offered("turn.act")
    assert not any("disguise" in key for key in offered)


def strife(*stealth: str) -> Scene:
    scene = turn_of(
        beside(), beside("e2", at=(2, -1)), master=True, track=["stealth"], form="magic"
    )
    scene.answer("turn.act", "strife").answer("strife.stealth", *stealth)
    return scene


def test_strife_hits_two_adjacent_enemies_and_stealth_may_stay() -> None:
    scene = strife("stay")
    assert (scene.hp("e1"), scene.hp("e2"), scene.track("a1")) == (8, 8, ["stealth"])


def test_strife_may_end_stealth_for_what_follows_from_that() -> None:
    scene = strife("leave").passes("status_lost")
    assert (scene.hp("e1"), scene.hp("e2"), scene.track("a1")) == (8, 8, [])


def test_a_novice_has_no_strife() -> None:
    assert not any("strife" in key for key in turn_of(beside()).offered("turn.act"))


def test_soul_shred_dazes_all_around_and_heals_for_each() -> None:
    scene = turn_of(
        beside(),
        beside("e2", at=(2, -1), statuses=("daze",)),
        beside("e3", at=(1, 0)),
        form="magic",
        hp=1,
    )
    scene.answer("turn.act", "soul-shred")
    assert [scene.unit(f"e{n}").statuses for n in (1, 2, 3)] == [("daze",)] * 3
    assert scene.hp("a1") == 3


def test_a_masters_soul_shred_heals_any_party_member() -> None:
    scene = Scene(
        nightblade(form="magic", master=True),
        hero("a2", race="nord", at=(-3, 0), hp=1),
        beside(),
    )
    scene.answer("turn.act", "soul-shred")
    assert scene.hp("a2") == 2


@rule("STS-4")
def test_soul_shred_passes_quest_units_by() -> None:
    scene = turn_of(beside(), beside("e2", at=(2, -1), kind="quest"), form="magic", hp=1)
    scene.answer("turn.act", "soul-shred")
    assert (scene.unit("e2").statuses, scene.hp("a1")) == ((), 2)


def terror(*, master: bool = False, foes: tuple[Foe, ...] = ()) -> Scene:
    scene = turn_of(*foes, form="magic", master=master, stamina=2)
    scene.answer("turn.act", "manifestation-of-terror")
    return scene.answer("manifestation-of-terror", "2,-1")


def test_manifestation_of_terror_waits_in_a_hex_for_the_first_who_enters() -> None:
    scene = terror()
    assert (scene.state.laid, scene.state.supply["status"]) == ({"2,-1": (MapStatus("fear"),)}, 11)
    scene.move((2, -1))
    assert (scene.state.laid, scene.track("a1")) == ({}, ["fear"])


def test_a_masters_terror_frightens_enemies_alone() -> None:
    scene = terror(master=True).move((2, -1), (3, -1))
    assert (scene.state.laid, scene.track("a1")) == ({"2,-1": (MapStatus("fear", "enemy"),)}, [])


@pytest.mark.parametrize("master", [False, True])
def test_an_enemy_that_moves_in_gains_fear(master: bool) -> None:
    corridor = tuple((q, 0) for q in range(-4, 5))
    scene = Scene(
        nightblade(form="magic", at=(0, 0), master=master),
        foe("e1", at=(3, 0), combat=0, skills=()),
        tiles={"clash": corridor},
    )
    scene.answer("turn.act", "manifestation-of-terror")
    scene.answer("manifestation-of-terror", "1,0").end_turn().default()
    assert (scene.unit("e1").at, scene.unit("e1").statuses) == ((1, 0), ("fear",))
    assert scene.state.laid == {}


def test_fear_that_nobody_took_up_goes_back_with_the_battle() -> None:
    quiet = foe("e1", at=(-4, 0), combat=0, range=9, skills=())
    scene = Scene(nightblade(form="magic"), quiet, cards=won_with_its_round())
    scene.answer("turn.act", "manifestation-of-terror")
    scene.answer("manifestation-of-terror", "2,-1").end_turn().default()
    assert (scene.state.phase, scene.state.laid) == ("over", {})
    assert scene.state.supply["status"] == 12


@rule("TRM-2")
def test_being_placed_in_its_hex_is_not_entering_it() -> None:
    scene = terror()
    battle = running(scene, scene.state)
    move.place(battle, UnitId("a1"), (2, -1))
    assert battle.state.laid == {"2,-1": (MapStatus("fear"),)}


def watched(*, tenacity: int, master: bool, stealth: bool = True) -> list[str]:
    """Whom an adjacent enemy with Detection can target."""
    scene = Scene(
        nightblade(tenacity=tenacity, master=master, track=["stealth"] if stealth else []),
        foe("e1", at=(0, 0), skills=("detection",)),
    )
    return [unit.id for unit in targeting.targets(running(scene), UnitId("e1"))]


@rule("CLS-4")
@pytest.mark.parametrize(
    ("tenacity", "master", "targets"),
    [(5, False, []), (4, False, ["a1"]), (4, True, []), (3, True, ["a1"])],
)
def test_consuming_darkness_makes_who_is_in_stealth_no_target_at_all(
    tenacity: int, master: bool, targets: list[str]
) -> None:
    """Neither Detection nor having stood next to it helps an enemy."""
    assert watched(tenacity=tenacity, master=master) == targets


def test_consuming_darkness_does_nothing_without_stealth() -> None:
    assert watched(tenacity=5, master=False, stealth=False) == ["a1"]


def looked_for(skill: str = "detection", *, stealth: bool = True, combat: int = 1) -> Scene:
    """An enemy's turn begins beside a Nightblade, and a friend stands farther away."""
    return Scene(
        nightblade(track=["stealth"] if stealth else []),
        hero("a2", race="imperial", at=(0, 2)),
        foe("e1", at=(0, 0), skills=(skill,), combat=combat),
        turn=None,
    )


@rule("CLS-17")
@pytest.mark.parametrize("seen", [True, False])
def test_consuming_darkness_may_be_left_out_for_an_enemy_with_detection(seen: bool) -> None:
    """Given a friend in reach as well, then the enemy engages whom it sees."""
    scene = looked_for().rolls("enemy:1")
    if seen:
        scene.answer("turn_starts", "step_forward")
    else:
        scene.passes("turn_starts")
    scene.default(perhaps="damage_coming")
    assert (scene.hp("a1") < scene.hp("a2")) is seen


@pytest.mark.parametrize(("skill", "stealth"), [("dodge", True), ("detection", False)])
def test_nobody_asks_where_no_detection_looks_or_nobody_hides(skill: str, stealth: bool) -> None:
    scene = looked_for(skill, stealth=stealth, combat=0)
    assert "turn_starts" not in [question.why for question in scene.questions]


def killing(*, track: list[str], **figures: Any) -> Scene:
    scene = turn_of(beside(hp=1, **figures), row=["combat"], track=track)
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


@rule("CLS-1", "CLS-20")
@pytest.mark.parametrize("figures", [{"level": 10}, {"level": 20}, {"kind": "quest"}])
def test_a_mighty_enemy_struck_down_out_of_stealth_makes_a_master(figures: dict[str, Any]) -> None:
    """In the middle of the battle, at once."""
    scene = killing(track=["stealth"], **figures).passes("status_lost")
    scene.answer("damage_dealt", "promotion")
    assert scene.mat("a1").master


@rule("CLS-20")
def test_a_promotion_that_was_earned_may_be_taken_later() -> None:
    scene = killing(track=["stealth"], level=10).passes("status_lost").passes("damage_dealt")
    assert not scene.mat("a1").master
    scene.answer("anytime", "promotion")
    assert scene.mat("a1").master


@pytest.mark.parametrize(("track", "level"), [([], 10), (["stealth"], 5)])
def test_a_lesser_enemy_or_a_blow_in_the_open_makes_no_master(track: list[str], level: int) -> None:
    scene = killing(track=track, level=level)
    if track:
        scene.passes("status_lost")
    assert scene.unit("e1").fate == "defeated"
    assert all(question.why not in ("anytime", "damage_dealt") for question in scene.questions)


@rule("STS-10")
def test_stealth_is_over_before_what_answers_a_defeat_but_the_nightblade_moves_after_it() -> None:
    scene = killing(track=["stealth"])
    assert scene.unit("e1").fate == "defeated"
    scene.asked("status_lost")
