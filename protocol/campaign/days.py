"""Events of a session's course: its set-up, days and their phases, its end."""

from typing import Any

from protocol.campaign.words import DayPhase, SessionResult
from protocol.events import Event
from protocol.ids import Text


class SessionBegan(Event, frozen=True, array_like=True, tag="session"):
    """The session is set up: its decks and bags as plain data (`Deck`s), and what the box holds.

    `trackers` are the counters of the province and of the quest where they start.
    """

    decks: Any
    supply: dict[str, int]
    trackers: dict[str, int]


class DayBegan(Event, frozen=True, array_like=True, tag="day"):
    """The day dial was turned to `day`; the first day of a session is 1."""

    day: int


class DayPhaseBegan(Event, frozen=True, array_like=True, tag="day-phase"):
    """The session entered a phase of its day, or of its set-up or end."""

    phase: Text[DayPhase]


class SessionEnded(Event, frozen=True, array_like=True, tag="session-over"):
    """The session is over: `outcome` is victory or defeat, `why` a sentence for the players."""

    outcome: Text[SessionResult]
    why: str
