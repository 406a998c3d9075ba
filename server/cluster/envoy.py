"""A visitor of another process, while their request is answered here."""

from protocol.codec import msgpack as codec
from protocol.replies import Reply
from server.cluster.processes import Answers, Asks, Mailbox
from server.players import Visitor
from server.tables import Table


class Envoy(Visitor):
    """A visitor of another process, for one request. The answer goes there as a message."""

    def __init__(self, mailbox: Mailbox, process: str, table: Table, message: Asks) -> None:
        super().__init__(codec, unheard, unheard, unheard)
        self.process, self.player, self.name = process, message.player, message.name
        self.place, self.trace, self.address = table, message.trace, message.address
        self._mailbox, self._table, self._number = mailbox, message.table, message.number

    def tell(self, message: Reply) -> None:
        """Answer with one message."""
        self.answer(codec.encode(message))

    def answer(self, frame: bytes) -> None:
        """Answer with a message that is encoded already."""
        self._mailbox.send(self.process, Answers(self._table, self._number, frame))


def unheard(_: object) -> None:
    """Drop news and farewells: an envoy's own process hears each of them by itself, once."""
