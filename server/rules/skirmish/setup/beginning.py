"""The first state of a match: two rosters on a board."""

from msgspec.structs import replace

from protocol.ids import SeatId
from server.rules.skirmish.components import Board, Catalogue, Roster
from server.rules.skirmish.kernel import mustering
from server.rules.skirmish.kernel.state import Market, MatchState, Side, Token, Variant


def start(
    board: Board,
    rosters: dict[SeatId, Roster],
    box: Catalogue,
    variant: Variant | None = None,
) -> MatchState:
    """Return the state of a match about to be deployed: the first seat's warband in zone 0, the
    other's in zone 1. Raises KeyError for a roster with an id that the catalogue lacks.
    """
    assert len(rosters) == len(mustering.LETTERS), "two sides play"
    sides = {
        seat: Side(seat, box.warbands[roster.warband], zone)
        for zone, (seat, roster) in enumerate(rosters.items())
    }
    units = [
        unit
        for letter, (seat, roster) in zip(mustering.LETTERS, rosters.items(), strict=True)
        for unit in mustering.mustered(letter, seat, roster, box)
    ]
    tokens = {
        f"token-{n}": Token((spot.x, spot.y, spot.z))
        for n, spot in enumerate(board.treasures, start=1)
    }
    return MatchState(
        board=board,
        sides=sides,
        units={unit.id: unit for unit in units},
        tokens=tokens,
        variant=variant or Variant(),
    )


def musters(begun: MatchState, rosters: dict[SeatId, Roster], box: Catalogue) -> MatchState:
    """Return a match in which both sides muster before they deploy, with these rosters for a
    start.
    """
    market = Market(
        box.warbands, box.types, box.melee, box.ranged, box.armours, box.spells, box.rosters
    )
    return replace(begun, phase="muster", units={}, drafts=rosters, market=market)
