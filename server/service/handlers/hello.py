"""Handlers of hello, which identifies a visitor, and of requests about the connection itself."""

import structlog

from protocol.ids import NO_TABLE, TableId
from protocol.replies import Welcome
from protocol.requests import Hello, NewToken, Pulse
from server.cluster import SignedOut
from server.players import Banned, Identity, Visitor
from server.runtime import STORE_FULL, Refusal
from server.service.call import Call
from server.service.context import Context
from server.store import StoreError, StoreFull

log = structlog.get_logger(__name__)


async def greet(call: Call[Hello]) -> None:
    """Identify a visitor and tell `welcome`, or refuse. Never raises.

    A second hello is refused; somebody banned is disconnected as well.
    """
    context, visitor, request = call.context, call.visitor, call.request
    try:
        if visitor.player:
            raise Refusal("not_now", "You have said hello already.")
        who = await context.people.authentication.admit(visitor, request)
    except Refusal as no:
        visitor.refuse(request.ref, no.code, no.text, no.rule)
        if isinstance(no, Banned):
            visitor.bye("removed", no.text)
    except StoreError as fault:
        log.warning("store.error", doing="hello", error=str(fault))
        away = "The store is away. Say hello again in a moment."
        visitor.refuse(request.ref, "paused", STORE_FULL if isinstance(fault, StoreFull) else away)
    else:
        visitor.player, visitor.name = who.player, who.name
        _let_in(context, visitor, who)
        visitor.tell(_welcome(call, who.token, who.table))
        context.people.authentication.greet(visitor)


def _welcome(call: Call[Hello] | Call[NewToken], token: str, table: TableId) -> Welcome:
    context, visitor = call.context, call.visitor
    limits, costs = dict(context.people.limits.told), dict(context.costs)
    who, version = (visitor.player, visitor.name, token, table), context.version
    return Welcome(call.request.ref, *who, version, limits, costs)


def _let_in(context: Context, visitor: Visitor, who: Identity) -> None:
    """Register a visitor; disconnect, in all processes, whoever came by the token before.

    Older connections end before this one is entered, which would count with them against the
    limit.
    """
    if who.generation:
        context.people.connections.sign_out(who.player, who.generation)
    if who.anew:
        for process in context.cluster.heartbeat.others:
            context.cluster.mailbox.send(process, SignedOut(NO_TABLE, who.player, who.generation))
    context.people.connections.enter(visitor, who.generation)
    context.people.renames.follow(who)


async def give_token(call: Call[NewToken]) -> None:
    """Tell a new token, which replaces the present one at its first use.

    Raises `Refusal`, StoreError.
    """
    context, visitor = call.context, call.visitor
    token = await context.people.players.new_token(visitor.player)
    place = visitor.place.id if visitor.place is not None else NO_TABLE
    visitor.tell(_welcome(call, token, place))


async def pulse(call: Call[Pulse]) -> None:
    """Answer `done`: the connection's own session gives the heartbeats (`net.websocket`)."""
    call.done()
