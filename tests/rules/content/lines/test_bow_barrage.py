"""Bow, the dice that build on a roll: Rapid Fire, Arrow Barrage, Scatter Shot."""

import pytest

from protocol.battle import DamageDealt
from tests.rules.content.lines.test_bow import SNIPE, archer
from tests.scene import Refused, Scene, foe

RAPID, BARRAGE, SCATTER = "rapid-fire", "arrow-barrage", "scatter-shot"


def test_rapid_fire_1_deals_2_damage_for_each_snipe_in_the_track() -> None:
    scene = Scene(archer(RAPID, track=[SNIPE, "LF", SNIPE, "combat"]), foe("e1", at=(0, 0), hp=9))
    scene.rolls("rapid-fire-1").engage("a1", "e1", [RAPID]).resolve(RAPID)
    assert scene.hp("e1") == 5
    assert scene.track("a1") == [SNIPE, "LF", SNIPE, "combat", RAPID]


def test_rapid_fire_does_not_count_a_snipe_of_its_own_engage() -> None:
    scene = Scene(archer(RAPID, SNIPE, track=[SNIPE]), foe("e1", at=(0, 0), hp=9))
    scene.rolls("rapid-fire-1", "snipe:1").engage("a1", "e1", [RAPID, SNIPE])
    scene.resolve(SNIPE, RAPID)
    assert scene.hp("e1") == 9 - 1 - 2


def test_rapid_fire_2_recovers_the_snipes_and_puts_light_fatigue_in_their_places() -> None:
    scene = Scene(archer(RAPID, track=[SNIPE, "combat", SNIPE]), foe("e1", at=(0, 0), hp=9))
    scene.rolls("rapid-fire-2").engage("a1", "e1", [RAPID]).resolve(RAPID)
    assert scene.hp("e1") == 5
    assert scene.track("a1") == ["LF", "combat", "LF", RAPID]
    assert scene.row("a1") == [SNIPE, SNIPE]
    assert [scene.state.dice[die].face for die in scene.mat("a1").row] == [-1, -1]
    assert scene.state.supply["LF"] == 18


def test_a_second_rapid_fire_finds_no_snipe_after_the_first_recovered_them() -> None:
    scene = Scene(archer(RAPID, RAPID, track=[SNIPE, SNIPE]), foe("e1", at=(0, 0), hp=9))
    scene.rolls("rapid-fire-2", "rapid-fire-2").engage("a1", "e1", [RAPID, RAPID])
    scene.resolve(RAPID, RAPID)
    assert scene.hp("e1") == 5
    assert scene.track("a1") == ["LF", "LF", RAPID, RAPID]


@pytest.mark.rule("LIM-4")
def test_rapid_fire_2_costs_overfatigue_where_the_light_fatigue_has_run_out() -> None:
    scene = Scene(archer(RAPID, track=[SNIPE, SNIPE]), foe("e1", at=(0, 0), hp=9), supply={"LF": 1})
    scene.rolls("rapid-fire-2").engage("a1", "e1", [RAPID]).resolve(RAPID)
    assert scene.track("a1") == ["LF", "OF", RAPID]


@pytest.mark.rule("LIM-5")
def test_rapid_fire_2_costs_true_damage_where_all_fatigue_has_run_out() -> None:
    scene = Scene(
        archer(RAPID, track=[SNIPE]), foe("e1", at=(0, 0), hp=9), supply={"LF": 0, "OF": 0}
    )
    scene.rolls("rapid-fire-2").engage("a1", "e1", [RAPID]).resolve(RAPID)
    assert scene.track("a1") == [RAPID]
    assert scene.row("a1") == [SNIPE]
    assert scene.hp("a1") == 4


@pytest.mark.rule("ENG-6")
def test_rapid_fire_recovers_nothing_without_a_target_to_damage() -> None:
    scene = Scene(archer(RAPID, track=[SNIPE]), foe("e1", at=(0, 0), hp=9))
    scene.rolls("rapid-fire-2").engage("a1", "", [RAPID])
    assert scene.questions[-1].why == "turn.act"
    assert scene.track("a1") == [SNIPE, RAPID]


