"""What is printed for an encounter: its map, its enemies, its objective and special rules."""

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
from server.rules.battle.kernel.words import EncounterKind, Scenario, Side


@dataclass(frozen=True)
class Wave:
    """Enemies that a special rule brings at the start of rounds: `count` of a level in round
    `first`, and in every `every`-th round after it up to `last`.
    """

    first: int
    last: int
    every: int
    count: int
    level: int


@dataclass(frozen=True)
class Challenge(EffectSource):
    """What makes an encounter harder for a larger party, until the battle ends (p72; ENC-9).

    `hooks` act like an encounter's own; `modifiers` change values of all enemies.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    waves: tuple[Wave, ...] = ()


@dataclass(frozen=True)
class Placed:
    """A unit that an encounter deploys by name, at no cost of points, in a hex that the party
    chooses of `hexes`.

    `hp` is None for as many HP as its Health, 0 for a unit without HP chips (ECH-11). An
    `objective` unit is set aside when it is defeated; one of side "party" is an ally that nobody
    controls; a unit that is `still` takes no turns.
    """

    chip: str
    hexes: tuple[Hex, ...]
    hp: int | None = None
    objective: bool = False
    side: Side = "enemy"
    still: bool = False


@dataclass(frozen=True)
class SecondPool:
    """A second enemy pool, with as many points as the first, for special hexes (DUN-4).

    With `rooms` every tile gets one enemy before any gets another; `hp` and `still` as in `Placed`.
    """

    hexes: tuple[Hex, ...]
    hp: int | None = None
    rooms: bool = False
    still: bool = False


@dataclass(frozen=True)
class Encounter(EffectSource):
    """A battle's printed set-up: the hexes of its diagram, its enemies, its objective and rules.

    About it: `kind` is clash, delve or dungeon, `scenario` the sort of task by which tables choose,
    `goal` the task in a sentence to players. `dial` is the XP dial unless the table chooses
    another. A `campaign` encounter is not offered on its own; `final` marks the last step of a
    guild quest, whose enemy points come from a table.

    Its map: `tiles` by name, of which `entrance` is one; `caches` by hex, with their deck; `escape`
    are hexes that its rules name, `marks` what else the map shows. `delve` is the plan of a delve.
    `locks` are effects of checks at caches without a card (CAC-6), called with who picked and
    whether it succeeded; the `stubborn` ones stay after a failure (C-21).

    Its enemies: `placed` come first, then `named` chips with their hexes, then the enemy pool on
    the `numbered` hexes in order, then the `second` pool. `least` is a level and a count: enemies
    of that level fill the first hexes up to the count, at no cost of points. `bag` names the chips
    of a special bag (empty: the usual ones), `wanted` a type or name that drawn chips should have.

    Its rules: `met` says whether the objective holds now, `lost` that it can no longer be reached,
    `leave` that a retreat wins (RET-3). `rules` describe the special rules, one sentence each,
    `hooks` carry them out, `modifiers` change values of all enemies. `challenges` are its modifiers
    by party size, `twists` those that a campaign may ask for by name. `waves` are the enemies that
    its rules bring later, as players are told. `after` runs after cleanup.
    """

    id: str
    name: str
    tiles: dict[str, tuple[Hex, ...]]
    entrance: str
    numbered: tuple[Hex, ...]
    caches: dict[Hex, str]
    objective: str
    met: Callable[[Battle], bool]
    kind: EncounterKind = "clash"
    text: str = ""
    scenario: Scenario = "brawl"
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
    waves: tuple[Wave, ...] = ()
    locks: dict[Hex, Callable[[Battle, UnitId, bool], None]] = field(default_factory=dict)
    stubborn: tuple[Hex, ...] = ()
    lost: Callable[[Battle], bool] | None = None
    delve: DelvePlan | None = None
    leave: Callable[[Battle], bool] | None = None
    after: Callable[[Battle], None] | None = None
    dial: int = 2
    campaign: bool = False
    source: str = "original"
