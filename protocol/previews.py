"""Previews: what the rules say would happen, asked with `preview` and binding nobody.

A chance is a whole number of ways out of `of` equally likely ones; nothing is sampled.
"""

from typing import Literal

from msgspec import Struct

from protocol.ids import DieId, UnitId


class Chances(Struct, frozen=True, array_like=True):
    """How a number can fall: `ways[i]` of `of` ways give `points[i]`, ascending."""

    points: tuple[int, ...]
    ways: tuple[int, ...]
    of: int


class FaceOdds(Struct, frozen=True, array_like=True):
    """One result of a die: how many of its six faces show it, its text, the damage it does alone.

    `opens` marks a result whose outcome cannot be told: it rolls on or asks.
    """

    faces: int
    text: str
    damage: int = 0
    true: int = 0
    opens: bool = False


class DieOdds(Struct, frozen=True, array_like=True):
    """What a gathered die can do. `die` is "" for an enemy Combat die that is added to the roll."""

    die: DieId
    name: str
    results: tuple[FaceOdds, ...]


class EngageOdds(Struct, frozen=True, array_like=True, tag="engage"):
    """What a planned engage can do to its target, each result resolved for itself.

    `dealt` is damage before prevention, `lost` the HP that it costs after defense, skills and bonus
    HP; `defeats` counts the ways in which the target falls. `why` explains the target's defense,
    `skills` are the target's that may answer. `open` says that something in it cannot be foreseen.
    """

    target: UnitId
    dice: tuple[DieOdds, ...]
    dealt: Chances
    lost: Chances
    defeats: int
    why: str
    skills: tuple[str, ...]
    open: bool = False


class Course(Struct, frozen=True, array_like=True):
    """One way an enemy's turn can take: the hexes it enters, then whom it engages."""

    hexes: tuple[str, ...]
    targets: tuple[UnitId, ...]


class EnemyTurn(Struct, frozen=True, array_like=True, tag="enemy"):
    """An enemy's next turn as things stand, every choice of the party followed.

    `dealt` is what its roll can come to against each target, before prevention; `threatens` holds
    the hexes it could reach with an engage after a full move.
    """

    unit: UnitId
    courses: tuple[Course, ...]
    dealt: Chances
    threatens: tuple[str, ...]


class Values(Struct, frozen=True, array_like=True, tag="values"):
    """A unit's values now, each explained: {"combat": "3 = 2 printed +1 Vindictive"}."""

    unit: UnitId
    values: dict[str, str]


class Consequences(Struct, frozen=True, array_like=True, tag="answer"):
    """What an answer to a question of the days would do for certain, by the very rules.

    `changes` are sentences by adventurer, those of the whole party under "". `then` says what
    decides the rest: dice or cards, a battle, a question; "" where nothing is left open.
    """

    unit: UnitId
    changes: dict[UnitId, tuple[str, ...]]
    then: str = ""


ALL_WAYS = 10_000
"""The ways out of which the chances of a match are told."""


class Fate(Struct, frozen=True, array_like=True):
    """What can become of a unit of a match, each in ways of `ALL_WAYS`, rounded so that together
    they are all; what is possible at all has one at least.

    `unhurt` is as it is now, `wounded` has lost wounds alone; the others are its state at the end.
    """

    unit: UnitId
    unhurt: int
    wounded: int = 0
    dazed: int = 0
    stunned: int = 0
    lost: int = 0


class CombatOdds(Struct, frozen=True, array_like=True, tag="combat"):
    """What a melee of a match does to each of its units if every player answers by the defaults.

    `joins`: as if `unit` had engaged the targets of the picks first.
    """

    unit: UnitId
    fates: tuple[Fate, ...]
    joins: bool = False


class Sighting(Struct, frozen=True, array_like=True):
    """An enemy as a unit of a match sees it, and a shot at it if one may be taken: its chance to
    hit, of `ALL_WAYS`, and what it does within its range. `window`: it is taken from there.
    """

    unit: UnitId
    sight: Literal["open", "cover", "hidden"]
    hits: int = 0
    shot: Fate | None = None
    window: bool = False


class Outlook(Struct, frozen=True, array_like=True, tag="sight"):
    """What a unit of a match sees of each enemy, from where it stands or from a point picked."""

    unit: UnitId
    enemies: tuple[Sighting, ...]


Foreseen = EngageOdds | EnemyTurn | Values | Consequences | CombatOdds | Outlook
