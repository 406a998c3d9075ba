"""What is answered to a delayed visitor: whoever holds no seat at a table with a delay.

A reply tells as much as news do. Whatever such a visitor asks of the table is therefore decided
here from what the delay has let them see, and only what that would grant is tried on the table as
it is; where the two differ, the refusal says no more than that they do. Rights are no secret: who
leads, who belongs to the table and which seats are their own counts as it is.
"""

from collections.abc import Callable

from msgspec.structs import replace

from protocol.ids import PlayerId
from protocol.requests import Move
from server.players import Visitor
from server.runtime import Refusal
from server.spectating import delay_of
from server.tables.held_back import as_seen, is_held
from server.tables.seats import NOT_SEEN, TableDoc, seats_held

NOT_SEATED = "You hold no seat at this table."

Change = Callable[[TableDoc], TableDoc]


def is_delayed(doc: TableDoc, player: PlayerId) -> bool:
    """Return whether somebody at the table may see only what is due."""
    return delay_of(doc.state.settings).is_on and not seats_held(doc, player)


def refuses_move(doc: TableDoc, visitor: Visitor, request: Move) -> bool:
    """Refuse a delayed visitor's move, in the same words whether its battle is on or over.

    False for anybody else, who has been told nothing.
    """
    if not is_delayed(doc, visitor.player):
        return False
    visitor.refuse(request.ref, "not_seated", NOT_SEATED)
    return True


def judged(player: PlayerId, now: int, how: Change) -> Change:
    """Return a change of the document as `player` may ask for it at `now` (Unix milliseconds).

    It raises the `Refusal` of `how`, or for a delayed visitor one that tells nothing too early.
    """

    def decide(doc: TableDoc) -> TableDoc:
        if not is_delayed(doc, player) or not is_held(doc.held, now):
            return how(doc)
        how(replace(doc, state=as_seen(doc.held, doc.state, now)))
        try:
            return how(doc)
        except Refusal:
            raise Refusal("not_now", NOT_SEEN) from None

    return decide
