"""The client without a connection: gaps, who is asked, exactly once, the way back."""

from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from clients.core.session import Session
from clients.core.view import BattleView, Gap, Played, beginning
from protocol import codec
from protocol.fields import NUMBER_STEP
from protocol.ids import BattleId, NamedCode, PlayerId, QuestionId, SeatId, TableId
from protocol.questions import One, Option, Question
from protocol.replies import (
    Commit,
    Driving,
    Joined,
    Opening,
    Paused,
    Refused,
    Resumed,
    SeatOf,
    Snapshot,
    Taken,
    Welcome,
)
from protocol.requests import Intent, Join, Watch
from protocol.tables import BattleLine, Chair, Member, Settings, TableState
from tests.clients.journals import journal

OPENING = Opening(
    BattleId("b1"),
    TableId("t1"),
    "micro",
    "micro",
    "",
    {},
    (SeatOf(SeatId("1"), "Ann"),),
    "f",
    "c",
    "00",
    ("",),
    0,
)
ASKED = Question(
    (SeatId("1"), SeatId("2")),
    NamedCode("why"),
    "Which?",
    One((Option("x", "X"), Option("y", "Y"))),
    id=QuestionId(7),
)


def table(**fields: Any) -> TableState:
    settings = fields.pop("settings", Settings("micro", party=2))
    chairs = fields.pop(
        "chairs", (Chair(SeatId("1"), PlayerId("ann")), Chair(SeatId("2"), PlayerId("bob")))
    )
    members = (Member(PlayerId("ann"), "Ann"), Member(PlayerId("bob"), "Bob"))
    values = {"revision": 1, "phase": "playing", **fields}
    return TableState(
        TableId("t1"),
        values["revision"],
        "Den",
        PlayerId("ann"),
        values["phase"],
        settings,
        chairs,
        members,
        "",
        (),
    )


def snapshot(
    version: int = 4, *questions: Question, numbers: dict[SeatId, int] | None = None
) -> Any:
    return Snapshot(BattleId("b1"), version, {"pot": version}, questions, numbers or {}, OPENING)


def commit(version: int, *, seat: str = "1", number: int = 0, asked: Any = (), **put: Any) -> Any:
    answered = ["ans", 7, seat, ["x"], "player"]
    return Commit(version, (answered,), [], put, asked, number=number)


def session(*questions: Question, **fields: Any) -> Session:
    ann = Session("Ann")
    ann.take(Welcome(1, PlayerId("ann"), "Ann", "secret"))
    ann.joining(Join(0, "CODE"))
    ann.take(Joined(2, TableId("t1"), (SeatId("1"),)))
    ann.take(table(**fields))
    ann.take(snapshot(4, *questions))
    ann.to_send.clear()  # signs of life; see below
    return ann


# Commits


def test_a_commit_folds_in_and_a_known_one_brings_nothing() -> None:
    ann = session()
    played = ann.take(commit(5, pot=9))
    assert isinstance(played, Played)
    assert (played.before["pot"], played.after["pot"]) == (4, 9)
    assert ann.take(commit(5, pot=1)) is None
    assert ann.view is not None
    assert ann.view.state["pot"] == 9


def test_a_gap_is_noticed_and_the_missing_commits_are_asked_for_once() -> None:
    ann = session()
    assert ann.take(commit(6, pot=6)) is None
    assert ann.take(commit(7, pot=7)) is None
    assert ann.to_send == [Watch(0, BattleId("b1"), 4)]
    assert ann.view is not None
    assert ann.view.version == 4
    for version in (5, 6, 7):
        ann.take(commit(version, pot=version))
    assert (ann.view.version, ann.view.state["pot"]) == (7, 7)
    ann.take(commit(9))
    assert ann.to_send[1:] == [Watch(0, BattleId("b1"), 7)]


def test_a_view_names_the_versions_of_a_gap() -> None:
    view = BattleView(snapshot(4))
    with pytest.raises(Gap) as gap:
        view.take(commit(6))
    assert (gap.value.have, gap.value.got) == (4, 6)


