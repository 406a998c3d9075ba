"""Events of class sheets: their tokens, status dice that lie in hexes, side quests."""

from typing import Literal

from protocol.battle.words import Reason, Side, Status
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import Text, UnitId


class TokensChanged(Event, frozen=True, array_like=True, tag="tokens"):
    """Tokens were put on an adventurer's class sheet or went back to the supply: how many lie there
    now.
    """

    unit: UnitId
    now: int
    why: Text[Reason] = ""


class TokenPlaced(Event, frozen=True, array_like=True, tag="tokenon"):
    """A token of an adventurer's class sheet went onto a unit; on itself: into an active slot."""

    unit: UnitId
    on: UnitId


class StatusLaid(Event, frozen=True, array_like=True, tag="lay"):
    """A status die was placed in a hex; with a `side` only units of that side take it up."""

    at: Hex
    status: Text[Status]
    side: Text[Side | Literal[""]] = ""


class StatusLifted(Event, frozen=True, array_like=True, tag="lift"):
    """A status die left its hex for the supply."""

    at: Hex
    status: Text[Status]
    side: Text[Side | Literal[""]] = ""


class SideQuestGained(Event, frozen=True, array_like=True, tag="quest"):
    """The party has a side quest more, active from now on."""

    quest: str


class SideQuestDiscarded(Event, frozen=True, array_like=True, tag="forsake"):
    """The party gave up an active side quest."""

    quest: str
