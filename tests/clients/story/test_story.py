"""Every event becomes a sentence, true at its own moment."""

from typing import Any, get_args

import msgspec
import pytest

from clients.core.names import Lexicon
from clients.core.story import SAY, sentence, sentences
from clients.core.view import BattleView, Played, beginning
from protocol import battle as ev
from protocol import codec
from protocol.battle import BattleEvent
from protocol.campaign import SessionEvent
from protocol.events import (
    Answered,
    Rolled,
)
from protocol.ids import DieKind, NoteName, QuestionId, SeatId, UnitId
from protocol.questions import One, Option, Question
from protocol.replies import Commit, Opening
from protocol.skirmish import SkirmishEvent
from tests.clients.journals import journal
from tests.clients.story import (
    test_course,
    test_delve,
    test_dice,
    test_goods,
    test_ground,
    test_growth,
    test_sheets,
    test_units,
)
from tests.clients.story.scene import A1, STATE, telling

KINDS = (
    test_course,
    test_delve,
    test_dice,
    test_goods,
    test_ground,
    test_growth,
    test_sheets,
    test_units,
)
TOLD = [told for kind in KINDS for told in kind.TOLD]


@pytest.mark.parametrize("event", [event for event, _ in TOLD], ids=lambda e: type(e).__name__)
def test_an_event_is_told_alike_as_it_travels(event: Any) -> None:
    travelled = msgspec.msgpack.decode(msgspec.msgpack.encode(event))
    assert sentence(telling(), travelled) == sentence(telling(), event)


def test_no_event_is_forgotten() -> None:
    battles, sessions = set(get_args(BattleEvent)), set(get_args(SessionEvent))
    assert battles | sessions | set(get_args(SkirmishEvent)) == set(SAY)
    assert battles == {type(event) for event, _ in TOLD}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (["comet-fell", "a1", 3, ""], "Comet Fell: a1, 3."),
        (["comet-fell"], "Comet Fell."),
        (["damage", "a1"], "Damage: a1."),
        (["roll", 1, "x", "a1", 6, "faces"], "Roll: 1, x, a1, 6, faces."),
        (42, "42."),
    ],
)
def test_an_unknown_or_odd_event_becomes_a_plain_line(event: Any, text: str) -> None:
    assert sentence(telling(), event).text == text


def test_an_event_with_fields_that_mean_nothing_here_becomes_a_plain_line() -> None:
    odd = ev.AdventurerCreated(UnitId("a9"), {"no": "name"}, {}, {})
    assert sentence(telling(), odd).text.startswith("Created: a9")


def test_bookkeeping_is_quiet_and_an_answer_that_nobody_gave_is_not() -> None:
    assert sentence(telling(), ev.Noted(NoteName("x"), "turn")).quiet
    assert sentence(telling(), Answered(QuestionId(5), SeatId("1"), ("a",))).quiet
    assert not sentence(telling(), Answered(QuestionId(5), SeatId("1"), ("a",), "default")).quiet
    assert not sentence(telling(), ev.UnitMoved(A1, (0, 0))).quiet
    assert sentence(telling(), Rolled(0, "engage", UnitId("a1"), 6, (1,))).quiet
    assert not sentence(telling(), Rolled(0, "lockpick", UnitId("a1"), 6, (1,))).quiet


def test_a_face_is_learnt_from_the_question_that_spells_it_out() -> None:
    lexicon = Lexicon()
    assert lexicon.face(DieKind("shield-discipline"), 3) == "face 4"
    shown = Question(
        (SeatId("1"),),
        "engage.resolve",
        "",
        One((Option("d1", "Shield Discipline: heroic-slash-2"),)),
    )
    lexicon.learn(shown, STATE)
    assert lexicon.face(DieKind("shield-discipline"), 3) == "Heroic Slash 2"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_battle_is_told_without_a_plain_line(seed: int) -> None:
    entries = journal(seed)
    first = codec.msgpack.reply(entries[0].frame)
    assert isinstance(first, Commit)
    assert isinstance(first.pinned, Opening)
    view, lexicon = BattleView(beginning(first.pinned)), Lexicon()
    for entry in entries:
        commit = codec.msgpack.reply(entry.frame)
        assert isinstance(commit, Commit)
        played = view.take(commit)
        assert played is not None
        for told in sentences(played, lexicon, first.pinned):
            assert told.text.endswith(".")
            assert "{" not in told.text
            assert "[[" not in told.text


def test_what_an_author_said_is_told_right_after_the_answer() -> None:
    events = (
        Answered(QuestionId(5), SeatId("1"), ("a",), "bot"),
        ev.UnitMoved(A1, (0, 0)),
    )
    commit = Commit(2, events, [], {}, (), note="I go closer.")
    told = sentences(Played(commit, STATE, STATE, (), ()))
    assert [one.text for one in told][1] == "Seat 1 says: I go closer."
    assert [one.quiet for one in told] == [True, False, False]
    assert len(told) == 3
