"""Skyshard effects of delve cards, by the party's new total. The hall holds the skyshard."""

import pytest

from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below

rule = pytest.mark.rule


def gained(card: str, total: int, *others: Hero | Foe, **figures: object) -> Scene:
    """The first adventurer steps onto the hall, and the party has so many skyshards then."""
    scene = below(
        hero("a1", **{"at": (0, 0), **figures}),  # type: ignore[arg-type]
        *others,
        hall={"card": card, "shards": 1},
        drawn=total,
        gained=total - 1,
    )
    return scene.move((1, 0))


def test_spore_chamber_heals_1_for_the_first() -> None:
    assert gained("spore-chamber", 1, hp=2).hp("a1") == 3


def test_spore_chamber_tires_for_the_second() -> None:
    assert gained("spore-chamber", 2).track("a1") == ["LF"]


def test_spore_chamber_gives_bane_and_2_tenacity_for_the_third() -> None:
    scene = gained("spore-chamber", 3)
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["bane"], 2)


def test_candlelit_shrine_gives_tenacity_for_the_first() -> None:
    assert gained("candlelit-shrine", 1).mat("a1").tenacity == 1


def test_candlelit_shrine_heals_2_for_the_second() -> None:
    assert gained("candlelit-shrine", 2, hp=1).hp("a1") == 3


@rule("SKY-3")
def test_candlelit_shrine_heals_every_adventurer_for_the_third() -> None:
    scene = gained("candlelit-shrine", 3, hero("a2", at=(-1, 0), hp=2), hp=1)
    assert (scene.hp("a1"), scene.hp("a2")) == (2, 3)


def test_shard_vein_deals_1_damage_for_the_first() -> None:
    assert gained("shard-vein", 1, hp=4).hp("a1") == 3


def test_shard_vein_costs_a_true_damage_and_recovers_a_die_for_the_second() -> None:
    scene = gained("shard-vein", 2, hp=4, track=["LF", "snipe@snipe:2", "combat@combat:1"])
    assert scene.hp("a1") == 3
    (snipe, combat) = scene.offered("skyshard.recover")
    scene.answer("skyshard.recover", snipe)
    assert scene.row("a1") == ["snipe"]
    assert scene.track("a1") == ["LF", "combat"]
    assert combat


def test_shard_vein_hits_the_enemies_in_sight_for_the_third() -> None:
    scene = gained(
        "shard-vein",
        3,
        foe("e1", "dremora-kyn", at=(2, 0), defense=0, skills=(), hp=5),
        foe("e2", "dremora-kyn", at=(-1, 0), defense=0, skills=(), hp=5),
    )
    assert (scene.hp("e1"), scene.hp("e2")) == (3, 3)


@pytest.mark.parametrize(("total", "tenacity"), [(1, 1), (2, 2)])
def test_throne_room_gives_as_much_tenacity_as_there_are_skyshards(
    total: int, tenacity: int
) -> None:
    assert gained("throne-room", total).mat("a1").tenacity == tenacity


def test_throne_room_gives_every_adventurer_tenacity_for_the_third() -> None:
    scene = gained("throne-room", 3, hero("a2", at=(-1, 0)))
    assert (scene.mat("a1").tenacity, scene.mat("a2").tenacity) == (1, 1)


def test_sunken_library_recovers_a_die_for_the_first() -> None:
    assert gained("sunken-library", 1, track=["combat@combat:1"]).row("a1") == ["combat"]


def test_sunken_library_with_no_die_to_recover_teaches_nothing() -> None:
    assert gained("sunken-library", 1, track=["LF"]).track("a1") == ["LF"]


@pytest.mark.parametrize("way", ["recover", "tenacity"])
def test_sunken_library_recovers_a_die_or_gives_2_tenacity_for_the_second(way: str) -> None:
    scene = gained("sunken-library", 2, track=["combat@combat:1"]).answer("sunken-library", way)
    assert scene.row("a1") == (["combat"] if way == "recover" else [])
    assert scene.mat("a1").tenacity == (2 if way == "tenacity" else 0)


def test_sunken_library_recovers_a_die_of_every_adventurer_for_the_third() -> None:
    other = hero("a2", at=(-1, 0), track=["combat@combat:1"])
    scene = gained("sunken-library", 3, other, track=["snipe@snipe:2"])
    assert (scene.row("a1"), scene.row("a2")) == (["snipe"], ["combat"])


@pytest.mark.parametrize(("total", "token"), [(1, "LF"), (2, "maim"), (3, "daze")])
def test_spider_gallery_hampers_who_takes_its_skyshard(total: int, token: str) -> None:
    assert gained("spider-gallery", total).track("a1") == [token]


@pytest.mark.parametrize(("total", "hp"), [(1, 2), (2, 3)])
def test_great_vault_heals_as_much_as_there_are_skyshards(total: int, hp: int) -> None:
    assert gained("great-vault", total, hp=1).hp("a1") == hp


def test_great_vault_heals_every_adventurer_2_for_the_third() -> None:
    scene = gained("great-vault", 3, hero("a2", at=(-1, 0), hp=2), hp=1)
    assert (scene.hp("a1"), scene.hp("a2")) == (3, 4)
