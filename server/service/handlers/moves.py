"""Dispatches moves: to the battle that each one names, in this process or at the table's host."""

from typing import TypeVar

from protocol.ids import NO_BATTLE, BattleId
from protocol.replies import Refused, Reply
from protocol.requests import Move, Standing
from server.battles import Room
from server.players import Visitor
from server.replays import late_answer, store_away
from server.runtime import Refusal
from server.service.call import Call
from server.service.context import Context
from server.service.watching import shown_to
from server.spectating import Follower
from server.store import StoreError
from server.tables import Table, is_playing, refuses_move, seats_held

M = TypeVar("M", bound=Move)


async def take(call: Call[M]) -> None:
    """Do what `submit` does."""
    submit(call.context, call.visitor, call.request)


def submit(context: Context, visitor: Visitor, request: Move) -> None:
    """Submit a move to its room, pass it on to its host, or answer it as too late. Never raises.

    A move without a battle's id is one in the battle that the visitor watches, or watched last.
    """
    place, show = visitor.place, visitor.show
    named = NO_BATTLE if isinstance(request, Standing) else request.battle
    table = context.tables.tables.get(place.id) if place is not None else None
    if table is not None and refuses_move(table.doc, visitor, request):
        return
    if isinstance(show, Room) and named in (NO_BATTLE, show.battle):
        show.submit(visitor, request)
        return
    battle = named or shown_to(visitor)
    if table is None or not _is_played(table, visitor, battle):
        context.life.spawn(_answer_late(context, table, visitor, request, battle))
    elif table.room is not None and table.room.battle == battle:
        table.room.submit(visitor, request)
    else:
        context.cluster.relay.pass_on(table, visitor, request, battle)


def _is_played(table: Table, visitor: Visitor, battle: BattleId) -> bool:
    """Return whether a battle is still on, by what the visitor follows or the table's document."""
    show = visitor.show
    if isinstance(show, Follower) and show.battle == battle:
        return not show.over
    return is_playing(table.doc) and table.doc.state.battles[-1].battle == battle


async def _answer_late(
    context: Context, table: Table | None, visitor: Visitor, request: Move, battle: BattleId
) -> None:
    """Answer a move in a battle that is not on: with its commit if it was made, else refuse.

    Never raises.
    """
    no = Refused(request.ref, "not_now", "You are not watching a running battle.")
    reply: Reply = no
    if table is not None and battle:
        try:
            await table.check_battle(visitor, battle)
            held = seats_held(table.doc, visitor.player)
            reply = await late_answer(
                context.battles.recorded_battles, battle, held, no, request, visitor.spend
            )
        except Refusal:
            pass
        except StoreError:
            reply = store_away(no)
    visitor.tell(reply)