def test_arrow_barrage_1_deals_2_damage_and_may_be_exhausted() -> None:
    scene = Scene(archer(BARRAGE), foe("e1", at=(0, 0), hp=9))
    scene.rolls("arrow-barrage-1").engage("a1", "e1", [BARRAGE]).resolve(BARRAGE)
    scene.answer("arrow-barrage.again", "stop")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == [BARRAGE]


@pytest.mark.rule("ENG-26")
def test_arrow_barrage_rolled_again_resolves_each_new_face_into_the_same_pool() -> None:
    scene = Scene(archer(BARRAGE), foe("e1", at=(0, 0), hp=9, defense=1))
    scene.rolls("arrow-barrage-1").engage("a1", "e1", [BARRAGE]).resolve(BARRAGE)
    scene.rolls("arrow-barrage-1").answer("arrow-barrage.again", "again")
    scene.rolls("tenacity").answer("arrow-barrage.again", "again").done()
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.taken) == (4, 3)
    assert scene.mat("a1").tenacity == 1
    assert scene.track("a1") == [BARRAGE]


def test_arrow_barrage_rolled_again_can_end_in_its_forced_result() -> None:
    scene = Scene(archer(BARRAGE), foe("e1", at=(0, 0), hp=9))
    scene.rolls("arrow-barrage-1").engage("a1", "e1", [BARRAGE]).resolve(BARRAGE)
    scene.rolls("arrow-barrage-2").answer("arrow-barrage.again", "again")
    scene.answer(BARRAGE, "damage")
    assert (scene.hp("a1"), scene.hp("e1")) == (3, 7)
    assert scene.track("a1") == [BARRAGE]


@pytest.mark.rule("ENG-16")
def test_arrow_barrage_2_may_not_be_left_unresolved() -> None:
    scene = Scene(archer(BARRAGE, SNIPE), foe("e1", at=(0, 0), hp=9))
    scene.rolls("arrow-barrage-2", "snipe:1").engage("a1", "e1", [BARRAGE, SNIPE])
    with pytest.raises(Refused):
        scene.passes("engage.resolve")
    assert scene.resolve(SNIPE).offered(BARRAGE) == ["damage", "drain"]


def test_arrow_barrage_2_drains_every_skill_die_of_the_roll() -> None:
    """Dice resolved earlier were rolled in this engage too; dice that were not are left alone."""
    scene = Scene(
        archer(BARRAGE, SNIPE, SNIPE, "vinedusk-training", "combat", stamina=4, track=["volley"]),
        foe("e1", at=(0, 0), hp=9),
    )
    scene.rolls("arrow-barrage-2", "snipe:1", "snipe:1", "vinedusk-training")
    scene.engage("a1", "e1", [BARRAGE, SNIPE, SNIPE, "vinedusk-training"])
    scene.resolve(SNIPE, "vinedusk-training", BARRAGE).answer(BARRAGE, "drain")
    assert sorted(scene.drained("a1")) == [BARRAGE, SNIPE, SNIPE, "vinedusk-training"]
    assert (scene.track("a1"), scene.active("a1"), scene.row("a1")) == (["volley"], [], ["combat"])
    assert (scene.hp("a1"), scene.hp("e1")) == (5, 8)


@pytest.mark.rule("DMG-7")
def test_arrow_barrage_2_may_be_suffered_as_2_true_damage() -> None:
    scene = Scene(archer(BARRAGE, SNIPE, bonus=1), foe("e1", at=(0, 0), hp=9))
    scene.rolls("arrow-barrage-2", "snipe:2").engage("a1", "e1", [BARRAGE, SNIPE])
    scene.resolve(BARRAGE, SNIPE).answer(BARRAGE, "damage")
    assert (scene.hp("a1"), scene.unit("a1").bonus, scene.hp("e1")) == (3, 1, 7)
    assert scene.track("a1") == [BARRAGE, SNIPE]


