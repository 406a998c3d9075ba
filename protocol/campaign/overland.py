"""Events on the overland map."""

from protocol.campaign.words import TravelledHow
from protocol.events import Event
from protocol.hexes import Hex
from protocol.ids import Text


class PartyTravelled(Event, frozen=True, array_like=True, tag="travelled"):
    """The party token moved along these hexes, the one that it left not counted.

    `extra` of them cost fatigue; `how` says what moved it.
    """

    path: tuple[Hex, ...]
    extra: int = 0
    how: Text[TravelledHow] = "move"


class OverlandTokenPlaced(Event, frozen=True, array_like=True, tag="overland-token"):
    """An overland token stands in a hex now, or in none: it was taken off the map."""

    token: str
    at: Hex | None


class TownAccessChanged(Event, frozen=True, array_like=True, tag="town-access"):
    """A town was closed to the party, or opened again."""

    town: str
    closed: bool
