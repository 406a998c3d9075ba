"""The battle of a call: it follows from session and call, and so is the same by whomever begun."""

from msgspec.structs import replace

from protocol.codec import msgpack as codec
from protocol.ids import BattleId, CallId, TableId
from protocol.replies import Opening, SeatOf
from protocol.tables import Chair, Member, Settings, TableState
from server.battles import BattleRecord, beginning_of, called_id, new_record
from server.battles.called import is_ended
from server.rules.engine.dice import called_seed, commitment
from tests.service.games import GAMES

SEED = bytes(range(32))
TABLE = TableState(
    TableId("t1"),
    1,
    "Camp",
    "p1",  # type: ignore[arg-type]
    "playing",
    Settings("calling", party=2),
    (Chair("1", "p1"), Chair("2", "p2")),  # type: ignore[arg-type]
    (Member("p1", "Ann"), Member("p2", "Bob")),  # type: ignore[arg-type]
    "",
    (),
)


def session() -> BattleRecord:
    """A session that waits for a duel."""
    built = GAMES.build("calling", ("1", "2"), "", {"goal": "100"})  # type: ignore[arg-type]
    opening = Opening(
        BattleId("b1"),
        TableId("t1"),
        "micro-calling",
        "calling",
        "",
        {"goal": "100"},
        (SeatOf("1", "Ann"), SeatOf("2", "Bo")),  # type: ignore[arg-type]
        "",
        "",
        commitment(SEED),
        ("x", "y"),
        1_000,
    )
    record = new_record(built.ruleset, built.start, opening, SEED)
    record.keep(record.begin())
    asked = record.play.questions[0]
    record.keep(record.answer(asked.to[0], asked.id, ("duel",), "player", 1, 5))
    return record


def test_a_battle_begun_twice_is_the_same_battle() -> None:
    """Given two processes that find the same call, then id, seed, start, dice and time are one."""
    called = session().shown.call
    assert called is not None
    one, two = (beginning_of(GAMES, session(), called, TABLE) for _ in range(2))
    assert one.record.opening == two.record.opening
    assert (one.seed, one.line) == (two.seed, two.line)
    assert one.record.begin().frame == two.record.begin().frame


def test_it_says_whose_call_it_answers_and_who_sits_there_now() -> None:
    record = session()
    called = record.shown.call
    assert called is not None
    opening = beginning_of(GAMES, record, called, TABLE).record.opening
    assert (opening.session, opening.call) == (BattleId("b1"), called.call)
    assert [seat.name for seat in opening.seats] == ["Ann", "Bob"]
    assert (opening.encounter, opening.options, opening.contributions) == ("duel", {}, ("x", "y"))
    assert opening.commitment == commitment(called_seed(SEED, called.call))
    assert called_seed(SEED, called.call) != SEED


def test_each_call_of_each_session_has_a_battle_of_its_own() -> None:
    ids = {called_id(BattleId(name), CallId(n)) for name in ("b1", "b11") for n in (1, 11, 111)}
    assert len(ids) == 6
    assert all(len(each) == 33 and each.startswith("b") for each in ids)


def test_what_an_operator_stopped_has_come_to_no_end_of_its_own() -> None:
    record = session()
    assert not is_ended([record.stop("late", 9).frame])
    record = session()
    closing = record.stop("late", 9).commit
    assert is_ended([codec.encode(replace(closing, events=(["moved", "1", 3],)))])