def scatter(scene: Scene, *faces: str) -> Scene:
    """Engage e1 with Scatter Shot and Snipe dice; Scatter Shot first."""
    dice = [SCATTER, *[SNIPE] * len(faces)]
    return scene.rolls(SCATTER, *faces).engage("a1", "e1", dice).resolve(*dice)


def test_scatter_shot_deals_one_other_targetable_enemy_all_that_the_target_is_dealt() -> None:
    scene = Scene(
        archer(SCATTER, SNIPE, SNIPE),
        foe("e1", at=(0, 0), hp=9),
        foe("e2", at=(0, -1), hp=9),
        foe("e3", at=(1, -1), hp=9),
        foe("e4", at=(0, -2), hp=9),
    )
    scatter(scene, "snipe:2", "snipe:1")
    assert scene.offered(SCATTER) == ["e2", "e4"]
    scene.answer(SCATTER, "e4")
    assert [scene.hp(f"e{n}") for n in (1, 2, 3, 4)] == [6, 9, 9, 6]


def test_scatter_shot_carries_over_the_defense_that_snipe_ignores() -> None:
    scene = Scene(
        archer(SCATTER, SNIPE, SNIPE),
        foe("e1", at=(0, 0), hp=9, defense=1),
        foe("e2", at=(0, -1), hp=9, defense=3),
    )
    scatter(scene, "snipe:2", "snipe:1")
    assert (scene.hp("e1"), scene.hp("e2")) == (6, 7)


@pytest.mark.rule("ENS-4")
def test_scatter_shot_that_causes_damage_is_no_die_for_dodge() -> None:
    scene = Scene(
        archer(SCATTER, SNIPE),
        foe("e1", at=(0, 0), hp=9, skills=("dodge",)),
        foe("e2", at=(0, -1), hp=9),
    )
    scatter(scene, "snipe:2")
    assert (scene.hp("e1"), scene.hp("e2")) == (7, 7)


@pytest.mark.rule("ENS-4")
def test_scatter_shot_with_nobody_else_to_hit_is_a_die_for_dodge() -> None:
    scene = Scene(archer(SCATTER, SNIPE), foe("e1", at=(0, 0), hp=9, skills=("dodge",)))
    scatter(scene, "snipe:2")
    assert scene.hp("e1") == 8


def test_scatter_shot_without_damage_to_the_target_hurts_nobody() -> None:
    scene = Scene(archer(SCATTER), foe("e1", at=(0, 0), hp=9), foe("e2", at=(0, -1), hp=9))
    scatter(scene)
    assert not scene.events(DamageDealt)


@pytest.mark.rule("STS-9")
def test_scatter_shot_repeats_the_combat_dice_as_maim_halves_them() -> None:
    scene = Scene(
        archer(SCATTER, "combat", track=["maim"]),
        foe("e1", at=(0, 0), hp=9),
        foe("e2", at=(0, -1), hp=9),
    )
    scene.rolls(SCATTER, "combat:2").engage("a1", "e1", [SCATTER, "combat"])
    scene.resolve(SCATTER, "combat")
    assert (scene.hp("e1"), scene.hp("e2")) == (8, 8)


@pytest.mark.rule("ENG-26")
def test_iron_bark_answers_the_distant_part_where_volley_gave_the_adjacent_one() -> None:
    """Volley hits e1 from next to it; placed away, the archer repeats on it what e2 is dealt."""
    scene = Scene(
        archer("volley", SCATTER, "combat", at=(0, 0)),
        foe("e1", at=(1, 0), hp=9, skills=("iron-bark",)),
        foe("e2", at=(-2, 0), hp=9),
    )
    dice = ["volley", SCATTER, "combat"]
    scene.rolls("volley", SCATTER, "combat:2").engage("a1", "e2", dice).resolve(*dice)
    scene.answer("volley.place", "0,-2")
    assert (scene.hp("e1"), scene.hp("e2")) == (9 - 4 - 2 + 1, 7)
