"""The components of a delve: tiles with icons, cards with effects, and the encounter's plan."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import assert_never

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.effects import EffectSource, Hook, Modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock

SHAPES = ("3", "6", "7", "19")
"""The shapes of delve tiles: the number of their hexes."""


@dataclass(frozen=True)
class MapTile:
    """A delve tile: its hexes, relative to an origin of its own, and those of them with icons.

    `shape` is the number of its hexes, as text. Doors connect tiles, enemies are deployed on hearts
    and cache chips placed on caches.
    """

    id: str
    name: str
    shape: str
    hexes: tuple[Hex, ...]
    doors: tuple[Hex, ...]
    hearts: tuple[Hex, ...]
    caches: tuple[Hex, ...]
    source: str = "original"


@dataclass(frozen=True)
class Room:
    """The facts for a delve card's effect: the card, an adventurer, a hex and a tile.

    As the card is revealed: who explored, the hex explored, and the new tile ("" until it is
    placed). Later: who entered the tile, and the hex entered.
    """

    card: str
    unit: UnitId
    at: Hex
    tile: str = ""


Act = Callable[[Battle, Room], None]


@dataclass(frozen=True)
class Reveal:
    """A When Revealed effect; with `populated` it runs only after caches and enemies are placed."""

    text: str
    do: Act
    populated: bool = False


@dataclass(frozen=True)
class Trap:
    """A trap: its lock, and its effect, which happens if the check's result is what `springs` says
    ("failure" or "success").
    """

    name: str
    lock: Lock
    text: str
    do: Act
    springs: str = "failure"


@dataclass(frozen=True)
class SkyshardBox:
    """Effects on gaining skyshards, by the party's new total: the text for 1, for 2, and so on."""

    texts: tuple[str, ...]
    do: Callable[[Battle, Room, int], None]

    def text(self, total: int) -> str:
        """Return the text for a total; "" where none is printed."""
        return self.texts[total - 1] if 0 < total <= len(self.texts) else ""


@dataclass(frozen=True)
class Environment(EffectSource):
    """Effects that work as long as their tile is on the map.

    Their `me.unit` is `now.unit` for hooks, and for modifiers the unit whose value is asked for;
    `me.tile` names the tile.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


GENERAL = "GE"
"""Part of the code of a general delve card; the other codes name a province (p15, SET-16)."""


@dataclass(frozen=True)
class DelveCard:
    """A delve card: the shape of its tile, what populates it, and at most two effects.

    `scale` has a row for each party size, each number the highest level of one enemy. `lasting` is
    what stays beside the tile (at most one such effect is printed); skyshards may lie there, too.
    """

    id: str
    name: str
    shape: str
    scale: tuple[tuple[int, ...], ...]
    skyshards: int = 0
    legendary: int = 0
    common: int = 0
    revealed: Reveal | None = None
    lasting: Trap | SkyshardBox | Environment | None = None
    code: str = ""
    source: str = "original"

    @property
    def special(self) -> bool:
        """Return whether it is used only in decks that name it: such a card is marked SP
        (SET-5).
        """
        return "SP" in self.code

    def lies_in(self, province: str) -> bool:
        """Return whether its code lets it be used in a province ("": a battle of no campaign)."""
        return not province or not self.code or GENERAL in self.code or province in self.code

    @property
    def text(self) -> str:
        """Return all that the card says, for people."""
        parts = [f"When revealed: {self.revealed.text}"] if self.revealed else []
        match self.lasting:
            case Trap(name=name, lock=lock, text=text):
                parts.append(f"Trap, {name} ({lock.words}): {text}")
            case SkyshardBox(texts=texts):
                parts.append("Skyshard: " + " ".join(f"{n}: {t}" for n, t in enumerate(texts, 1)))
            case Environment(text=text):
                parts.append(f"Environment: {text}")
            case None:
                pass
            case _:
                assert_never(self.lasting)
        return " ".join(parts)


@dataclass(frozen=True)
class DelvePlan:
    """What an encounter says about its delve: the skyshards required, and the ids of its cards and
    tiles (empty: all but special cards).

    `doors` are the two hexes of the entrance that share a door icon. With `uncover` the party has
    to retreat once it has all skyshards, and each is worth 1 XP.
    """

    doors: tuple[Hex, Hex]
    skyshards: int = 3
    cards: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    uncover: bool = False
