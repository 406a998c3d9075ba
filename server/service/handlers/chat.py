"""Handlers of what people at a table say and point at."""

from protocol.plain_text import plain
from protocol.replies import Pinged, Said
from protocol.requests import Chat, Ping
from server.runtime import Refusal
from server.service.call import Call
from server.tables import seats


def _mark(call: Call[Chat] | Call[Ping]) -> str:
    """Return the mark by which a line is heard once, however often it is told."""
    return call.once or call.context.cluster.relay.passed.mark()


async def chat(call: Call[Chat]) -> None:
    """Tell everybody at the table a line. Raises `Refusal` for one without any text."""
    table, visitor, mark = call.table, call.visitor, _mark(call)
    call.pay_for_showing()
    text = plain(call.request.text)
    if not text:
        raise Refusal("malformed", "There is nothing to read in that line.")
    name = seats.name_of(table.doc, visitor.player) or visitor.name
    table.say(Said(table.id, visitor.player, name, text, call.now()), mark)
    call.done()


async def ping(call: Call[Ping]) -> None:
    """Tell everybody at the table what the visitor points at."""
    table, request, mark = call.table, call.request, _mark(call)
    call.pay_for_showing()
    pinged = Pinged(table.id, call.visitor.player, plain(request.key), plain(request.to))
    table.say(pinged, mark)
    call.done()
