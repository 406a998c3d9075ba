from typing import Any

import pytest

from protocol.battle import DamageDealt
from protocol.hexes import Hex, disc
from protocol.ids import DieId, DieKind
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe

CLOAK = "shadow-cloak"
ONE, TWO = f"{CLOAK}@shadow-cloak-1:1", f"{CLOAK}@shadow-cloak-1:2"


def _foe(name: str = "e1", at: Hex = (0, 0), **more: Any) -> Foe:
    figures: dict[str, Any] = {"health": 9, "combat": 1, "defense": 3, "skills": (), "range": 1}
    return foe(name, "spriggan", at=at, **{**figures, **more})


@pytest.mark.rule("SKR-1")
def test_shadow_cloak_1_gives_stealth_as_it_is_placed() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe())
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK]).resolve(CLOAK)
    assert scene.active("a1") == [CLOAK]
    assert scene.track("a1") == ["stealth"]


@pytest.mark.rule("SKR-8")
def test_shadow_cloak_1_gives_no_stealth_without_a_free_slot() -> None:
    guards = ["combat@combat:1"] * 4
    scene = Scene(hero(row=[CLOAK], active=guards), _foe())
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK]).passes("engage.drop")
    assert scene.track("a1") == [CLOAK]


def test_shadow_cloak_1_is_exhausted_to_ignore_its_value_of_the_targets_defense() -> None:
    scene = Scene(hero(active=[TWO], row=["combat", "combat"]), _foe(defense=3))
    scene.rolls("combat:2", "combat:2").engage("a1", "e1", ["combat", "combat"])
    scene.resolve("combat", "combat").answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 6
    assert scene.track("a1") == ["combat", "combat", CLOAK]


def test_shadow_cloak_1_ignores_the_defense_that_iron_bark_gives_from_afar() -> None:
    far = hero(
        at=(2, 0), active=[f"{CLOAK}@shadow-cloak-1:1"], row=["combat"], form="ranged-weapon"
    )
    scene = Scene(far, _foe(defense=0, skills=("iron-bark",))).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat").answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 7


