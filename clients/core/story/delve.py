"""Sentences about delves: tiles, cards, skyshards, traps."""

from collections.abc import Callable
from typing import Any

from clients.core.names import lock_in_words, plural, title
from clients.core.story.telling import Telling
from protocol import battle as ev
from protocol.hexes import key


def delve_began(t: Telling, event: ev.DelveBegan) -> str:
    """Return the sentence for the beginning of a delve."""
    return f"The delve holds {plural(event.skyshards, 'skyshard')} to be found."


def tile_drawn(t: Telling, event: ev.TileDrawn) -> str:
    """Return the sentence for a tile that is drawn."""
    size = event.stack.removeprefix("tiles-")
    return f"A tile of {size} hexes is drawn: {event.name or title(event.tile)}."


def tile_returned(t: Telling, event: ev.TileReturned) -> str:
    """Return the sentence for a tile that goes under its stack."""
    return f"{event.name or title(event.tile)} goes under its stack."


def card_revealed(t: Telling, event: ev.CardRevealed) -> str:
    """Return the sentence for a card that is revealed."""
    shards = f", {plural(event.shards, 'skyshard')}" if event.shards else ""
    text = f" {event.text}" if event.text else ""
    who = t.names.unit(event.unit)
    return f"{who} explores {key(event.at)} and reveals {event.name}{shards}.{text}"


def card_set_aside(t: Telling, event: ev.CardSetAside) -> str:
    """Return the sentence for a card that is set aside face down."""
    name = event.name or title(event.card)
    return f"No tile fits {name}: face down, it counts as a skyshard for the party."


def card_discarded(t: Telling, event: ev.CardDiscarded) -> str:
    """Return the sentence for a card that is discarded."""
    return f"The card {event.name or title(event.card)} is discarded."


def tile_placed(t: Telling, event: ev.TilePlaced) -> str:
    """Return the sentence for a tile that is connected to the map."""
    hexes = plural(len(event.tile["hexes"]), "hex", "hexes")
    return f"{title(event.name)} is connected to the map: {hexes}."


def tile_removed(t: Telling, event: ev.TileRemoved) -> str:
    """Return the sentence for a tile that is removed."""
    return f"{title(event.name)} falls away from the map."


def cache_placed(t: Telling, event: ev.CachePlaced) -> str:
    """Return the sentence for a cache."""
    return f"A {event.deck} cache lies at {key(event.at)}."


def card_laid(t: Telling, event: ev.CardLaid) -> str:
    """Return the sentence for a card beside its tile."""
    waits = [plural(event.shards, "skyshard")] if event.shards else []
    waits += ["a trap"] if event.armed else []
    there = " and ".join(waits) or "its effect"
    return f"{event.name or title(event.card)} lies beside {title(event.tile)} with {there}."


def skyshard_gained(t: Telling, event: ev.SkyshardGained) -> str:
    """Return the sentence for skyshards that are gained."""
    text = f" {event.text}" if event.text else ""
    count = "a skyshard" if event.count == 1 else plural(event.count, "skyshard")
    return f"{t.names.unit(event.unit)} gains {count}: the party has {event.total} now.{text}"


def trap_triggered(t: Telling, event: ev.TrapTriggered) -> str:
    """Return the sentence for a trap."""
    lock = lock_in_words(event.lock)
    return f"{t.names.unit(event.unit)} triggers the trap {event.name}: its lock is {lock}."


def trap_tried(t: Telling, event: ev.TrapTried) -> str:
    """Return the sentence for a trap's end."""
    lock = "gives way" if event.success else "holds"
    text = f" {event.text}" if event.text else ""
    does = "the trap springs" if event.sprung else "nothing happens"
    return f"The lock of {event.name} {lock}: {does}.{text}"


def xp_earned(t: Telling, event: ev.XpEarned) -> str:
    """Return the sentence for XP that are earned."""
    return f"The party earns {event.points} XP for its {event.what}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
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
    ev.TrapTried: trap_tried,
    ev.XpEarned: xp_earned,
}
