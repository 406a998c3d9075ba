"""Events of a match's course: deployment, turns and phases, losses, treasure, the end."""

from msgspec import Struct

from protocol.events import Event
from protocol.ids import SeatId, Text, UnitId
from protocol.skirmish.points import Point
from protocol.skirmish.words import MatchEnding, Phase


class Recruited(Struct, frozen=True, array_like=True):
    """A unit of a roster: its type, its weapons and shields, and its armour ("" for none)."""

    type: str
    weapons: tuple[str, ...] = ()
    armour: str = ""


class RosterDrafted(Event, frozen=True, array_like=True, tag="sk.roster"):
    """A side has changed the roster that it musters; it counts only once it is mustered."""

    side: SeatId
    warband: str
    recruits: tuple[Recruited, ...]


class SideMustered(Event, frozen=True, array_like=True, tag="sk.mustered"):
    """A side plays with the roster that it has drafted."""

    side: SeatId


class FirstSideSet(Event, frozen=True, array_like=True, tag="sk.first"):
    """Who deploys first and has the first turn was rolled for."""

    side: SeatId


class UnitStationed(Event, frozen=True, array_like=True, tag="sk.stationed"):
    """A unit was deployed."""

    unit: UnitId
    at: Point


class VanguardSettled(Event, frozen=True, array_like=True, tag="sk.vanguard"):
    """A unit with Vanguard has used its move before the first turn, or let it be."""

    unit: UnitId


class PhaseEntered(Event, frozen=True, array_like=True, tag="sk.phase"):
    """The match entered a phase of a turn, or of its set-up."""

    phase: Text[Phase]


class SideTurnBegan(Event, frozen=True, array_like=True, tag="sk.turn"):
    """A side's turn began; `turn` counts those of both sides from 1."""

    turn: int
    side: SeatId


class SideTurnEnded(Event, frozen=True, array_like=True, tag="sk.turn-end"):
    """A side's turn is over: what units did in it no longer counts, and its staggered recover."""

    side: SeatId


class RoutTested(Event, frozen=True, array_like=True, tag="sk.rout"):
    """A side that has lost much was tested, or chose to rout: `stays` says what came of it."""

    side: SeatId
    stays: bool


class TokenTaken(Event, frozen=True, array_like=True, tag="sk.token"):
    """A unit took up a treasure token."""

    token: str
    unit: UnitId


class TokenDropped(Event, frozen=True, array_like=True, tag="sk.token-down"):
    """A treasure token lies on the board again."""

    token: str
    at: Point


class TokenSecured(Event, frozen=True, array_like=True, tag="sk.token-kept"):
    """A treasure token that lay free when the match ended went to a side."""

    token: str
    side: SeatId


class MatchEnded(Event, frozen=True, array_like=True, tag="sk.end"):
    """The match is over; `how` says what the losers have done."""

    winner: SeatId
    how: Text[MatchEnding]
