"""Bytes to messages and back, and what is no message."""

import contextlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import codec
from protocol.codec import CODECS, MOST_REF, REQUEST_BYTES, Codec, Malformed
from protocol.ids import NamedCode, QuestionId, SeatId
from protocol.questions import One, Option, Question
from protocol.replies import Again, Closing, Commit, Refused, author_of, now_open
from protocol.requests import Create, Hello, Intent, Request
from protocol.tables import Settings

FORMATS = list(CODECS.values())
QUESTION = Question(
    (SeatId("1"),),
    NamedCode("why"),
    "Which?",
    One((Option("a", "A"), Option("b", "B"))),
    id=QuestionId(4),
)
REQUESTS: list[Request] = [
    Hello(1, None, "Ann", "client 1"),
    Hello(2, "p1.secret"),
    Create(3, Settings("jailbreak", "adept", options={"a": "b"}), "Table"),
    Intent(4, 7, 12, ("a", "b"), SeatId("2")),
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
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
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
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
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
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
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
    commit = Commit(
        5, (), [], {}, (), (Again(QuestionId(4), QuestionId(9), (SeatId("2"), SeatId("3"))),)
    )
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


LONG = [["chat", 7, "x" * 20_000], ["chat", 7, *range(20_000)], ["chat", 7, *["y" * 900] * 20]]


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize("ref", [0, 7, 200, 70_000, 2**40, MOST_REF])
def test_what_is_too_large_names_its_ref_where_that_can_be_read(wire: Codec, ref: int) -> None:
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
    for tag, _, *fields in LONG:
        with pytest.raises(Malformed) as fault:
            wire.request(coding.encode([tag, ref, *fields]))
        assert (fault.value.code, fault.value.ref) == ("too_large", ref)


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize(
    "first", [["chat", 2**53], ["chat", -1], ["chat", "7"], [7, 7], [["a"], 7]]
)
def test_what_is_too_large_and_has_no_ref_is_answered_with_none(
    wire: Codec, first: list[object]
) -> None:
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
    with pytest.raises(Malformed) as fault:
        wire.request(coding.encode([*first, "x" * 20_000]))
    assert (fault.value.code, fault.value.ref) == ("too_large", 0)


@given(st.binary(max_size=150))
def test_whatever_a_message_that_is_too_large_begins_with_it_is_refused(start: bytes) -> None:
    for wire in FORMATS:
        with pytest.raises(Malformed) as fault:
            wire.request(start + bytes(REQUEST_BYTES + 1))
        assert fault.value.code == "too_large"
        assert 0 <= fault.value.ref <= MOST_REF


@pytest.mark.parametrize("wire", FORMATS, ids=lambda wire: wire.name)
@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (["chat", 1, ""], "field `text`"),
        (["hello"], "`hello` lacks `ref`"),
        (["intent", 1, 2], "`intent` lacks `question`"),
        (["intent", 1, 2, 3, "x"], "field `picks`"),
        (["intent", 1, 2, 3, ["a", 5]], "field `picks"),
        (["create", 1, ["x", "", 9]], "field `settings.party`"),
        (
            ["create", 1, ["x", "", 4, "first", 0, 0, False, "alone", {"a": 1}]],
            "`settings.options`",
        ),
        (["standing", 1, "never"], "field `until`"),
    ],
    ids=str,
)
def test_what_is_malformed_names_the_field_and_the_form(
    wire: Codec, wrong: list[object], named: str
) -> None:
    coding = msgspec.json if wire.whole.text else msgspec.msgpack
    with pytest.raises(Malformed) as fault:
        wire.request(coding.encode(wrong))
    assert named in fault.value.text
    assert f'Its form: ["{wrong[0]}", ref: count' in fault.value.text


def test_what_has_no_known_tag_or_is_no_array_is_told_so() -> None:
    for frame, said in ((b'["dance",1]', "No request has the tag 'dance'"), (b"{}", "is an array")):
        with pytest.raises(Malformed) as fault:
            codec.json.request(frame)
        assert said in fault.value.text
