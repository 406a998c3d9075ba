"""Caches and enemies of a new tile (p74, p78)."""

from dataclasses import replace

import pytest

from protocol.battle import CachePlaced, TilePlaced, UnitDeployed
from protocol.hexes import Hex
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.delve_parts import DelveCard
from server.rules.battle.kernel.state import Deck
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.delves import below, place

rule = pytest.mark.rule
NORTH = (2, -2)
BAGS = {"bag-1": Deck(cards={"mudcrab": 9}), "bag-5": Deck(cards={"dremora-kyn": 9})}


def printed(scale: tuple[int, ...] = (), **figures: object) -> Catalogue:
    """A box whose one delve card has this row for every party."""
    card = DelveCard("card", "Card", "19", (scale,) * 4, **figures)  # type: ignore[arg-type]
    return replace(catalogue(), delve_cards={"card": card})


def explored(box: Catalogue, tile: str, xp: int = 9, **drawn: object) -> Scene:
    """The hall's north door is explored; the tile lies as the game proposes."""
    card = replace(box.delve_cards["card"], shape=catalogue().tiles[tile].shape)
    box = replace(box, delve_cards={"card": card})
    decks = {**BAGS, "delve": Deck(cards={"card": 1})}
    scene = below(hero(at=(2, -1)), tile=tile, cards=box, xp=xp, **{"decks": decks, **drawn})  # type: ignore[arg-type]
    return place(scene.move(NORTH).rolls(0, 0, *[0] * 6).answer("explore.here", "explore"))


def settled(scene: Scene) -> Scene:
    """Whatever the explorer may choose about caches and enemies goes as the game proposes."""
    while scene.questions and scene.questions[0].why in ("delve.cache", "delve.enemy"):
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    return scene


def far(scene: Scene, at: Hex) -> int:
    from tests.rules.battle.running import running

    return running(scene, scene.state).ground.distance(NORTH, at)


def caches(scene: Scene) -> list[tuple[str, int]]:
    return [(event.deck, far(scene, event.at)) for event in scene.events(CachePlaced)]


def enemies(scene: Scene) -> list[tuple[int, Hex]]:
    units = (scene.unit(event.unit) for event in scene.events(UnitDeployed))
    return [(unit.level, unit.at) for unit in units if unit.side == "enemy" and unit.at]


@rule("DLX-13")
def test_legendary_caches_come_first_and_farthest() -> None:
    """C-31: both run inward from the cache hex that is farthest from the explored one."""
    scene = settled(explored(printed(legendary=1, common=1), "great-cavern"))
    (first, near), (second, nearer) = caches(scene)
    assert (first, second) == ("legendary", "common")
    assert near >= nearer


@rule("DLX-13")
def test_caches_without_a_hex_are_left_out() -> None:
    scene = explored(printed(common=3), "crossing")
    assert len(caches(scene)) == 1


@rule("LIM-8")
def test_caches_beyond_the_supply_are_left_out() -> None:
    scene = explored(printed(common=1), "crossing", supply={"cache": 0})
    assert caches(scene) == []


@rule("DLX-13", "DLX-15")
def test_the_explorer_chooses_among_hexes_of_equal_distance() -> None:
    """Two equally far hearts: both are offered."""
    scene = explored(printed((1,)), "colonnade")
    question = scene.asked("delve.enemy")
    offered = [tuple(map(int, option.key.split(","))) for option in question.shape.options]  # type: ignore[union-attr]
    assert question.to == ("a1",)
    distances = {far(scene, at) for at in offered}  # type: ignore[arg-type]
    assert len(offered) > 1
    assert distances == {max(far(scene, at) for at in scene.state.tiles["colonnade"].hearts)}


@rule("DLX-15")
def test_enemies_come_to_the_farthest_free_heart_first() -> None:
    scene = settled(explored(printed((1, 1)), "hall-of-pillars"))
    (_, first), (_, second) = enemies(scene)
    distances = sorted(far(scene, at) for at in scene.state.tiles["hall-of-pillars"].hearts)
    assert [far(scene, first), far(scene, second)] == distances[:-3:-1]


@rule("DLX-14", "EP-2")
def test_each_space_brings_an_enemy_of_its_level_or_the_best_that_the_points_pay() -> None:
    """9 points against spaces 1, 10, 5: level 1, then 5 for 10, then 1 for the last 3."""
    scene = settled(explored(printed((1, 10, 5)), "colonnade"))
    assert [level for level, _ in enemies(scene)] == [1, 5, 1]


@rule("DLX-15")
@pytest.mark.parametrize(
    ("scale", "xp", "tile", "count"),
    [((1, 1, 1), 2, "crossing", 2), ((1,), 9, "crossing", 1), ((1, 1, 1), 9, "root-cellar", 2)],
    ids=["points", "spaces", "hexes"],
)
def test_deploying_ends_with_points_spaces_or_hexes(
    scale: tuple[int, ...], xp: int, tile: str, count: int
) -> None:
    assert len(enemies(settled(explored(printed(scale), tile, xp)))) == count


@rule("DLX-15")
def test_an_enemy_may_come_to_a_hex_with_a_cache() -> None:
    scene = explored(printed((1,), common=1), "cramped-niche")
    assert [event.at for event in scene.events(CachePlaced)] == [enemies(scene)[0][1]]


@rule("DEL-3")
def test_every_tile_has_points_of_its_own() -> None:
    """The enemy that is on the map already costs nothing."""
    box = printed((5,))
    scene = settled(explored(box, "crossing", 5))
    assert [level for level, _ in enemies(scene)] == [5]
    alone = below(
        hero(at=(2, -1)),
        foe("e1", "dremora-kyn", at=(1, -1)),
        cards=scene.catalogue,
        tile="crossing",
        decks={**BAGS, "delve": Deck(cards={"card": 1})},
        xp=5,
    )
    settled(place(alone.move(NORTH).rolls(0, 0, 0).answer("explore.here", "explore")))
    assert [level for level, _ in enemies(alone)] == [5]


@rule("DLX-14")
def test_the_row_is_that_of_the_whole_party_defeated_adventurers_included() -> None:
    card = DelveCard("card", "Card", "7", ((), (1,), (1, 1), (1, 1)))
    box = replace(catalogue(), delve_cards={"card": card})
    scene = below(
        hero("a1", at=(2, -1)),
        hero("a2", fate="defeated"),
        cards=box,
        tile="crossing",
        decks={**BAGS, "delve": Deck(cards={"card": 1})},
    )
    settled(place(scene.move(NORTH).rolls(0, 0, 0).answer("explore.here", "explore")))
    assert len(enemies(scene)) == 1
    assert scene.events(TilePlaced)
