"""What an encounter prints: its map, its enemies, its objective and special rules."""

from collections.abc import Callable
from dataclasses import dataclass, field

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.delve_parts import DelvePlan
from server.rules.battle.components.effects import (
    EffectSource,
    Hook,
    Modifier,
)
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.words import Side


@dataclass(frozen=True)
class Challenge(EffectSource):
    """What makes an encounter harder for a larger party, until the battle ends (p72; ENC-9).

    `hooks` act like an encounter's own; `modifiers` change values of all enemies.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Placed:
    """A unit that an encounter deploys by name, for no points; the party picks among its hexes.

    `hp` is None for its Health, 0 for a unit without HP chips (ECH-11). An `objective` unit is set
    aside when it falls; one of side "party" is an ally that nobody controls; `still`: no turns.
    """

    chip: str
    hexes: tuple[Hex, ...]
    hp: int | None = None
    objective: bool = False
    side: Side = "enemy"
    still: bool = False


@dataclass(frozen=True)
class SecondPool:
    """A second sum of points, reckoned like the first, for special hexes (DUN-4).

    With `rooms` every tile gets one enemy before any gets another; `hp` as in `Placed`.
    """

    hexes: tuple[Hex, ...]
    hp: int | None = None
    rooms: bool = False
    still: bool = False


@dataclass(frozen=True)
class Encounter(EffectSource):
    """A battle's printed set-up: hexes of its diagram, its bag, its objective and special rules.

    `kind` is clash, delve or dungeon, `scenario` the sort of task for whoever looks for one, `goal`
    what to do in a sentence to players. `numbered` are the enemy hexes in order, of which enemies
    of `least` (level, count) fill the first `count` for no points; `caches` go by hex; `escape` are
    hexes its rules name, `marks` what else the map shows. `bag` names the chips of a special bag
    (empty: the usual ones), `wanted` a type or a name that drawn chips should have, `named` chips
    that are deployed besides, with their hexes; `placed` come before all others, `second` after
    them. `final` marks the last step of a guild quest, whose points a table gives. `met` says
    whether the objective holds now, `lost` whether it can no longer; `challenges` are its modifiers
    by party size, `twists` those that a campaign may ask for by name; `locks` say what a check does
    at caches that hold no card but serve another effect: given who picked, and whether the lock
    gave way (CAC-6); the `stubborn` among them stay when it did not (C-21). `rules` tell the
    special rules, a sentence each; `hooks` do them, and `modifiers` change all enemies.
    `delve` says what a delve wants; where `leave` holds, a retreat wins the battle (RET-3).
    `after` runs once cleanup is done (rewards of its own). `dial` is where the XP dial stands
    unless the table says otherwise. A `campaign` encounter is not offered on its own.
    """

    id: str
    name: str
    tiles: dict[str, tuple[Hex, ...]]
    entrance: str
    numbered: tuple[Hex, ...]
    caches: dict[Hex, str]
    objective: str
    met: Callable[[Battle], bool]
    kind: str = "clash"
    text: str = ""
    scenario: str = "brawl"
    goal: str = ""
    blocked: tuple[Hex, ...] = ()
    escape: tuple[Hex, ...] = ()
    marks: dict[Hex, str] = field(default_factory=dict)
    bag: tuple[str, ...] = ()
    wanted: str = ""
    named: tuple[tuple[str, Hex], ...] = ()
    placed: tuple[Placed, ...] = ()
    least: tuple[int, int] = (1, 0)
    second: SecondPool | None = None
    final: bool = False
    rules: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    challenges: dict[int, Challenge] = field(default_factory=dict)
    twists: dict[str, Challenge] = field(default_factory=dict)
    locks: dict[Hex, Callable[[Battle, UnitId, bool], None]] = field(default_factory=dict)
    stubborn: tuple[Hex, ...] = ()
    lost: Callable[[Battle], bool] | None = None
    delve: DelvePlan | None = None
    leave: Callable[[Battle], bool] | None = None
    after: Callable[[Battle], None] | None = None
    dial: int = 2
    campaign: bool = False
    source: str = "original"
