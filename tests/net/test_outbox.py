"""What an outbox delivers: counted, within the hard limit, and to nobody who has gone."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from protocol.codec import REPLY_BYTES
from protocol.codec import msgpack as codec
from server.net.websocket import BoundedConnection, Outbox
from server.net.websocket.connection import framed
from server.net.websocket.outbox import Framing
from server.players import Frames, Visitor
from tests.net.test_connection import HARD, Deaf, Place


def unheard(_: object) -> None:
    """Answers and farewells, which no test here is about."""


class Reader:
    """A connection whose peer reads nothing, its outbox, and where it is."""

    def __init__(self, place: Place, deaf: Deaf, link: BoundedConnection) -> None:
        self.place, self.deaf, self.link = place, deaf, link
        self.framing = Framing(place.metrics.traffic)
        self.outbox = Outbox(link, codec, tuple)
        self.visitor = self.another(self.outbox)

    def another(self, outbox: Outbox) -> Visitor:
        """A visitor to whom news go out by an outbox."""
        visitor = Visitor(codec, unheard, unheard, unheard)
        outbox.open_for(visitor, self.framing)
        return visitor

    def sent(self) -> tuple[float, float]:
        """Frames and bytes, as the metrics tell them."""
        count = self.place.count
        return count("frames_sent_total"), count("frame_bytes_total")


@pytest.fixture
async def reader() -> AsyncIterator[Reader]:
    place = Place(outbound_soft=2 * HARD, outbound_hard=3 * HARD)
    await place.listener.start()
    deaf = Deaf(place.listener.port)
    await deaf.open()
    yield Reader(place, deaf, await place.links.get())
    deaf.socket.close()
    await place.listener.stop()


async def test_what_is_delivered_is_counted_with_its_bytes(reader: Reader) -> None:
    """Given news of two lengths, one of them for two, when they are delivered, then frames and
    bytes of all three are in the metrics."""
    short, long = b"x" * 10, b"y" * 1000
    other = reader.another(Outbox(reader.link, codec, tuple))

    reader.visitor.news(short)
    Frames(None, long).show((reader.visitor, other))

    wanted = [len(framed(payload, text=False)) for payload in (short, long, long)]
    assert reader.sent() == (3, sum(wanted))


async def test_news_that_go_over_both_limits_at_once_cut_the_connection(reader: Reader) -> None:
    """Given a peer that does not read, when one delivery leads from below the soft limit to above
    the hard one, then the connection is cut."""
    assert not reader.link.behind

    reader.visitor.news(b"x" * REPLY_BYTES * 2)

    assert reader.link.why_cut == "hard_limit"
    assert not reader.outbox.has_missed


async def test_nothing_is_written_to_a_connection_that_is_closing(reader: Reader) -> None:
    """Given connections that we have cut and that have gone, when news come, then none is
    written or counted."""
    reader.link.cut("no_drain")
    reader.visitor.news(b"x")
    assert reader.sent() == (0, 0)

    await reader.link.connection_lost_waiter
    reader.visitor.news(b"x")
    assert reader.sent() == (0, 0)


async def test_nothing_follows_a_closing_frame(reader: Reader) -> None:
    """Given that we have begun to close, when news come before the peer has answered, then none is
    written behind the closing frame."""
    closing = asyncio.ensure_future(reader.link.part(1000, ""))
    await asyncio.sleep(0)
    assert not reader.link.transport.is_closing()

    reader.visitor.news(b"x")

    assert reader.sent() == (0, 0)
    await closing
