"""What else happens at a table, in one line each, and what is shown in other ways."""

from typing import Any

import pytest

from clients.core.session import Session
from clients.sdk import Back, Lost
from clients.terminal.news import line_of
from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.replies import (
    Bye,
    Driving,
    Notice,
    Paused,
    Pinged,
    Playing,
    Resumed,
    Said,
    StandingSet,
    Taken,
    TimeLeft,
    UndoAsked,
)
from protocol.tables import Chair, Member, Settings, TableState

ONE, TWO, ANN = SeatId("1"), SeatId("2"), PlayerId("ann")
DEN, B1 = TableId("t1"), BattleId("b1")


def session() -> Session:
    """Ann, who sits on seat 1."""
    found = Session("Ann")
    found.player = ANN
    chairs = (Chair(ONE, ANN), Chair(TWO))
    found.table = TableState(
        *(DEN, 1, "Den", ANN, "playing", Settings("micro"), chairs),
        *((Member(ANN, "Ann"),), "", ()),
        here=(ANN,),
    )
    return found


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (Said(DEN, ANN, "Ann", "Hello", 0), "Ann: Hello"),
        (Pinged(DEN, ANN, "0,1", ""), "Ann points at 0,1."),
        (Pinged(DEN, ANN, "0,1", "e1"), "Ann thinks of 0,1 to e1."),
        (TimeLeft(B1, ONE, "turn", 9_600), "Seat 1 has 10 s to answer."),
        (TimeLeft(B1, TWO, "turn", 9_600), ""),
        (TimeLeft(B1, TWO, "absence", 30_000), "Seat 2 is away; a bot takes over in 30 s."),
        (TimeLeft(B1, ONE, "turn", -1), ""),
        (Driving(B1, TWO, True, "Away."), "A bot drives seat 2 now. Away."),
        (Driving(B1, TWO, False, ""), "The player drives seat 2 now. "),
        (
            StandingSet(B1, ONE, True),
            "What may be passed is passed for seat 1 until your next turn.",
        ),
        (StandingSet(B1, TWO, True), ""),
        (Paused(B1, "The store is away."), "The battle pauses: The store is away."),
        (Resumed(B1), "The battle goes on."),
        (Playing(B1, 3, 9, 0.5), "Replay: version 3 of 9, speed 0.5."),
        (Notice("Down at noon.", 0), "From the operator: Down at noon."),
        (Notice("", 1), "The operator's message is gone."),
        (Bye("replaced", "You came again."), "The server says goodbye: You came again."),
        (Lost("It broke."), "The connection is lost. It broke. Connecting again..."),
        (Back(), "Connected again."),
        (Taken(1, 2, 3), ""),
    ],
    ids=lambda one: type(one).__name__,
)
def test_news_become_a_line(news: Any, line: str) -> None:
    assert line_of(news, session()) == line


def test_when_one_is_asked_about_abilities_is_told_to_oneself_alone() -> None:
    wishes = {"knight.edict": "others", "bard.song": "never"}
    told = "Seat 1 is asked about: knight.edict only on others' turns, bard.song never."
    assert line_of(StandingSet(B1, ONE, False, wishes), session()) == told
    assert line_of(StandingSet(B1, TWO, False, wishes), session()) == ""


def test_a_vote_names_what_to_type_to_whoever_may_vote() -> None:
    asked = UndoAsked(B1, 7, TWO, (ONE,), "")
    assert line_of(asked, session()) == "Seat 2 wants to go back to version 7. Type /yes or /no."
    others = UndoAsked(B1, 7, ONE, (TWO,), "")
    assert line_of(others, session()) == "Seat 1 wants to go back to version 7. Waiting for 2."
    assert line_of(UndoAsked(B1, 7, ONE, (), "granted"), session()) == "The undo is granted."
