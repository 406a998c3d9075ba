"""Requests passed on to the host of their table, until they are answered or nobody waits."""

from types import SimpleNamespace
from typing import Any

from protocol.codec import msgpack as codec
from protocol.ids import BattleId, SeatId, TableId
from protocol.replies import Refused
from protocol.requests import Chat, Intent, Start, Undo
from server.cluster.passed_requests import MOST_WAITING, PATIENCE, PassedRequest, PassedRequests
from server.players import Visitor
from tests.service.clocks import ManualClock

CHAT, START = Chat(1, "Hello"), Start(2)
MOVE = Intent(3, 1, 1, ("keep",), SeatId("1"), BattleId("b1"))


class Place:
    """One table whose requests are passed on, and a visitor there."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.passed = PassedRequests(self.clock, "here")
        self.table: Any = SimpleNamespace(id=TableId("t1"), doc=SimpleNamespace(upcoming="b7"))
        self.heard: list[Any] = []
        self.visitor = self.somebody()

    def somebody(self) -> Visitor:
        def hear(frame: bytes) -> None:
            self.heard.append(codec.reply(frame))

        return Visitor(codec, hear, hear, lambda _: None)

    def add(self, request: Any, once: str = "") -> tuple[int, PassedRequest]:
        kept = self.passed.add(self.table, self.visitor, request, once)
        assert kept is not None
        return kept


def test_each_request_has_a_number_of_its_own_and_a_mark_by_which_it_counts_once() -> None:
    place = Place()
    (first, chat), (second, start), (third, move) = map(place.add, (CHAT, START, MOVE))
    assert len({first, second, third}) == 3
    assert (chat.once, start.once, move.once) == (f"here.{first}", "b7", "")
    assert place.add(CHAT, "far.3")[1].once == "far.3"
    assert place.passed.mark() not in (f"here.{first}", f"here.{second}")


def test_an_answer_is_given_to_who_asked_and_only_once() -> None:
    place = Place()
    number, one = place.add(CHAT)
    assert place.passed.waits(TableId("t1"))
    assert place.passed.done(TableId("t1"), number) is one
    assert one.answered.is_set()
    assert place.passed.done(TableId("t1"), number) is None
    assert not place.passed.waits(TableId("t1"))


def test_too_many_at_once_are_refused() -> None:
    place = Place()
    for _ in range(MOST_WAITING):
        place.add(CHAT)
    assert place.passed.add(place.table, place.visitor, CHAT, "") is None
    (told,) = place.heard
    assert isinstance(told, Refused)
    assert (told.ref, told.code) == (CHAT.ref, "busy")


def test_who_goes_takes_the_own_requests_along_and_leaves_those_of_others() -> None:
    place = Place()
    place.add(CHAT)
    other = place.somebody()
    kept = place.passed.add(place.table, other, START, "")
    place.passed.drop(place.table, place.visitor)
    assert kept is not None
    assert place.passed.of(place.table) == {kept[0]: kept[1]}


async def test_what_nobody_answers_is_refused_after_a_while_but_a_vote_may_take_its_time() -> None:
    place = Place()
    place.add(CHAT)
    number, _ = place.add(Undo(4, 1, 1, SeatId("1")))
    await place.clock.advance(PATIENCE)
    place.passed.expire()
    assert place.heard == []
    await place.clock.advance(0.1)
    place.passed.expire()
    assert [(told.ref, told.code) for told in place.heard] == [(CHAT.ref, "paused")]
    assert list(place.passed.of(place.table)) == [number]
