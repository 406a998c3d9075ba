"""Somebody at another process: what they are answered goes there by message, and nothing else."""

from types import SimpleNamespace
from typing import Any

from protocol.codec import msgpack as codec
from protocol.ids import PlayerId, TableId
from protocol.replies import Done, Refused
from server.cluster.envoy import Envoy
from server.cluster.processes.messages import Answers, Asks


def envoy() -> tuple[Envoy, list[tuple[str, Any]]]:
    """Ann at the process `far`, whose request has the number 7 there."""
    sent: list[tuple[str, Any]] = []
    mailbox: Any = SimpleNamespace(send=lambda to, message: sent.append((to, message)))
    table: Any = SimpleNamespace(id="t1")
    asks = Asks(TableId("t1"), 7, PlayerId("ann"), "Ann", b"", trace="tr", address="10.0.0.9")
    return Envoy(mailbox, "far", table, asks), sent


def test_it_is_the_player_who_asked_wherever_they_come_from() -> None:
    ann, _ = envoy()
    assert (ann.player, ann.name, ann.trace, ann.address) == ("ann", "Ann", "tr", "10.0.0.9")


def test_every_answer_goes_to_its_process_under_its_number() -> None:
    ann, sent = envoy()
    ann.tell(Done(3))
    ann.refuse(3, "busy", "Later.")
    frames = [codec.encode(reply) for reply in (Done(3), Refused(3, "busy", "Later."))]
    assert sent == [("far", Answers(TableId("t1"), 7, frame)) for frame in frames]


def test_news_are_dropped_for_its_own_process_hears_them_by_itself() -> None:
    ann, sent = envoy()
    ann.deliver(b"news")
    assert sent == []
