"""Requests that were passed on to the host of their table, until they are answered.

They are asked again of the next host where one dies: each is kept whole, under a number of its own.
"""

import asyncio
from itertools import count
from typing import NamedTuple

from protocol.ids import TableId
from protocol.requests import Chat, Move, Ping, Start, Undo
from server.players import Visitor
from server.runtime import Clock
from server.tables import Table

MOST_WAITING = 256
"""Requests of one table: more than its people send in the seconds that a host may take."""
PATIENCE = 15.0
"""Seconds; a host that has died is replaced within five, a store that fails over within ten."""

HostRequest = Start | Chat | Ping
"""Requests whose handler runs in the process that hosts the table; see `service.request_table`."""
Passed = Move | HostRequest
"""What only the process that hosts a table can grant: moves by the battle's room, others by their
handler.
"""


class PassedRequest(NamedTuple):
    """A request that has been passed on, or waits for the battle to be taken up here."""

    table: Table
    visitor: Visitor
    request: Passed
    since: float
    answered: asyncio.Event
    once: str
    trace: str


class PassedRequests:
    """All of one process, by table and number. `owner` is its name, for marks."""

    def __init__(self, clock: Clock, owner: str) -> None:
        self._clock, self._owner = clock, owner
        self._numbers = count(1)
        self._waiting: dict[TableId, dict[int, PassedRequest]] = {}

    def add(
        self, table: Table, visitor: Visitor, request: Passed, once: str
    ) -> tuple[int, PassedRequest] | None:
        """Keep a request. Returns its number, or refuses it where too many wait, and None."""
        waiting = self._waiting.setdefault(table.id, {})
        if len(waiting) >= MOST_WAITING:
            visitor.refuse(request.ref, "busy", "Too much at once for this table.")
            return None
        number = next(self._numbers)
        if isinstance(request, Start):
            once = once or table.doc.upcoming
        elif isinstance(request, (Chat, Ping)):
            once = once or self._marked(number)
        one = PassedRequest(
            table, visitor, request, self._clock.now(), asyncio.Event(), once, visitor.trace
        )
        waiting[number] = one
        return number, one

    def mark(self) -> str:
        """Return a mark for what is said by somebody here, where we host."""
        return self._marked(next(self._numbers))

    def _marked(self, number: int) -> str:
        return f"{self._owner}.{number}"

    def waits(self, table: TableId) -> bool:
        """Return whether a table has any."""
        return table in self._waiting

    def of(self, table: Table) -> dict[int, PassedRequest]:
        """Return those of a table, by number."""
        return dict(self._waiting.get(table.id, {}))

    def get(self, table: TableId, number: int) -> PassedRequest | None:
        """Return one of them."""
        return self._waiting.get(table, {}).get(number)

    def done(self, table: TableId, number: int) -> PassedRequest | None:
        """Forget a request that has been answered, or whose answer nobody wants. Returns it, None
        where there is none.
        """
        waiting = self._waiting.get(table, {})
        one = waiting.pop(number, None)
        if one is not None:
            one.answered.set()
            if not waiting:
                del self._waiting[table]
        return one

    def drop(self, table: Table, visitor: Visitor) -> None:
        """Forget the requests of a visitor who has gone."""
        for number, one in self.of(table).items():
            if one.visitor is visitor:
                self.done(table.id, number)

    def expire(self) -> None:
        """Refuse what nobody has answered for long; a vote may take its time."""
        late = self._clock.now() - PATIENCE
        for waiting in tuple(self._waiting.values()):
            for number, one in tuple(waiting.items()):
                if one.since < late and not isinstance(one.request, Undo):
                    self.done(one.table.id, number)
                    text = "The battle cannot be reached. Send it again."
                    one.visitor.refuse(one.request.ref, "paused", text)
