"""Events of a delve: tiles, cards, caches, skyshards, traps."""

from typing import Any

import msgspec
from msgspec.structs import replace

from protocol import battle as ev
from protocol.hexes import key
from server.rules.battle.kernel.state import BattleState, Delve, Tile
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]


def delve_began(state: BattleState, event: ev.DelveBegan) -> Ops:
    """Begin a delve of which nothing is explored yet."""
    return (put("delve", Delve(event.skyshards)),)


def tile_drawn(state: BattleState, event: ev.TileDrawn) -> Ops:
    """Take a tile out of its stack: one whose place is unknown, else the first that was put
    back.
    """
    stack, here = state.decks[event.stack], f"decks/{event.stack}"
    left = stack.cards.get(event.tile, 0)
    if left:
        return (put(f"{here}/cards/{event.tile}", left - 1),)
    assert not any(stack.cards.values())
    assert stack.bottom[0] == event.tile
    return (put(f"{here}/bottom", stack.bottom[1:]),)


def tile_returned(state: BattleState, event: ev.TileReturned) -> Ops:
    """Put a tile under its stack, where its place is known."""
    below = (*state.decks[event.stack].bottom, event.tile)
    return (put(f"decks/{event.stack}/bottom", below),)


def card_revealed(state: BattleState, event: ev.CardRevealed) -> Ops:
    """Count the card's skyshards as drawn."""
    delve = _delve(state)
    return (put("delve/drawn", delve.drawn + event.shards),) if event.shards else ()


def card_set_aside(state: BattleState, event: ev.CardSetAside) -> Ops:
    """Keep a card face down: it counts as one skyshard drawn and gained."""
    delve = _delve(state)
    return (
        put("delve/drawn", delve.drawn + 1),
        put("delve/gained", min(delve.required, delve.gained + 1)),
        put("delve/facedown", (*delve.facedown, event.card)),
    )


def card_discarded(state: BattleState, event: ev.CardDiscarded) -> Ops:
    """Put a card onto the discard pile, taking it from its tile if it was beside one, and its
    skyshards from those drawn.
    """
    ops: Ops = (put("decks/delve/discard", (*state.decks["delve"].discard, event.card)),)
    if event.shards:
        ops = (*ops, put("delve/drawn", _delve(state).drawn - event.shards))
    if not event.tile:
        return ops
    return (*ops, put(f"tiles/{event.tile}", replace(state.tiles[event.tile], card="", shards=0)))


def tile_placed(state: BattleState, event: ev.TilePlaced) -> Ops:
    """Add a tile to the map; it covers no other one."""
    tile = msgspec.convert(event.tile, Tile)
    taken = [at for other in state.tiles.values() for at in other.hexes]
    assert not any(at in taken for at in tile.hexes), f"{event.name} covers another tile"
    assert event.name not in state.tiles
    return (put(f"tiles/{event.name}", tile),)


def tile_removed(state: BattleState, event: ev.TileRemoved) -> Ops:
    """Take a tile off the map; its caches go back to the supply."""
    gone = state.tiles[event.name].hexes
    assert not any(unit.at in gone for unit in state.units.values()), "somebody stands there"
    caches = [key(at) for at in gone if key(at) in state.caches]
    return (
        drop(f"tiles/{event.name}"),
        *(drop(f"caches/{name}") for name in caches),
        *((put("supply/cache", state.supply["cache"] + len(caches)),) if caches else ()),
    )


def cache_placed(state: BattleState, event: ev.CachePlaced) -> Ops:
    """Put a cache chip of the supply into a hex."""
    assert state.supply["cache"] > 0
    assert key(event.at) not in state.caches
    return (
        put(f"caches/{key(event.at)}", event.deck),
        put("supply/cache", state.supply["cache"] - 1),
    )


def card_laid(state: BattleState, event: ev.CardLaid) -> Ops:
    """Put a card beside its tile, with its skyshards and its trap."""
    tile = replace(state.tiles[event.tile], card=event.card, shards=event.shards, armed=event.armed)
    return (put(f"tiles/{event.tile}", tile),)


def skyshard_gained(state: BattleState, event: ev.SkyshardGained) -> Ops:
    """Give the tile's skyshards to the party, and its card unless that stays at the tile."""
    delve, tile = _delve(state), state.tiles[event.tile]
    assert tile.shards
    return (
        put("delve/gained", event.total),
        put("delve/kept", (*delve.kept, tile.card)),
        put(f"tiles/{event.tile}", replace(tile, shards=0, card=tile.card if event.stays else "")),
    )


def trap_triggered(state: BattleState, event: ev.TrapTriggered) -> Ops:
    """Disarm the trap of a tile."""
    tile = state.tiles[event.tile]
    assert tile.armed
    return (put(f"tiles/{event.tile}", replace(tile, armed=False)),)


def xp_earned(state: BattleState, event: ev.XpEarned) -> Ops:
    """Add XP that the party gains in the Reward Phase."""
    return (put("xp", state.xp + event.points),)


def _delve(state: BattleState) -> Delve:
    assert state.delve is not None
    return state.delve


APPLY: dict[Any, Any] = {
    ev.DelveBegan: delve_began,
    ev.TileDrawn: tile_drawn,
    ev.TileReturned: tile_returned,
    ev.CardRevealed: card_revealed,
    ev.CardSetAside: card_set_aside,
    ev.CardDiscarded: card_discarded,
    ev.TilePlaced: tile_placed,
    ev.TileRemoved: tile_removed,
    ev.CachePlaced: cache_placed,
    ev.CardLaid: card_laid,
    ev.SkyshardGained: skyshard_gained,
    ev.TrapTriggered: trap_triggered,
    ev.XpEarned: xp_earned,
}
