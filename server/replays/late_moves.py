"""Answers moves that come after their battle's end: one that was made before gets its version."""

from collections.abc import Iterable

from protocol.ids import BattleId, SeatId
from protocol.replies import Refused, Reply, Taken
from protocol.requests import Intent, Request, Undo
from server.battles import Unreadable, is_made_by
from server.players import Pay, free
from server.replays.recorded_battles import RecordedBattles
from server.runtime import Crowded, Refusal
from server.store import StoreError


async def late_answer(
    recorded_battles: RecordedBattles,
    battle: BattleId,
    seats: Iterable[SeatId],
    no: Refused,
    request: Request,
    pay: Pay = free,
) -> Reply:
    """Return `Taken` if one of these seats made the move before, else `no` or, if that is not known
    now, a refusal to ask again.

    Never raises. `pay` is called with the tokens that reading the battle costs.
    """
    seats = tuple(seats)
    if not battle or not seats or not isinstance(request, Intent | Undo):
        return no
    try:
        moves = (await recorded_battles.whole(battle, pay)).moves
    except Crowded as crowded:
        return Refused(no.ref, crowded.code, crowded.text)
    except (Refusal, Unreadable):
        return no
    except StoreError:
        return store_away(no)
    for seat in seats:
        found = moves.get((seat, request.number))
        if found and is_made_by(found, request) and request.seat in ("", seat):
            return Taken(request.ref, request.number, found.version)
    return no


def store_away(no: Refused) -> Refused:
    """Return the refusal of a move that may have been made, while the store is away."""
    return Refused(no.ref, "paused", "The store is away. Send it again.")
