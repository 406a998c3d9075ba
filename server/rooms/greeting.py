"""Hello: who comes in, by which token, and who has to go because of it."""

from typing import TYPE_CHECKING

import structlog

from protocol.replies import Welcome
from protocol.requests import Hello, NewToken
from server.rooms.gate import Banned
from server.rooms.identity import Identity
from server.rooms.letters import SignedOut
from server.rooms.naming import follow
from server.rooms.refusal import Refusal
from server.rooms.visitor import Visitor
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

log = structlog.get_logger(__name__)


async def greet(hall: "Hall", visitor: Visitor, request: Hello) -> None:
    """Let somebody in: told by `welcome`, or refused. A second hello is refused."""
    try:
        if visitor.player:
            raise Refusal("not_now", "You have said hello already.")
        who = await hall.gate.admit(visitor, request)
    except Refusal as no:
        visitor.refuse(request.ref, no.code, no.text, no.rule)
        if isinstance(no, Banned):
            visitor.bye("removed", no.text)
    except StoreError as fault:
        log.warning("store.error", doing="hello", error=str(fault))
        visitor.refuse(request.ref, "paused", "The store is away. Say hello again in a moment.")
    else:
        visitor.player, visitor.name = who.player, who.name
        _let_in(hall, visitor, who)
        visitor.tell(Welcome(request.ref, who.player, who.name, who.token, who.table, hall.server))
        hall.gate.greet(visitor)


def _let_in(hall: "Hall", visitor: Visitor, who: Identity) -> None:
    """Whoever came by the token before has to go, here and in the other processes."""
    if who.generation:
        hall.present.sign_out(who.player, who.generation)
    if who.anew:
        for process in hall.pulse.others:
            hall.post.send(process, SignedOut("", who.player, who.generation))
    hall.present.enter(visitor, who.generation)
    follow(hall, who)


async def give_token(hall: "Hall", visitor: Visitor, request: NewToken) -> None:
    """Another token, which ends the present one when it is used. Raises `Refusal`, StoreError."""
    token = await hall.players.new_token(visitor.player)
    place = visitor.place.id if visitor.place is not None else ""
    visitor.tell(Welcome(request.ref, visitor.player, visitor.name, token, place, hall.server))
