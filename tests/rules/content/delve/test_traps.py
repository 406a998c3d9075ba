"""Trap effects of delve cards. The hall is trapped; a Nord steps onto it and fails the lock."""

import pytest

from server.rules.battle.kernel.state import Tile
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero
from tests.scene.delves import below, entrance, laid

rule = pytest.mark.rule
SHUT = ("d6:2", "d6:2", "d6:2")


def sprung(card: str, attempts: int, *others: Hero | Foe, **drawn: object) -> Scene:
    """The trap of a card after every attempt at its lock has failed."""
    scene = below(
        hero("a1", race="nord", at=(0, 0), hp=5),
        *others,
        hall={"card": card, "armed": True},
        **drawn,  # type: ignore[arg-type]
    )
    scene.rolls(*SHUT).move((1, 0))
    for left in range(attempts, 0, -1):
        scene.passes("lockpick.adjust")
        if left > 1:
            scene.rolls(*SHUT).answer("lockpick.keep", "roll")
    return scene


def test_loose_ceiling_deals_2_damage() -> None:
    assert _fell("crumbling-passage") == 3


def _fell(card: str) -> int:
    scene = below(hero(race="nord", at=(0, 0), hp=5), hall={"card": card, "armed": True})
    scene.rolls("d6:1", "d6:1", "d6:1").move((1, 0)).passes("lockpick.adjust")
    scene.passes("lockpick.keep")
    return scene.hp("a1")


@rule("TRP-2", "TRP-5")
def test_floodgates_sweep_every_unit_to_the_closest_free_hex_of_another_tile() -> None:
    """p68: 4-5-2 in two attempts. Nearest first: who is swept later finds those hexes taken."""
    scene = sprung(
        "sluice-room",
        2,
        foe("e1", at=(1, -1)),
        tiles={
            "entrance": entrance(),
            "round-hall": laid("round-hall", (2, -1), card="sluice-room", armed=True),
        },
    )
    assert scene.asked("trap.order").to == ("a1",)
    scene.answer("trap.order", "a1", "e1")
    scene.answer("floodgates", "0,1")
    assert scene.unit("a1").at == (0, 1)
    assert scene.unit("e1").at == (0, 0)


def test_floodgates_leave_who_stands_elsewhere() -> None:
    scene = sprung("sluice-room", 2, foe("e1", at=(-1, 2)))
    scene.answer("floodgates", "0,0")
    assert (scene.unit("a1").at, scene.unit("e1").at) == ((0, 0), (-1, 2))


def test_floodgates_sweep_nobody_where_no_other_tile_has_room() -> None:
    room = Tile("entrance", ((0, 0),))
    hall = Tile("hall", ((1, 0), (1, -1)), card="sluice-room", armed=True)
    walls = foe("e1", at=(0, 0))
    scene = below(
        hero("a1", race="nord", at=(1, -1), hp=5), walls, tiles={"entrance": room, "hall": hall}
    )
    scene.rolls(*SHUT).move((1, 0)).passes("lockpick.adjust").passes("lockpick.keep")
    assert scene.unit("a1").at == (1, 0)


@rule("LOK-5")
def test_tripwire_maims_and_the_enemies_of_the_tile_heal() -> None:
    """Its lock has a key digit: without a 3 no die can be kept."""
    scene = below(
        hero("a1", race="nord", at=(0, 0)),
        foe("e1", "dremora-kyn", at=(1, -1), hp=1),
        foe("e2", "dremora-kyn", at=(-1, 2), hp=1),
        hall={"card": "sealed-armory", "armed": True},
    )
    scene.rolls(*SHUT).move((1, 0)).passes("lockpick.adjust")
    assert scene.offered("lockpick.keep") == ["roll"]
    scene.passes("lockpick.keep")
    assert scene.track("a1") == ["maim"]
    assert scene.hp("e1") == scene.unit("e1").health
    assert scene.hp("e2") == 1


def test_song_of_the_idol_pays_2_tenacity_for_a_picked_lock() -> None:
    scene = below(hero(race="nord", at=(0, 0)), hall={"card": "humming-idol", "armed": True})
    scene.rolls("d6:4", "d6:1", "d6:6").move((1, 0))
    assert scene.mat("a1").tenacity == 2


def test_song_of_the_idol_pays_nothing_for_a_failed_one() -> None:
    scene = sprung("humming-idol", 3)
    assert scene.mat("a1").tenacity == 0


@rule("TRP-2", "TRP-5")
def test_swinging_blades_hit_everybody_within_a_hex() -> None:
    scene = sprung(
        "pillared-maze",
        3,
        foe("e1", "dremora-kyn", at=(2, -1), defense=0, skills=(), hp=5),
        foe("e2", "dremora-kyn", at=(3, -1), defense=0, skills=(), hp=5),
    )
    scene.answer("trap.order", "a1", "e1")
    assert (scene.hp("a1"), scene.hp("e1"), scene.hp("e2")) == (3, 3, 5)
