"""Bytes to messages and back, and what is no message."""

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import CODECS, REQUEST_BYTES, Codec, Malformed
from protocol.questions import One, Option, Question
from protocol.replies import Again, Closing, Commit, Refused, author_of, now_open
from protocol.requests import Create, Hello, Intent, Request
from protocol.tables import Settings

FORMATS = list(CODECS.values())
QUESTION = Question(("1",), "why", "Which?", One((Option("a", "A"), Option("b", "B"))), id=4)
REQUESTS: list[Request] = [
    Hello(1, None, "Ann", "client 1"),
    Hello(2, "p1.secret"),
    Create(3, Settings("jailbreak", "adept", options={"a": "b"}), "Table"),
    Intent(4, 7, 12, ("a", "b"), "2"),
]


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize("request_", REQUESTS)
def test_requests_survive_the_wire(wire: Codec, request_: Request) -> None:
    assert wire.request(wire.encode(request_)) == request_


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
def test_replies_survive_the_wire_with_state_and_events_as_plain_data(wire: Codec) -> None:
    commit = Commit(3, (["moved", "1", 2],), ["a/b"], {"a": {"c": 1}}, (QUESTION,), (), 7, 99)
    assert wire.reply(wire.encode(commit)) == commit
    last = Commit(4, (), [], {}, (), (), 0, 100, Closing("ab" * 32))
    assert wire.reply(wire.encode(last)) == last
    refused = Refused(4, "illegal", "Pick one option.", "ENG-4")
    assert wire.reply(wire.encode(refused)) == refused


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
def test_fields_at_the_end_may_be_left_out_or_be_more_than_we_know(wire: Codec) -> None:
    coding = msgspec.json if wire.text else msgspec.msgpack
    assert wire.request(coding.encode(["hello", 1])) == Hello(1)
    assert wire.request(coding.encode(["leave", 1, "new field"])).ref == 1


WRONG = [
    [],
    ["hello"],
    ["hello", "1"],
    ["hello", -1],
    ["hello", 1, None, "n" * 41],
    ["nothing", 1],
    ["intent", 1, 1, 1, [1]],
    ["intent", 1, 1, 1, ["x"] * 401],
    ["create", 1, ["micro", "", 5]],
    ["claim", 1, "../x"],
    ["chat", 1, ""],
    ["seek", 1, 2**63],
    ["replay", 1, "b1", 1, -1.0],
    "hello",
    {"ref": 1},
    None,
]


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_breaks_a_bound_is_malformed(wire: Codec, wrong: object) -> None:
    coding = msgspec.json if wire.text else msgspec.msgpack
    with pytest.raises(Malformed) as fault:
        wire.request(coding.encode(wrong))
    assert fault.value.code == "malformed"


REFS = [
    (["chat", 7, ""], 7),
    (["nonsense", 2**53 - 1], 2**53 - 1),
    (["chat", True, ""], 0),
    (["chat", -1, ""], 0),
    (["chat", 2**53, ""], 0),
    (["chat", 1.5, ""], 0),
    (["chat"], 0),
    ([7, 7], 0),
    ("chat", 0),
]


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize(("wrong", "ref"), REFS, ids=str)
def test_what_is_malformed_names_its_ref_where_that_can_be_read(
    wire: Codec, wrong: object, ref: int
) -> None:
    coding = msgspec.json if wire.text else msgspec.msgpack
    with pytest.raises(Malformed) as fault:
        wire.request(coding.encode(wrong))
    assert (type(fault.value.ref), fault.value.ref) == (int, ref)


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
def test_oversized_and_overlong_messages_are_refused(wire: Codec) -> None:
    with pytest.raises(Malformed) as fault:
        wire.request(b"[" * (REQUEST_BYTES + 1))
    assert fault.value.code == "too_large"
    with pytest.raises(Malformed):
        wire.request(wire.encode(Hello(1)) + wire.encode(Hello(2)))
    with pytest.raises(Malformed):
        wire.request(b"[" * REQUEST_BYTES)
    with pytest.raises(Malformed):
        wire.request(b"\x91" * REQUEST_BYTES)


@given(st.binary(max_size=200), st.integers(0, 3), st.integers(0, 40))
def test_random_and_mutated_bytes_are_a_message_or_malformed(
    noise: bytes, which: int, at: int
) -> None:
    for wire in FORMATS:
        frame = wire.encode(REQUESTS[which])
        for bytes_ in (noise, frame[:at] + noise + frame[at + len(noise) :]):
            with contextlib.suppress(Malformed):
                assert wire.request(bytes_).ref >= 0


def test_questions_that_stay_open_are_told_by_reference() -> None:
    """Given an open question, when a commit opens it again for others, then it stands in full."""
    commit = Commit(5, (), [], {}, (), (Again(4, 9, ("2", "3")),))
    (open_now,) = now_open((QUESTION,), commit)
    assert open_now == msgspec.structs.replace(QUESTION, id=9, to=("2", "3"))
    with pytest.raises(KeyError):
        now_open((), commit)


def test_the_author_of_a_commit_is_read_from_its_first_event() -> None:
    answered = Commit(2, (["ans", 7, "3", ["a"], "bot"],), [], {}, ())
    assert (author_of(answered).seat, author_of(answered).how) == ("3", "bot")
    undone = Commit(2, (["undo", 1, ["2", "1"]],), [], {}, ())
    assert (author_of(undone).seat, author_of(undone).how) == ("2", "undo")
    assert author_of(Commit(1, (), [], {}, ())).seat == ""