def test_a_real_journal_with_a_missing_entry_is_a_gap() -> None:
    entries = journal(1)
    first = codec.msgpack.reply(entries[0].frame)
    assert isinstance(first, Commit)
    assert isinstance(first.pinned, Opening)
    view = BattleView(beginning(first.pinned))
    view.take(first)
    third = codec.msgpack.reply(entries[2].frame)
    assert isinstance(third, Commit)
    with pytest.raises(Gap):
        view.take(third)


def test_a_question_that_stays_open_is_found_under_its_new_id() -> None:
    ann = session(ASKED)
    renewed = Commit(5, (["ans", 3, "2", ["y"], "player"],), [], {}, (), ((7, 11, ("1",)),))  # type: ignore[arg-type]
    played = ann.take(msgspec.msgpack.decode(msgspec.msgpack.encode(renewed), type=Commit))
    assert isinstance(played, Played)
    now = played.renewed(QuestionId(7))
    assert now is not None
    assert (now.id, now.to, now.text) == (11, ("1",), "Which?")
    assert played.renewed(QuestionId(3)) is None


# Who is asked


def test_one_is_asked_what_is_open_to_ones_seat() -> None:
    ann = session(ASKED, msgspec.structs.replace(ASKED, id=8, to=("2",)))
    assert [question.id for question in ann.mine()] == [7]
    assert ann.seats == ("1",)
    assert ann.leads


def test_where_the_leader_decides_only_the_lowest_seat_with_a_player_is_asked() -> None:
    rule = Settings("micro", party=2, decides="leader")
    bob = Session("Bob")
    bob.take(Welcome(1, PlayerId("bob"), "Bob"))
    bob.take(table(settings=rule))
    bob.take(snapshot(4, ASKED))
    assert bob.mine() == ()
    bob.take(Driving(BattleId("b1"), SeatId("1"), True, "Ann is away."))
    assert bob.mine() == (ASKED,)


def test_a_seat_that_a_bot_plays_is_not_asked_and_nothing_is_once_it_is_over() -> None:
    ann = session(
        ASKED,
        chairs=(
            Chair(SeatId("1"), PlayerId("ann"), "sensible"),
            Chair(SeatId("2"), PlayerId("bob")),
        ),
    )
    assert ann.mine() == ()
    ann = session(ASKED)
    assert ann.view is not None
    ann.view.over = True
    assert ann.mine() == ()


def test_an_older_table_is_old_news() -> None:
    ann = session(revision=5)
    assert ann.take(table(revision=4, phase="lobby")) is None
    assert ann.table is not None
    assert ann.table.phase == "playing"


def test_what_can_be_left_to_the_game_is_named_among_what_one_may_be_asked_of() -> None:
    """Given a question that the game could decide, then its kind is learned by name; not one
    without a suggestion, and no other."""
    order = replace(ASKED, why=NamedCode("enemy.order"), default=("x",))
    assert list(session(order).abilities) == ["enemy"]
    assert not session(replace(order, default=())).abilities
    assert not session(replace(order, why=NamedCode("enemys.order"))).abilities


# Exactly once


def test_numbers_go_on_from_what_the_snapshot_says() -> None:
    ann = Session("Ann")
    ann.take(Welcome(1, PlayerId("ann"), "Ann"))
    ann.take(table())
    ann.take(snapshot(4, ASKED, numbers={SeatId("1"): 41}))
    assert ann.answer(ASKED, ("x",)) == Intent(0, 42, 7, ("x",), SeatId("1"), BattleId("b1"))
    said = ann.answer(ASKED, ("x",), note="Because.")
    assert said == Intent(0, 43, 7, ("x",), SeatId("1"), BattleId("b1"), "Because.")
    assert ann.answer(ASKED, ("y",)).number == 44


def test_numbers_of_refused_intents_do_not_lead_too_far_ahead() -> None:
    """Given more refusals than a number may lie ahead, then the next number is one that counts."""
    ann = Session("Ann")
    ann.take(Welcome(1, PlayerId("ann"), "Ann"))
    ann.take(table())
    ann.take(snapshot(4, ASKED, numbers={SeatId("1"): 41}))
    for ref in range(NUMBER_STEP + 5):
        intent = ann.intents.sent(ann.answer(ASKED, ("x",)), ref)
        assert 41 < intent.number <= 41 + NUMBER_STEP
        ann.take(Refused(ref, "illegal", "No."))


