"""Events of a delve: cards revealed, tiles laid, caches placed, skyshards and traps."""

from typing import Any

from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import UnitId


class DelveBegan(Event, frozen=True, array_like=True, tag="delve"):
    """A delve begins that wants so many skyshards."""

    skyshards: int


class TileDrawn(Event, frozen=True, array_like=True, tag="tile"):
    """A tile left its stack; where all its tiles are known, the uppermost one."""

    stack: str
    tile: str
    name: str = ""


class TileReturned(Event, frozen=True, array_like=True, tag="untile"):
    """A tile that fits nowhere went under its stack."""

    stack: str
    tile: str
    name: str = ""


class CardRevealed(Event, frozen=True, array_like=True, tag="reveal"):
    """A delve card was turned up by a unit that explored the hex `at`; `text`: what it says."""

    unit: UnitId
    at: Hex
    card: str
    name: str
    text: str = ""
    shards: int = 0


class CardSetAside(Event, frozen=True, array_like=True, tag="facedown"):
    """No tile of a card's shape is left: the card counts as a skyshard, face down."""

    unit: UnitId
    card: str
    name: str = ""


class CardDiscarded(Event, frozen=True, array_like=True, tag="binned"):
    """A delve card has no effect left, or its tile fits nowhere. `tile` is where it lay.

    `shards` are skyshards on it that were drawn, and go away with it.
    """

    card: str
    name: str = ""
    tile: str = ""
    shards: int = 0


class TilePlaced(Event, frozen=True, array_like=True, tag="placed"):
    """A tile was connected to the map: as plain data (`Tile`)."""

    name: str
    tile: Any


class TileRemoved(Event, frozen=True, array_like=True, tag="collapse"):
    """A tile left the map and the battle; nobody stood on it."""

    name: str


class CachePlaced(Event, frozen=True, array_like=True, tag="stash"):
    """A cache chip was laid on the map."""

    at: Hex
    deck: str


class CardLaid(Event, frozen=True, array_like=True, tag="laid"):
    """A delve card lies beside its tile: with skyshards to gain, an armed trap, or for good."""

    tile: str
    card: str
    name: str = ""
    shards: int = 0
    armed: bool = False


class SkyshardGained(Event, frozen=True, array_like=True, tag="shard"):
    """The party gained a tile's skyshards; it has `total` now. `text`: the effect that follows.

    The card comes to the party, unless it `stays` for what else it does.
    """

    unit: UnitId
    tile: str
    count: int
    total: int
    text: str = ""
    stays: bool = False


class TrapTriggered(Event, frozen=True, array_like=True, tag="trap"):
    """A unit entered a trapped tile and has to try its lock; the trap is not armed any more."""

    unit: UnitId
    tile: str
    name: str
    lock: str


class TrapTried(Event, frozen=True, array_like=True, tag="trapped"):
    """A trap's lock was tried; `sprung`: its effect follows."""

    unit: UnitId
    tile: str
    name: str
    success: bool
    sprung: bool
    text: str = ""


class XpEarned(Event, frozen=True, array_like=True, tag="xp"):
    """The party earned XP by something else than the encounter's reward."""

    points: int
    what: str