def test_shadow_cloak_1_may_be_kept() -> None:
    scene = Scene(hero(active=[TWO], row=["combat"]), _foe(defense=1)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat").passes("pool_lands")
    assert scene.hp("e1") == 8
    assert scene.active("a1") == [CLOAK]


def test_shadow_cloak_1_waits_for_its_bearers_own_engage() -> None:
    comrade = hero("a2", at=(0, 1), row=["combat"])
    scene = Scene(comrade, hero("a1", active=[TWO], at=(1, 0)), _foe(defense=3), turn="a2")
    scene.rolls("combat:2").engage("a2", "e1", ["combat"]).resolve("combat")
    assert "pool_lands" not in [question.why for question in scene.questions]
    assert (scene.hp("e1"), scene.active("a1")) == (9, [CLOAK])


def test_two_shadow_cloaks_add_up() -> None:
    scene = Scene(hero(active=[ONE, TWO], row=["combat"]), _foe(defense=3)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("pool_lands", scene.offered("pool_lands")[0]).answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 7


def test_shadow_cloak_1_is_not_offered_where_there_is_no_defense_to_ignore() -> None:
    scene = Scene(hero(active=[TWO], row=["combat"]), _foe(defense=0)).rolls("combat:2")
    scene.engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.hp("e1") == 7
    assert scene.active("a1") == [CLOAK]


def test_shadow_cloak_1_placed_in_an_engage_serves_in_it() -> None:
    scene = Scene(hero(row=[CLOAK, "combat"]), _foe(defense=2))
    scene.rolls("shadow-cloak-1:2", "combat:2").engage("a1", "e1", [CLOAK, "combat"])
    scene.resolve(CLOAK, "combat").answer("pool_lands", "strike_unseen")
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["combat", CLOAK], "the damage has ended Stealth"


@pytest.mark.rule("ENG-26", "STS-10")
def test_shadow_cloak_after_the_last_blow_leaves_its_roller_in_stealth() -> None:
    scene = Scene(hero(row=["combat", CLOAK]), _foe(defense=0))
    scene.rolls("combat:2", "shadow-cloak-1:1").engage("a1", "e1", ["combat", CLOAK])
    scene.resolve("combat", CLOAK)
    assert scene.hp("e1") == 7
    assert scene.track("a1") == ["combat", "stealth"]


@pytest.mark.rule("STS-10")
def test_who_is_in_stealth_is_not_engaged_by_an_enemy_that_came_later() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe(at=(1, 1)))
    scene.rolls("shadow-cloak-1:1").engage("a1", "", [CLOAK]).resolve(CLOAK).end_turn()
    assert not scene.events(DamageDealt)


@pytest.mark.rule("ENG-29")
def test_shadow_cloak_2_costs_a_light_fatigue_and_gives_stealth() -> None:
    scene = Scene(hero(row=[CLOAK]), _foe())
    scene.rolls("shadow-cloak-2").engage("a1", "", [CLOAK]).resolve(CLOAK)
    assert scene.track("a1") == ["LF", "stealth", CLOAK]


REFRESHING = "refreshing-shadows"


def test_refreshing_shadows_1_gives_bonus_hp_for_each_unit_in_stealth() -> None:
    scene = Scene(hero(row=[REFRESHING], track=["stealth"]), _foe(statuses=("stealth",)))
    scene.rolls("refreshing-shadows-1").engage("a1", "", [REFRESHING]).resolve(REFRESHING)
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (5, 2)
    assert scene.track("a1") == ["stealth", REFRESHING]


def test_refreshing_shadows_2_removes_up_to_two_light_fatigue_for_each_unit_in_stealth() -> None:
    track = ["LF", "stealth", "OF", "LF", "LF"]
    scene = Scene(hero(row=[REFRESHING], track=track), _foe())
    scene.rolls("refreshing-shadows-2").engage("a1", "", [REFRESHING]).resolve(REFRESHING)
    assert scene.offered(REFRESHING) == ["0", "1", "2"]
    scene.answer(REFRESHING, "2")
    assert scene.offered("fatigue.place") == ["0", "3"], "Stealth may stay where it is"
    scene.answer("fatigue.place", "0")
    assert scene.track("a1") == ["stealth", "OF", "LF", REFRESHING]


@pytest.mark.rule("ENG-26", "STS-10")
def test_refreshing_shadows_does_not_count_a_stealth_that_the_last_blow_ended() -> None:
    scene = Scene(hero(row=["combat", REFRESHING], track=["stealth"]), _foe(defense=0))
    scene.rolls("combat:1", "refreshing-shadows-1")
    scene.engage("a1", "e1", ["combat", REFRESHING]).resolve("combat", REFRESHING)
    assert scene.hp("e1") == 8
    assert scene.unit("a1").bonus == 0


PATH = "path-of-darkness"


def _path(*pieces: Any, shown: str = f"{PATH}:1", **more: Any) -> Scene:
    """A hero in Stealth lays a Path of Darkness to 0,-2 and ends the turn."""
    scene = Scene(hero(at=(0, 0), row=[PATH], track=["stealth"]), *pieces, **more)
    scene.rolls(shown).engage("a1", "", [PATH]).resolve(PATH).answer(PATH, "0,-2")
    return scene


def test_path_of_darkness_lies_on_a_straight_line_in_an_unoccupied_hex() -> None:
    scene = Scene(
        hero(at=(0, 0), row=[PATH]),
        foe("e1", at=(0, -2)),
        tiles={"disc": disc((0, 0), 3)},
        blocked=((2, 0),),
    )
    scene.rolls(f"{PATH}:0").engage("a1", "", [PATH]).resolve(PATH)
    offered = scene.offered(PATH)
    assert {"0,-1", "0,-3", "3,-3", "-3,3", "1,0"} <= set(offered)
    assert not {"0,-2", "2,0", "3,0", "0,0", "1,1"} & set(offered)


def test_path_of_darkness_takes_its_owner_there_at_any_units_turn_start() -> None:
    scene = _path(_foe(at=(2, 0)))
    assert scene.state.in_hexes == {"a1.path-of-darkness.1": (0, -2)}
    scene.end_turn().answer("turn_starts", "step_through")
    assert scene.unit("a1").at == (0, -2)
    assert scene.track("a1") == [PATH], "Stealth is the price"
    assert not scene.state.in_hexes


def test_path_of_darkness_is_optional() -> None:
    scene = _path(_foe(at=(4, 0), combat=0)).end_turn().passes("turn_starts")
    assert scene.unit("a1").at == (0, 0)
    assert scene.state.in_hexes


def test_path_of_darkness_needs_stealth() -> None:
    scene = Scene(hero(at=(0, 0), row=[PATH]), _foe(at=(4, 0), combat=0))
    scene.rolls(f"{PATH}:1").engage("a1", "", [PATH]).resolve(PATH).answer(PATH, "0,-2").end_turn()
    assert "turn_starts" not in [question.why for question in scene.questions]


@pytest.mark.parametrize(("shown", "left"), [(f"{PATH}:1", 4), (f"{PATH}:0", 5)])
@pytest.mark.rule("MAP-7", "TRM-2")
def test_path_of_darkness_displaces_and_damages_who_is_in_the_way(shown: str, left: int) -> None:
    scene = _path(hero("a2", at=(0, -3)), _foe(at=(4, 0), combat=0), shown=shown)
    scene.end_turn().passes("turn_starts").move((0, -2)).end_turn()
    scene.answer("turn_starts", "step_through").answer("make-way", "0,-3")
    assert (scene.unit("a1").at, scene.unit("a2").at) == ((0, -2), (0, -3))
    assert scene.hp("a2") == left


def test_path_of_darkness_goes_to_the_track_at_the_battles_end() -> None:
    scene = _path(_foe(at=(4, 0), combat=0)).answer("turn.act", "retreat").end_turn()
    scene.passes("turn_starts").answer("round.retreat", "yes").default()
    assert not scene.state.in_hexes


BARRIER = "shadow-barrier"


def _hurt(value: int, *track: str, owner: str = "a1", hp: int = 5, **more: Any) -> Scene:
    active = {owner: [f"{BARRIER}@{BARRIER}"]}
    scene = Scene(
        hero("a1", hp=hp, active=active.get("a1"), track=list(track), **more),
        hero("a2", at=(3, 0), active=active.get("a2")),
        _foe(),
        turn=None,
    )
    return scene.rolls(f"enemy:{value}")


@pytest.mark.parametrize("owner", ["a1", "a2"])
def test_shadow_barrier_hides_whoever_took_damage_for_one_more(owner: str) -> None:
    scene = _hurt(1, owner=owner)
    assert scene.asked(BARRIER).to == ("a1",), "the damaged player decides"
    scene.answer(BARRIER, "yes")
    assert scene.hp("a1") == 3
    assert "stealth" in scene.track("a1")
    assert BARRIER in scene.track(owner)


def test_shadow_barrier_is_optional_and_stays() -> None:
    scene = _hurt(1, owner="a2").answer(BARRIER, "no")
    assert scene.hp("a1") == 4
    assert scene.active("a2") == [BARRIER]


def test_shadow_barrier_is_silent_when_all_damage_was_prevented() -> None:
    scene = _hurt(1, "resolve@resolve:1").answer("damage_coming", "stand_up_to")
    assert scene.asked("turn.act").to == ("a1",)
    assert scene.active("a1") == [BARRIER]


@pytest.mark.rule("ENG-29")
def test_shadow_barriers_further_damage_prevented_is_a_cost_not_paid() -> None:
    scene = _hurt(1, "expert-evasion@expert-evasion-1").passes("damage_coming")
    scene.answer(BARRIER, "yes").answer("damage_coming", "evade")
    assert scene.hp("a1") == 4
    assert scene.active("a1") == [BARRIER]
    assert scene.track("a1") == []


TERROR = "aspect-of-terror"


def _terror(face: str, *foes: Foe, track: tuple[str, ...] = ("stealth",), **more: Any) -> Scene:
    scene = Scene(hero(row=[TERROR], track=list(track)), *foes, **more)
    return scene.rolls(face).engage("a1", "", [TERROR])


def test_aspect_of_terror_1_spends_stealth_for_fear_on_an_adjacent_enemy() -> None:
    scene = _terror(f"{TERROR}-1", _foe(), _foe("e2", at=(1, 1))).resolve(TERROR)
    assert scene.unit("e1").statuses == ("fear",)
    assert scene.track("a1") == [TERROR]


def test_aspect_of_terror_does_nothing_without_stealth() -> None:
    scene = _terror(f"{TERROR}-1", _foe(), track=()).resolve(TERROR)
    assert scene.unit("e1").statuses == ()


@pytest.mark.rule("STS-4")
def test_aspect_of_terror_1_frightens_no_quest_units() -> None:
    scene = _terror(f"{TERROR}-1", _foe(kind="quest"))
    assert scene.track("a1") == ["stealth", TERROR]


def test_aspect_of_terror_2_reaches_every_enemy_of_the_own_tile() -> None:
    tiles = {"mine": ((1, -1), (0, 0), (0, 1)), "other": ((2, -1), (2, -2))}
    foes = (_foe("e1", at=(0, 1)), _foe("e2", at=(0, 0)), _foe("e3", at=(2, -1)))
    scene = _terror(f"{TERROR}-2", *foes, tiles=tiles).resolve(TERROR)
    assert scene.offered(TERROR) == ["e1", "e2"]
    scene.answer(TERROR, "e1")
    assert scene.unit("e1").statuses == ("fear",)


def test_stealth_gained_earlier_in_the_engage_serves_aspect_of_terror() -> None:
    scene = Scene(hero(row=[CLOAK, TERROR]), _foe())
    scene.rolls("shadow-cloak-1:1", f"{TERROR}-1").engage("a1", "", [CLOAK, TERROR])
    scene.resolve(CLOAK, TERROR)
    assert scene.unit("e1").statuses == ("fear",)
    assert scene.track("a1") == [TERROR]


VEIL = "dark-veil"


def _turn(veil: str, **more: Any) -> Scene:
    """A hero with Dark Veil in a slot at the start of a turn."""
    veiled = hero("a1", active=[f"{VEIL}@{veil}"], **more)
    return Scene(hero("a2", at=(0, 2)), veiled, _foe(at=(3, -3)), turn="a2").end_turn()


def test_dark_veil_1_goes_down_by_one_for_stealth_at_the_start_of_the_own_turn() -> None:
    scene = _turn("dark-veil-1:3").answer("turn_starts", "draw_veil")
    (die,) = scene.mat("a1").active
    assert scene.catalogue.dice[DieKind(VEIL)].value(scene.state.dice[DieId(die)].face) == 2
    assert scene.track("a1") == ["stealth"]


def test_dark_veil_1_is_optional() -> None:
    scene = _turn("dark-veil-1:1").passes("turn_starts")
    assert scene.active("a1") == [VEIL]
    assert scene.track("a1") == []


def test_dark_veil_1_gives_stealth_on_its_last_step_too() -> None:
    scene = _turn("dark-veil-1:1").answer("turn_starts", "draw_veil")
    assert scene.active("a1") == []
    assert scene.track("a1") == [VEIL, "stealth"]


def test_dark_veil_2_gives_stealth_and_recovers_another_shadow_die() -> None:
    track = [f"{CLOAK}@tenacity", "combat@tenacity", f"{PATH}@tenacity"]
    scene = Scene(hero(row=[VEIL], track=track), _foe())
    scene.rolls("dark-veil-2").engage("a1", "", [VEIL]).resolve(VEIL).answer(VEIL, PATH)
    assert scene.row("a1") == [PATH]
    assert scene.track("a1") == [CLOAK, "combat", "stealth", VEIL]


def test_shadow_barrier_answers_true_damage_and_not_its_own() -> None:
    """Bane costs 1 HP at the turn's start, the barrier 1 more; that point opens it no second time.

    A second choice would be asked: only one is.
    """
    bearer = hero("a1", active=[f"{BARRIER}@{BARRIER}"], track=["bane"])
    scene = Scene(hero("a2", at=(0, 2)), bearer, _foe(at=(3, -3)), turn="a2").end_turn()
    scene.answer(BARRIER, "yes")
    assert scene.hp("a1") == 3
    assert scene.track("a1") == ["bane", "stealth", BARRIER]
    assert scene.asked("turn.act").to == ("a1",)