def test_an_intent_is_settled_by_its_own_commit_and_no_other() -> None:
    ann = session(ASKED)
    intent = ann.answer(ASKED, ("x",))
    ann.take(commit(5, seat="2", number=intent.number))
    ann.take(commit(6, seat="1", number=0))
    assert list(ann.intents.unanswered) == [intent]
    ann.take(commit(7, seat="1", number=intent.number))
    assert not ann.intents.unanswered
    assert [(s.number, s.version) for s in ann.settled] == [(intent.number, 7)]


def test_a_repeated_intent_is_settled_by_taken_with_the_version_it_made() -> None:
    ann = session(ASKED)
    intent = ann.intents.sent(ann.answer(ASKED, ("x",)), 31)
    ann.take(Taken(31, intent.number, 3))
    assert ann.settled[0].version == 3
    assert not ann.intents.unanswered


def test_a_refusal_ends_an_intent_but_a_request_to_wait_does_not() -> None:
    ann = session(ASKED)
    ann.intents.sent(ann.answer(ASKED, ("x",)), 31)
    for code in ("busy", "too_fast", "paused"):
        ann.take(Refused(31, code, "Later."))
        assert len(ann.intents.unanswered) == 1
    ann.take(Refused(30, "stale", "Another request."))
    assert [intent.ref for intent in ann.intents.unanswered] == [31]
    ann.take(Refused(31, "illegal", "No.", "ENG-3"))
    assert not ann.intents.unanswered
    assert ann.settled[0].refused == Refused(31, "illegal", "No.", "ENG-3")


def test_what_a_snapshots_numbers_show_to_have_been_made_is_asked_again() -> None:
    """Another program of the same player may have used the number: the server knows which."""
    ann = session(ASKED)
    first, second = ann.answer(ASKED, ("x",)), ann.answer(ASKED, ("y",))
    ann.take(snapshot(9, ASKED, numbers={SeatId("1"): first.number}))
    assert ann.intents.unanswered == (first, second)
    assert (ann.to_send, ann.settled) == ([first], [])


def test_seed_15091_a_number_that_is_used_in_a_battle_that_is_over_is_asked_about_too() -> None:
    """Given a program whose number an earlier one of its player had used, when it comes back to the
    battle after its end, then it asks what the number made, and does not take it for its own."""
    ann = session(ASKED)
    first, second = ann.answer(ASKED, ("x",)), ann.answer(ASKED, ("y",))
    ann.take(
        msgspec.structs.replace(snapshot(9, ASKED, numbers={SeatId("1"): first.number}), over=True)
    )
    assert ann.intents.unanswered == (first, second)
    assert (ann.to_send, ann.settled) == ([first], [])


def test_a_commit_of_the_same_number_by_another_program_settles_nothing() -> None:
    """Given two programs that speak for one player, then neither takes the other's move for its
    own."""
    ann = session(ASKED)
    mine = ann.answer(ASKED, ("y",))
    ann.take(commit(5, number=mine.number))
    assert (ann.intents.unanswered, ann.settled) == ((mine,), [])


def test_seed_701_a_commit_of_the_same_number_for_another_question_is_asked_about() -> None:
    """Given two programs that speak for one player, when one's number makes a commit with the
    other's picks for another question, then the other asks the server, and takes what it says."""
    ann = session(ASKED)
    mine = ann.answer(msgspec.structs.replace(ASKED, id=3), ("x",))
    ann.take(commit(5, number=mine.number))
    assert (ann.to_send, ann.settled) == ([mine], [])
    sent = ann.intents.sent(mine, 21)
    ann.take(Refused(sent.ref, "stale", "used"))
    assert [settled.version for settled in ann.settled] == [0]


