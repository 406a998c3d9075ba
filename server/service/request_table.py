"""The table of requests: of each type its handler, where that runs, what it costs its asker, and
what a table's delay does to it.

The service dispatches by it, admission takes the costs, and the relaying side of a table passes on
what runs elsewhere. A type without a row fails `tests/contracts/test_request_table.py`.
"""

from collections.abc import Callable, Coroutine, Iterable, Mapping
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

from protocol import requests
from protocol.requests import Move, Request
from server.cluster import HostRequest
from server.service.call import Call, R, WhenDelayed
from server.service.handlers import battles, chat, hello, ladder, moves, replays, seats, tables

H = TypeVar("H", bound=HostRequest)
M = TypeVar("M", bound=Move)

Handler = Callable[[Call[R]], Coroutine[Any, Any, None]]
"""Grants a request and answers its visitor. May raise `Refusal`, `Unreadable`, StoreError."""


class RunsAt(Enum):
    """Which process handles a request."""

    HERE = "the one that the visitor is connected to"
    HOST = "the table's host, by its handler"
    ROOM = "the table's host, by the battle's room, in turn with the room's other work"


class Row(NamedTuple, Generic[R]):
    """What holds for one type of request.

    `cost`: tokens, taken before it is handled. They pay for its work at its worst; work that
    depends on what is found is charged afterwards (`players.effort`). The costs are measured: a
    token stands for so little work that one player at full rate, 60 tokens a second by default,
    takes less than a tenth of a core. `tests/net/test_costs.py` fails where a cost is too low.
    """

    kind: type[R]
    handle: Handler[R]
    runs: RunsAt
    cost: int
    delay: WhenDelayed


def _here(kind: type[R], handle: Handler[R], cost: int, delay: WhenDelayed) -> Row[R]:
    return Row(kind, handle, RunsAt.HERE, cost, delay)


def _at_host(kind: type[H], handle: Handler[H], cost: int, delay: WhenDelayed) -> Row[H]:
    """Return the row of a request that is passed on where another process hosts the table."""

    async def handle_at_host(call: Call[H]) -> None:
        table = call.table
        if table.is_hosted:
            await handle(call)
        else:
            await call.context.cluster.relay.ask(table, call.visitor, call.request, call.once)

    return Row(kind, handle_at_host, RunsAt.HOST, cost, delay)


def _in_room(kind: type[M], cost: int) -> Row[M]:
    return Row(kind, moves.take, RunsAt.ROOM, cost, WhenDelayed.REFUSED)


ROWS: tuple[Row[Any], ...] = (
    _here(requests.Hello, hello.greet, 1, WhenDelayed.NOTHING),
    _here(requests.NewToken, hello.give_token, 10, WhenDelayed.NOTHING),
    _here(requests.Pulse, hello.pulse, 1, WhenDelayed.NOTHING),
    _here(requests.ListTables, tables.list_tables, 1, WhenDelayed.DUE),
    _here(requests.ListEncounters, tables.list_encounters, 2, WhenDelayed.NOTHING),
    _here(requests.ListBattles, tables.list_battles, 1, WhenDelayed.DUE),
    _here(requests.ReadLadder, ladder.read_ladder, 7, WhenDelayed.DUE),
    _here(requests.Create, tables.create, 10, WhenDelayed.NOTHING),
    _here(requests.Join, tables.join, 1, WhenDelayed.DUE),
    _here(requests.ReadInvite, tables.read_invite, 1, WhenDelayed.DUE),
    _here(requests.Leave, tables.leave, 1, WhenDelayed.NOTHING),
    _here(requests.Remove, tables.remove, 1, WhenDelayed.JUDGED),
    _here(requests.Change, seats.change, 1, WhenDelayed.JUDGED),
    _here(requests.Invite, seats.invite, 1, WhenDelayed.JUDGED),
    _here(requests.Revoke, seats.revoke, 1, WhenDelayed.JUDGED),
    _here(requests.Claim, seats.claim, 1, WhenDelayed.JUDGED),
    _here(requests.Release, seats.release, 1, WhenDelayed.JUDGED),
    _here(requests.HandOver, seats.hand_over, 1, WhenDelayed.JUDGED),
    _here(requests.PutBot, seats.put_bot, 1, WhenDelayed.JUDGED),
    _here(requests.Ready, seats.get_ready, 1, WhenDelayed.JUDGED),
    _here(requests.NameAdventurer, seats.name_adventurer, 1, WhenDelayed.JUDGED),
    _at_host(requests.Start, battles.start, 5, WhenDelayed.DUE),
    _here(requests.Watch, battles.watch, 3, WhenDelayed.DUE),
    _in_room(requests.Intent, 2),
    _in_room(requests.Undo, 1),
    _in_room(requests.Consent, 1),
    _in_room(requests.Standing, 1),
    _in_room(requests.Resign, 1),
    _here(requests.Preview, battles.preview, 1, WhenDelayed.DUE),
    _at_host(requests.Chat, chat.chat, 1, WhenDelayed.LATER),
    _at_host(requests.Ping, chat.ping, 1, WhenDelayed.LATER),
    _here(requests.Replay, replays.replay, 10, WhenDelayed.DUE),
    _here(requests.Share, replays.share, 3, WhenDelayed.DUE),
    _here(requests.Pace, replays.pace, 1, WhenDelayed.DUE),
    _here(requests.Step, replays.step, 3, WhenDelayed.DUE),
    _here(requests.Seek, replays.seek, 3, WhenDelayed.DUE),
)
"""All rows; the number in each is the cost in tokens, see `Row`."""


def by_kind(rows: Iterable[Row[Any]]) -> Mapping[type[Request], Row[Any]]:
    """Return rows by the type of their request."""
    return {row.kind: row for row in rows}


REQUESTS = by_kind(ROWS)
"""The row of every type of request."""


COSTS: Mapping[str, int] = {
    str(kind.__struct_config__.tag): row.cost for kind, row in REQUESTS.items() if row.cost != 1
}
"""What requests cost by tag, those left out that cost one token: as clients are told it."""


def cost_of(request: Request) -> int:
    """Return how many tokens a request takes before it is handled."""
    return REQUESTS[type(request)].cost
