"""What holds after every commit of every battle."""

from collections import Counter
from collections.abc import Mapping

from protocol.hexes import neighbours
from server.rules.battle.kernel.state import (
    FATIGUE,
    ITEMS,
    MAX_TENACITY,
    READY,
    SLOTS,
    TOKEN,
    TRACK,
    BattleState,
    Deck,
)
from server.rules.battle.kernel.words import STATUSES

BOX = {"LF": 20, "OF": 12, "status": 12, "cache": 6}


def check(state: BattleState, box: Mapping[str, int] = BOX) -> None:
    """Every invariant of a battle; raises AssertionError naming the one that is broken.

    `box` is how many fatigue dice, status dice and cache chips there are in all.
    """
    _dice(state)
    _hexes(state)
    _bounds(state)
    _supply(state, box)
    _enchantments(state)
    if state.delve is not None:
        _delve(state)


def _delve(state: BattleState) -> None:
    """Tiles cover no other, hang together, and every tile, card and skyshard is somewhere once."""
    delve = state.delve
    assert delve is not None
    hexes = [at for tile in state.tiles.values() for at in tile.hexes]
    assert len(hexes) == len(dict.fromkeys(hexes)), "a tile covers another"
    reached = hexes[:1]
    for here in reached:
        reached += [n for n in neighbours(here) if n in hexes and n not in reached]
    assert len(reached) == len(hexes), "the map has come apart"
    assert all(at in tile.hexes for tile in state.tiles.values() for at in tile.doors)
    assert 0 <= delve.gained <= min(delve.drawn, delve.required)
    stacks = [deck for name, deck in state.decks.items() if name.startswith("tiles-")]
    stacked = [tile for deck in stacks for tile in (*_left(deck), *deck.bottom)]
    assert not any(name in stacked for name in state.tiles), "a tile lies twice"


def _left(deck: Deck) -> list[str]:
    return [card for card, count in deck.cards.items() for _ in range(count)]


def _dice(state: BattleState) -> None:
    places: Counter[str] = Counter()
    for mat in state.adventurers.values():
        for place in (mat.row, mat.rolled, mat.active, mat.track, mat.drained):
            places.update(die for die in place if die not in (*FATIGUE, *STATUSES, TOKEN))
    for unit in state.units.values():
        places.update(unit.dice)
    places.update(list(state.in_hexes))
    assert places == Counter(list(state.dice)), "a die is lost or doubled"


def _hexes(state: BattleState) -> None:
    taken = [unit.at for unit in state.units.values() if unit.at is not None]
    passing = state.turn.unit if state.turn is not None and state.turn.moved else ""
    stand = [u.at for u in state.units.values() if u.at is not None and u.id != passing]
    assert len(stand) == len(dict.fromkeys(stand)), "two units stand in one hex"
    ground = [at for tile in state.tiles.values() for at in tile.hexes if at not in state.blocked]
    assert all(at in ground for at in taken), "a unit stands off the map"


def _bounds(state: BattleState) -> None:
    for unit in state.units.values():
        assert unit.hp >= 0, f"{unit.id} has {unit.hp} HP"
        assert unit.bonus >= 0
        assert not unit.bonus or unit.kind == "adventurer", "only adventurers have bonus HP"
        assert unit.at is None or not unit.fate, f"{unit.id} is {unit.fate} and on the map"
        assert len(unit.statuses) == len(dict.fromkeys(unit.statuses))
    for name, mat in state.adventurers.items():
        assert len(mat.active) <= SLOTS, f"{name} has {len(mat.active)} active dice"
        assert len(mat.track) <= TRACK, f"{name} has {len(mat.track)} dice in the track"
        assert 0 <= mat.tenacity <= MAX_TENACITY
        assert len(mat.ready) <= READY
        assert len(mat.ready) + len(mat.pack) <= ITEMS
        statuses = [token for token in mat.track if token in STATUSES]
        assert len(statuses) == len(dict.fromkeys(statuses)), f"{name} has a status twice"


def total(state: BattleState) -> dict[str, int]:
    """How many fatigue dice, status dice and cache chips there are, in the supply and outside."""
    out: Counter[str] = Counter()
    for mat in state.adventurers.values():
        out.update(token for token in (*mat.track, *mat.active) if token in FATIGUE)
        out["status"] += sum(token in STATUSES for token in mat.track)
    for unit in state.units.values():
        out["status"] += len(unit.statuses)
        out.update(burden.kind for burden in unit.fatigue)
    out["status"] += sum(len(tokens) for tokens in state.laid.values())
    out["cache"] = len(state.caches)
    return {kind: count + out[kind] for kind, count in state.supply.items()}


def _supply(state: BattleState, box: Mapping[str, int]) -> None:
    """None is lost, and none comes from nowhere."""
    assert all(count >= 0 for count in state.supply.values()), "a supply is overdrawn"
    for kind, count in total(state).items():
        assert count == box[kind], f"there are {count} {kind} of {box[kind]}"


def _enchantments(state: BattleState) -> None:
    carried = [c.id for mat in state.adventurers.values() for c in (*mat.ready, *mat.pack)]
    for card, spell in state.enchantments.items():
        assert card not in carried, f"{card} is at work and in an inventory"
        there = spell.on in carried or spell.on in state.units or spell.on in state.tiles
        assert there, f"{card} hangs in the air"
