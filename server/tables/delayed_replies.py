"""What is answered to a delayed visitor: somebody without a seat at a table with a delay.

A reply can reveal as much as news can. So a request of such a visitor is checked against the table
as the delay shows it to them, and only if that grants it, against the table as it is. Where the two
differ, the refusal says only that they do. Rights are no secret: who leads, who is a member and who
holds which seat counts as it is now.
"""

from collections.abc import Callable

from msgspec.structs import replace

from protocol.ids import PlayerId
from protocol.requests import Move
from server.players import Visitor
from server.runtime import Refusal
from server.tables.held_back import as_seen, is_held
from server.tables.seats import NOT_SEEN, TableDoc, seats_held

NOT_SEATED = "You hold no seat at this table."

Change = Callable[[TableDoc], TableDoc]


def is_delayed(doc: TableDoc, player: PlayerId) -> bool:
    """Return whether a player at the table may see only what the delay lets through."""
    settings = doc.state.settings
    # Every move asks and hardly any table has a delay, so it is looked at without a `Delay`.
    return bool(settings.delay or settings.delay_rounds) and not seats_held(doc, player)


def refuses_move(doc: TableDoc, visitor: Visitor, request: Move) -> bool:
    """Refuse a delayed visitor's move, in the same words whether its battle is on or over, and
    return True. Return False, without a reply, for anybody else.
    """
    if not is_delayed(doc, visitor.player):
        return False
    visitor.refuse(request.ref, "not_seated", NOT_SEATED)
    return True


def judged(player: PlayerId, now: int, how: Change) -> Change:
    """Return a change of the document that does `how` as `player` may ask for it at `now` (Unix
    milliseconds).

    It raises the `Refusal` of `how`; for a delayed visitor one that reveals nothing too early.
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
