"""The state of a match: everything on the table, as plain typed data.

A unit contains its printed type and what it carries, so that rules, replays and clients need no
catalogue. Lengths are in thousandths of an inch, points are triples (`protocol.points`).
"""

from typing import Literal

from msgspec import Struct, field

from protocol.ids import NO_SEAT, SeatId, UnitId
from protocol.skirmish import Injury, Mark, MatchEnding, Phase, Point, SpellId
from server.rules.engine.ruleset import Record
from server.rules.skirmish.components import (
    Armour,
    Board,
    Catalogue,
    MeleeWeapon,
    RangedWeapon,
    Roster,
    Skill,
    Spell,
    UnitType,
    Warband,
)

NEVER = -1
"""The turn number of something that has not happened yet."""


class Unit(Struct, frozen=True):
    """A unit of a warband. `at` is None before it is deployed and after it is lost.

    `wounds` are those left, `marks` what it did this turn. `fell` and `fired` are the turns in
    which it was lost and in which it last shot. `token` is the treasure that it carries ("": none),
    `window` the one that it has looked out of to shoot since its side's turn began (SK-21).
    """

    id: UnitId
    name: str
    side: SeatId
    type: UnitType
    wounds: int
    melee: tuple[MeleeWeapon, ...] = ()
    ranged: tuple[RangedWeapon, ...] = ()
    armour: Armour | None = None
    spells: tuple[Spell, ...] = ()
    at: Point | None = None
    injury: Injury = ""
    marks: tuple[Mark, ...] = ()
    token: str = ""
    fell: int = NEVER
    fired: int = NEVER
    window: Point | None = None

    @property
    def is_downed(self) -> bool:
        """Return whether it is stunned or dazed."""
        return self.injury in ("stunned", "dazed")

    @property
    def is_lost(self) -> bool:
        """Return whether it is incapacitated."""
        return self.fell != NEVER

    def has(self, skill: Skill) -> bool:
        """Return whether it has a skill."""
        return skill in self.type.skills

    def did(self, *marks: Mark) -> bool:
        """Return whether it has any of these marks this turn."""
        return any(mark in self.marks for mark in marks)


class Side(Struct, frozen=True):
    """One of the two players' warbands; `zone` is the number of its deployment zone."""

    seat: SeatId
    warband: Warband
    zone: int


class Token(Struct, frozen=True):
    """A treasure token: where it lies unless a unit carries it, and the side that got it after the
    match.
    """

    at: Point
    kept: SeatId = NO_SEAT


class OngoingSpell(Struct, frozen=True):
    """An ongoing spell and its target."""

    spell: SpellId
    target: UnitId


class Variant(Struct, frozen=True):
    """Rules that a table may choose (section 7.8 of the rules' digest), with their usual values.

    `carriers_engage`: units with treasure may engage. `penalty_after_attempt`: casting is harder
    after an attempt to engage (SK-101). `rout_by_choice`: a side that passes its Rout Check may
    rout all the same.
    """

    carriers_engage: bool = True
    penalty_after_attempt: bool = True
    rout_by_choice: bool = True


class Market(Struct, frozen=True):
    """What a roster may be made of, in the state for as long as warbands are mustered."""

    warbands: dict[str, Warband]
    types: dict[str, UnitType]
    melee: dict[str, MeleeWeapon]
    ranged: dict[str, RangedWeapon]
    armours: dict[str, Armour]
    spells: dict[str, Spell]
    rosters: dict[str, Roster]

    @property
    def box(self) -> Catalogue:
        """Return it as a catalogue without boards."""
        return Catalogue(
            warbands=self.warbands,
            types=self.types,
            melee=self.melee,
            ranged=self.ranged,
            armours=self.armours,
            spells=self.spells,
            rosters=self.rosters,
        )


class MatchState(Record, frozen=True, kw_only=True):
    """The root of a match's state.

    `turn` counts the turns of both sides from 1; `active` is the seat whose turn it is, `first` the
    one that began. `fought` are the units whose combat is resolved in this Melee Phase, `settled`
    those with Vanguard that have decided. `pairs` are enemies that are engaged with each other, by
    `pair_key` (SK-11); `spells` are the ongoing ones by caster. `drafts` are the rosters of sides
    that are not mustered yet, `market` what they may be made of.
    """

    board: Board
    sides: dict[SeatId, Side]
    units: dict[UnitId, Unit]
    tokens: dict[str, Token]
    variant: Variant = Variant()
    phase: Phase = "first"
    turn: int = 0
    first: SeatId = NO_SEAT
    active: SeatId = NO_SEAT
    pairs: dict[str, tuple[UnitId, UnitId]] = field(default_factory=dict)
    spells: dict[UnitId, OngoingSpell] = field(default_factory=dict)
    settled: tuple[UnitId, ...] = ()
    fought: tuple[UnitId, ...] = ()
    winner: SeatId = NO_SEAT
    how: MatchEnding | Literal[""] = ""
    drafts: dict[SeatId, Roster] = field(default_factory=dict)
    market: Market | None = None


def pair_key(one: UnitId, other: UnitId) -> str:
    """Return the key of a pair of engaged units, the same in either order."""
    return "~".join(sorted((one, other)))
