"""Enemy skills at the end of their bearer's turn."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, EngageBegan, FallenTaken, HpChanged, TurnBegan
from tests.scene import Scene, foe, friend, hero

AT = (0, 0)
FAR: dict[str, Any] = {"range": 9, "combat": 0}
LANE: dict[str, Any] = {"lane": ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))}


def _dying(name: str, chip: str, at: tuple[int, int], level: int = 5) -> Any:
    return foe(name, chip, at=at, hp=1, level=level, health=3, combat=0, statuses=("bane",))


def _raised(*more: Any, heroes: int = 2, **figures: Any) -> Scene:
    party = [hero(f"a{n + 1}", at=(n, 4 - n), hp=5 - n) for n in range(heroes)]
    bearer = foe("e9", at=AT, skills=("necromancy",), **{**FAR, **figures})
    return Scene(*party, _dying("e1", "skeleton", (0, -3)), *more, bearer, turn=None)


def test_necromancy_raises_the_last_enemy_that_fell_with_1_hp_per_adventurer() -> None:
    scene = _raised().answer("necromancy", "0,-1")
    assert (scene.unit("e100").name, scene.unit("e100").at) == ("Skeleton", (0, -1))
    assert (scene.hp("e100"), scene.unit("e100").health) == (2, 3)


def test_necromancy_takes_the_top_of_the_stack() -> None:
    scene = _raised(_dying("e2", "spriggan", (2, -3), level=4)).answer("necromancy", "0,-1")
    assert scene.unit("e100").name == "Spriggan"
    assert scene.state.fallen == ("e1",)


def test_necromancy_empties_the_stack() -> None:
    scene = _raised().answer("necromancy", "0,-1")
    assert [event.unit for event in scene.events(FallenTaken)] == ["e1"]
    assert scene.state.fallen == ()


def test_necromancy_offers_exactly_the_closest_unoccupied_hexes() -> None:
    blockers = [foe(f"b{n}", at=at, level=1, **FAR) for n, at in enumerate([(0, -1), (1, -1)])]
    scene = _raised(*blockers, level=2)
    assert sorted(scene.offered("necromancy")) == ["-1,0", "-1,1", "0,1", "1,0"]


def test_the_raised_enemy_takes_no_turn_this_round_but_does_in_the_next() -> None:
    scene = _raised(heroes=1).answer("necromancy", "0,-1")
    assert "e100" not in [event.unit for event in scene.events(TurnBegan)]
    scene.rolls("enemy:0", "enemy:0", "enemy:0").answer("turn.act", "end").default()
    assert "e100" in [event.unit for event in scene.events(TurnBegan)]


def test_necromancy_has_nothing_to_raise_from_an_empty_stack() -> None:
    scene = Scene(hero(at=(0, 4)), foe("e9", at=AT, skills=("necromancy",), **FAR), turn=None)
    assert list(scene.state.units) == ["a1", "e9"]


def test_a_companions_necromancy_raises_enemies_as_well() -> None:
    scene = Scene(
        hero(at=(0, 2), row=["combat"]),
        friend("c1", "atronach", at=(0, -2), skills=("necromancy",), range=0),
        foe("e1", "skeleton", at=(0, 1), hp=1, defense=0, combat=0),
        foe("e2", at=(0, -4), **FAR),
    )
    scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")
    scene.answer("turn.act", "end").passes("companion.move")
    scene.answer("necromancy", "0,-1")
    assert (scene.unit("e100").side, scene.unit("e100").name) == ("enemy", "Skeleton")


@pytest.mark.rule("STS-8")
def test_necromancy_sleeps_under_fear() -> None:
    scene = _raised(statuses=("fear",))
    assert scene.state.fallen == ("e1",)


def _turn(*skills: str, **figures: Any) -> Scene:
    return Scene(
        hero(at=(0, 2)),
        foe("e1", at=AT, hp=2, health=5, skills=skills, **{**FAR, **figures}),
        turn=None,
        tiles=LANE,
    )


def test_bide_heals_2_if_its_bearer_stood_still() -> None:
    assert _turn("bide").hp("e1") == 4


def test_bide_heals_nothing_after_a_move() -> None:
    assert _turn("bide", range=1).hp("e1") == 2


@pytest.mark.rule("DMG-7")
def test_decay_deals_1_true_damage_to_its_bearer() -> None:
    scene = _turn("decay", defense=2)
    assert scene.hp("e1") == 1


def test_necrotic_deals_1_true_damage_to_all_neighbours_and_engages_none() -> None:
    scene = Scene(
        hero(at=(0, 1), bonus=2),
        foe("e1", at=AT, combat=0, range=0, level=5, skills=("necrotic",)),
        foe("e2", at=(0, -1), health=3, **FAR),
        turn=None,
    )
    assert (scene.hp("a1"), scene.hp("e2")) == (4, 2)
    assert [event.unit for event in scene.events(EngageBegan)] == ["e2"]


def test_retreat_hides_its_bearer_after_a_turn_without_damage() -> None:
    scene = _turn("retreat")
    assert scene.unit("e1").statuses == ("stealth",)
    assert scene.hp("e1") == 3


def test_retreat_does_nothing_after_a_turn_with_damage() -> None:
    scene = Scene(hero(), foe("e1", at=AT, combat=1, skills=("retreat",)), turn=None)
    scene.rolls("enemy:1")
    assert scene.unit("e1").statuses == ()


@pytest.mark.rule("DMG-1", "STA-6")
def test_retreat_does_nothing_after_damage_that_bonus_hp_took() -> None:
    scene = Scene(hero(bonus=2), foe("e1", at=AT, combat=1, skills=("retreat",)), turn=None)
    scene.rolls("enemy:1")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (5, 1)
    assert scene.unit("e1").statuses == ()


@pytest.mark.rule("DMG-2")
def test_retreat_hides_its_bearer_if_all_damage_was_prevented() -> None:
    shield = "shield-discipline@shield-discipline:1"
    bearer = foe("e1", at=AT, combat=1, skills=("retreat",))
    scene = Scene(hero(active=[shield]), bearer, turn=None)
    scene.rolls("enemy:1").answer("damage_coming", "shield")
    assert scene.unit("e1").statuses == ("stealth",)


def test_ritual_heals_allies_in_sight_and_not_its_bearer() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=AT, hp=1, health=5, level=5, skills=("ritual 2",), **FAR),
        foe("e2", at=(0, 1), hp=1, health=5, **FAR),
        foe("e3", at=(0, 3), hp=1, health=5, **FAR),
        turn=None,
        tiles={"a": ((0, 0), (0, 1)), "b": ((0, 2),), "c": ((0, 3), (0, 4))},
    )
    assert [scene.hp(name) for name in ("e1", "e2", "e3")] == [1, 3, 1]


@pytest.mark.parametrize(("skills", "hp"), [(("ritual 2",), 1), (("ritual 2", "vision"), 3)])
def test_ritual_of_who_sees_everything_heals_allies_that_others_hide(
    skills: tuple[str, ...], hp: int
) -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe("e1", at=AT, hp=1, health=5, level=5, skills=skills, **FAR),
        foe("e2", at=(0, 1), hp=1, health=5, **FAR),
        foe("e3", at=(0, 3), hp=1, health=5, **FAR),
        turn=None,
        tiles={"a": ((0, 0), (0, 1)), "b": ((0, 2),), "c": ((0, 3), (0, 4))},
    )
    assert scene.hp("e3") == hp


def test_siphon_moves_1_hp_from_everyone_in_range_to_its_bearer() -> None:
    scene = Scene(
        hero("a1", at=(0, 2), track=["stealth"]),
        hero("a2", at=(0, 3)),
        foe("e1", at=AT, hp=5, health=5, level=5, skills=("siphon",), combat=0, range=2),
        foe("e2", at=(0, 1), hp=3, **FAR),
        foe("e3", at=(1, 0), kind="quest", hp=3, **FAR),
        turn=None,
        tiles={"block": (*LANE["lane"], (1, 0))},
    )
    assert [scene.hp(name) for name in ("a1", "e2", "e3", "e1")] == [4, 2, 3, 7]
    assert not scene.events(DamageDealt)
    assert scene.events(HpChanged)


def test_siphon_takes_only_what_stalwart_lets_go() -> None:
    scene = Scene(
        hero(at=(0, 4)),
        foe(
            "e1",
            at=AT,
            hp=5,
            health=5,
            level=5,
            skills=("siphon",),
            combat=1,
            range=1,
            statuses=("blind",),
        ),
        foe("e2", at=(0, 1), health=5, skills=("stalwart",), **FAR),
        turn=None,
        tiles=LANE,
    )
    scene.rolls("enemy:1")
    assert (scene.hp("e2"), scene.hp("e1")) == (4, 5)
