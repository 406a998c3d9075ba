"""The table of a match as text."""

from typing import Any

import msgspec
import pytest

from clients.core import Names
from clients.terminal.tabletop import drawn, headline, is_match, warbands
from protocol.ids import SeatId
from server.rules.engine.patch import plain
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.setup.beginning import start
from tests.clients.terminal.states import STATE


@pytest.fixture
def state() -> Any:
    """Two units on the board Alley, one of them with a treasure on a roof."""
    found = box()
    rosters = {SeatId("1"): found.rosters["sellswords"], SeatId("2"): found.rosters["undead"]}
    state: Any = msgspec.msgpack.decode(
        msgspec.msgpack.encode(plain(start(found.boards["alley"], rosters, found)))
    )
    state["units"]["a1"] |= {"at": [12_000, 12_000, 3_000], "token": "token-4"}
    state["units"]["b1"] |= {"at": [20_500, 30_500, 0], "injury": "dazed"}
    state["pairs"] = {"a1~b1": ["a1", "b1"]}
    return state


def test_the_map_has_a_row_for_each_inch_from_the_far_edge_on(state: Any) -> None:
    rows = [row.plain for row in drawn(state)]

    assert len(rows) == 36
    assert {len(row) for row in rows} == {72}
    assert rows[35] == "." * 72
    assert rows[35 - 12] == "." * 18 + "333333a13333" + "." * 18 + "$" + "." * 23
    assert rows[35 - 30][41:43] == "b1"
    assert rows[35 - 7] == "." * 28 + ":" * 16 + "." * 28
    assert rows[35 - 9][21] == "H"


def test_marks_stand_at_their_points(state: Any) -> None:
    rows = [row.plain for row in drawn(state, {"1000,2000,0": "[1]", "3000,2000": "[2]"})]
    assert rows[35 - 2].startswith("..[1].[2]..")


def test_every_unit_has_a_line_with_what_it_carries_and_suffers(state: Any) -> None:
    state["units"]["b2"] |= {"fell": 3}
    lines = warbands(state, Names(state))

    assert lines[0] == "  Sellswords, Seat 1: 0 lost, routs from 6 on"
    assert lines[1].split() == [
        *("a1", "Captain", "12,12,3", "Great", "Sword,", "Pistol,"),
        *("treasure,", "engaged", "with", "b1"),
    ]
    assert "  Undead, Seat 2: 1 lost, routs from 7 on" in lines
    assert any("Necromancer" in line and "dazed" in line for line in lines)
    assert not any("Death Knight" in line for line in lines)


def test_the_headline_tells_turn_and_phase(state: Any) -> None:
    assert headline(state) == "Before the first turn - first"
    state |= {"turn": 3, "phase": "move", "active": "2"}
    assert headline(state) == "Turn 3 - move phase - seat 2"
    assert headline({**state, "winner": "1"}) == "Turn 3 - move phase - seat 1 has won"


def test_a_battle_is_no_match(state: Any) -> None:
    assert is_match(state)
    assert not is_match(STATE)
