"""One request as its handler gets it: what was asked, by whom, and what the handler works with."""

from collections.abc import Callable
from enum import Enum
from typing import Generic, NamedTuple, TypeVar

from protocol.replies import Done
from protocol.requests import Request
from protocol.tables import Member
from server.players import PEOPLE_A_TOKEN, Visitor
from server.runtime import Refusal
from server.service.context import Context
from server.tables import Table, TableDoc, delayed_replies

R = TypeVar("R", bound=Request)


class WhenDelayed(Enum):
    """What a table's delay does to a request of a visitor who holds no seat there."""

    NOTHING = "nothing: neither the request nor its reply tells how a battle goes"
    DUE = "it is answered from what is due"
    JUDGED = "it is granted if what is due and what is true both allow it, see `Call.change`"
    REFUSED = "it is refused, in the same words whether the battle is on or over"
    LATER = "it is granted; those who hold no seat hear of it when it is due"


class Call(NamedTuple, Generic[R]):
    """A request of one visitor. `delay` is its row's in the table of requests.

    `once` makes a request that another process has passed on count once, see `Asks`.
    """

    context: Context
    visitor: Visitor
    request: R
    once: str
    delay: WhenDelayed

    @property
    def place(self) -> Table | None:
        """Return the table that the visitor is at."""
        place = self.visitor.place
        return self.context.tables.tables.get(place.id) if place is not None else None

    @property
    def table(self) -> Table:
        """Return the table that the visitor is at. Raises `Refusal` if there is none."""
        table = self.place
        if table is None:
            raise Refusal("not_now", "Join a table first.")
        return table

    @property
    def member(self) -> Member:
        """Return the visitor as a member of a table."""
        return Member(self.visitor.player, self.visitor.name)

    def now(self) -> int:
        """Return the time in Unix milliseconds."""
        return self.context.resources.clock.unix_ms()

    def done(self) -> None:
        """Answer the visitor that the request is granted."""
        self.visitor.tell(Done(self.request.ref))

    def pay_for_showing(self) -> None:
        """Charge the visitor for telling everybody at the table what the request has changed."""
        self.visitor.spend(len(self.table.visitors) / PEOPLE_A_TOKEN)

    async def change(self, how: Callable[[TableDoc], TableDoc]) -> None:
        """Change the table's document as the request asks. Raises `Refusal` of `how`, StoreError.

        Where the row says `JUDGED`, a refusal tells a delayed visitor nothing too early.
        """
        await self.table.change(self.judged(how))

    def judged(self, how: Callable[[TableDoc], TableDoc]) -> Callable[[TableDoc], TableDoc]:
        """Return `how`, in the way in which the row's delay lets it be asked for."""
        if self.delay is not WhenDelayed.JUDGED:
            return how
        return delayed_replies.judged(self.visitor.player, self.now(), how)