def test_a_client_that_has_heard_of_its_table_only_by_name_comes_back_to_it() -> None:
    """Given a connection lost between `joined` and the table, then the next one joins again."""
    eve = Session("Eve")
    eve.take(Welcome(1, PlayerId("eve"), "Eve"))
    eve.joining(Join(0, "CODE"))
    eve.take(Joined(2, TableId("t1"), (SeatId("1"),)))
    assert list(eve.back()) == [Join(0, "CODE", TableId("t1"))]
    eve.wanted = BattleId("b1")
    assert list(eve.back()) == [Join(0, "CODE", TableId("t1")), Watch(0, BattleId("b1"), 0)]


def test_after_a_new_connection_the_client_comes_back_and_sends_again_what_is_unanswered() -> None:
    ann = session(ASKED)
    ann.take(commit(5))
    intent = ann.answer(ASKED, ("x",))
    assert list(ann.back()) == [Join(0, "", TableId("t1")), Watch(0, BattleId("b1"), 5), intent]


def test_who_was_led_on_while_a_request_to_resume_was_under_way_asks_for_that_battle() -> None:
    """Given a session that is resumed, when its battle is shown before that is granted, then the
    battle is asked for all the same: what was granted is shown after it."""
    ann = session()
    back = ann.back()
    assert list(islice(back, 2))[1] == Watch(0, BattleId("b1"), 4)
    lines = tuple(BattleLine(BattleId(each), "micro", 0) for each in ("b1", "b2"))
    ann.take(replace(table(revision=2), battles=lines))
    ann.take(replace(snapshot(1), battle=BattleId("b2")))
    assert list(back) == [Watch(0, BattleId("b2"), 0)]


def test_who_holds_a_session_s_last_battle_over_asks_for_the_session_also_at_its_end() -> None:
    """Given a battle seen to its end, when its session has ended with it before the client is back,
    then the session is asked for; another battle of a table where nothing is played is not."""
    ann = session()
    ann.take(replace(snapshot(9), battle=BattleId("b2"), over=True))
    of_session = BattleLine(BattleId("b2"), "micro", 0, over=True, session=BattleId("b1"))
    its = BattleLine(BattleId("b1"), "micro", 0, over=True)
    ann.take(replace(table(revision=2), phase="over", battles=(of_session, its)))
    assert list(ann.back())[1:] == [Watch(0, BattleId("b1"), 0)]
    alone = replace(of_session, session=BattleId(""))
    ann.take(replace(table(revision=3), phase="over", battles=(alone, its)))
    assert list(ann.back())[1:] == []


def test_a_spectator_comes_back_by_the_invite_and_somebody_without_a_table_not_at_all() -> None:
    eve = Session("Eve")
    assert list(eve.back()) == []
    eve.take(Welcome(1, PlayerId("eve"), "Eve"))
    eve.joining(Join(0, "CODE"))
    eve.take(table())
    assert list(eve.back()) == [Join(0, "CODE", TableId("t1"))]
    with pytest.raises(ValueError, match="not asked"):
        eve.answer(ASKED, ("x",))


def test_when_the_battle_goes_on_after_a_pause_unanswered_intents_are_sent_again() -> None:
    ann = session(ASKED)
    ann.take(Paused(BattleId("b1"), "The store is away."))
    intent = ann.answer(ASKED, ("x",))
    assert ann.paused
    ann.take(Resumed(BattleId("b1")))
    assert not ann.paused
    assert ann.to_send == [intent]


def test_another_battle_gives_up_on_the_intents_of_the_last() -> None:
    ann = session(ASKED)
    ann.answer(ASKED, ("x",))
    ann.take(Snapshot(BattleId("b2"), 1, {}, (), {}, OPENING))
    assert not ann.intents.unanswered
    refused = ann.settled[0].refused
    assert refused is not None
    assert refused.code == "stale"


def test_numbers_never_fall_even_if_a_snapshot_knows_fewer() -> None:
    ann = session(ASKED)
    first = ann.answer(ASKED, ("x",))
    ann.take(snapshot(4, ASKED))
    assert ann.answer(ASKED, ("x",)).number == first.number + 1
