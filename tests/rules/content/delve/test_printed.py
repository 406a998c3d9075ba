"""Tiles, cards and delve encounters as they are written."""

import msgspec
import pytest

from protocol.hexes import neighbours
from protocol.ids import UnitId
from server.rules.battle.components.delve_parts import DelveCard, MapTile
from server.rules.battle.kernel.lock import read_lock
from server.rules.battle.kernel.values import Stat
from server.rules.content.catalogue import catalogue
from server.rules.content.delve import printed
from server.rules.content.delve.challenges import CHALLENGES
from tests.rules.battle.running import running
from tests.scene import foe, hero
from tests.scene.delves import below

rule = pytest.mark.rule
TILES, CARDS = catalogue().tiles, catalogue().delve_cards


def test_there_are_four_tiles_of_each_shape_and_more_than_24_cards() -> None:
    shapes = [tile.shape for tile in TILES.values()]
    assert {shape: shapes.count(shape) for shape in shapes} == {"3": 4, "6": 4, "7": 4, "19": 4}
    assert len(CARDS) >= 24
    assert {card.shape for card in CARDS.values()} == {"3", "6", "7", "19"}


@pytest.mark.parametrize("tile", TILES.values(), ids=list(TILES))
def test_a_tile_hangs_together_and_has_two_doors_at_its_edge(tile: MapTile) -> None:
    reached = [tile.hexes[0]]
    for here in reached:
        reached += [n for n in neighbours(here) if n in tile.hexes and n not in reached]
    assert len(reached) == int(tile.shape) == len(tile.hexes)
    assert (0, 0) in tile.hexes
    assert len(tile.doors) >= 2
    assert all(any(n not in tile.hexes for n in neighbours(at)) for at in tile.doors)


@rule("DLX-20")
@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_a_card_has_a_row_for_every_party_and_a_text_for_each_effect(card: DelveCard) -> None:
    assert len(card.scale) == 4
    assert all(level in (1, 5, 10, 20) for row in card.scale for level in row)
    effects = [effect for effect in (card.revealed, card.lasting) if effect is not None]
    assert len(card.text) >= 20 * len(effects)


@rule("DLX-20")
def test_a_card_with_a_trap_and_an_environment_is_refused() -> None:
    trap = printed.PrintedTrap("Wire", "1: 1-2-3", "Failure: fall.", "blades")
    works = printed.PrintedEnvironment("Wet.", "submerged")
    row = printed.PrintedCard("x", "X", "3", ((),) * 4, trap=trap, environment=works)
    with pytest.raises(ValueError, match="card x: one of trap, skyshard and environment"):
        printed.card_of(row)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"scale": ((),) * 3}, "a row for 1, 2, 3 and 4"),
        ({"revealed": printed.PrintedReveal("Boo.", "boo")}, "no reveal effect is called 'boo'"),
        ({"trap": printed.PrintedTrap("T", "1: 1-2-3", "", "boo")}, "no trap effect"),
        ({"skyshard": printed.PrintedSkyshard(("A",), "boo")}, "no skyshard effect"),
        ({"environment": printed.PrintedEnvironment("A", "boo")}, "no environment"),
    ],
)
def test_a_card_that_names_what_there_is_not_is_refused(
    change: dict[str, object], told: str
) -> None:
    row = printed.PrintedCard("x", "X", "3", ((),) * 4)
    with pytest.raises(ValueError, match=told):
        printed.card_of(msgspec.structs.replace(row, **change))


@pytest.mark.parametrize(
    ("shape", "diagram", "told"),
    [
        ("3", "d\n   .\n", "2 hexes, not 3"),
        ("3", ".\n   .\n.\n", "without a door"),
        ("3", "d\n   x\n.\n", "'x' is no icon"),
        ("3", "d\n  d\n.\n", "between the hexes"),
        ("3", "d\n   .\n  .\n", "between the hexes"),
        ("3", "d\n.\n   .\n", "between the hexes"),
    ],
)
def test_a_tile_that_is_drawn_wrongly_is_refused(shape: str, diagram: str, told: str) -> None:
    row = printed.PrintedTile("x", "X", shape, diagram)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"tile x: .*{told}"):
        printed.tile_of(row)


def test_the_lock_of_a_trap_is_written_as_on_the_cards() -> None:
    lock = read_lock("2: 3k-6-1")
    assert (lock.attempts, lock.digits, lock.keys, lock.id) == (2, (3, 6, 1), (3,), "2:3k-6-1")


def test_the_cards_that_the_rulebook_names_cite_it() -> None:
    sources = {name: CARDS[name].source for name in ("spore-chamber", "sluice-room")}
    assert "p79" in sources["spore-chamber"]
    assert "p68" in sources["sluice-room"]
    assert CARDS["throne-room"].code == "GE-07"
    assert CARDS["throne-room"].revealed is not None
    assert CARDS["throne-room"].revealed.populated


@rule("ENC-9")
def test_the_challenge_of_a_delve_makes_enemies_faster() -> None:
    party = [hero(f"a{n}", at=(-1, n)) for n in range(3)]
    scene = below(*party, foe("e1", at=(2, 0)), encounter="glass-mine")
    assert running(scene).value(UnitId("e1"), Stat.MOVEMENT, 2).value == 3
    pair = below(*party[:2], foe("e1", at=(2, 0)), encounter="glass-mine")
    assert running(pair).value(UnitId("e1"), Stat.MOVEMENT, 2).value == 2


def test_the_challenge_of_a_delve_makes_enemies_tougher() -> None:
    party = [hero(f"a{n}", at=(-1, n) if n < 3 else (2, 0)) for n in (1, 2)]
    party += [hero("a3", at=(2, 0)), hero("a4", at=(0, 0))]
    scene = below(*party, card="mirror-room", tile="guard-post", enemy="mudcrab",
                  encounter="glass-mine", turn="a3", xp=1)  # fmt: skip
    scene.rolls(0, 0).answer("turn.explore", "2,-2").rolls(0)
    scene.answer("delve.place", *scene.asked("delve.place").default)
    while scene.questions[0].why.startswith("delve."):
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    (enemy,) = [unit for unit in scene.state.units.values() if unit.side == "enemy"]
    assert enemy.hp == enemy.health + 1
    assert "tough" in CHALLENGES
