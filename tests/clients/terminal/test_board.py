"""The board: map, mats and log, drawn again when they have changed."""

import io

import msgspec
import pytest

from clients.core.names import Names
from clients.core.session import Session
from clients.core.view import Played
from clients.terminal import Screen
from clients.terminal.board import Board
from clients.terminal.hexmap import draw
from clients.terminal.mats import headline, mat, roster
from protocol.ids import BattleId, PlayerId, SeatId, TableId, UnitId
from protocol.replies import Commit, Opening, Snapshot, Welcome
from protocol.tables import Chair, Settings, TableState
from tests.clients.journals import journal
from tests.clients.terminal.states import STATE, plain

# The board


def board() -> tuple[Board, Session, io.StringIO]:
    out, session = io.StringIO(), Session("Ann")
    session.take(Welcome(1, PlayerId("ann"), "Ann"))
    session.take(
        TableState(
            TableId("t"),
            1,
            "Den",
            PlayerId("ann"),
            "playing",
            Settings("j"),
            (Chair(SeatId("1"), PlayerId("ann")),),
            (),
            "",
            (),
        )
    )
    opening = Opening(BattleId("b"), TableId("t"), "battle", "j", "", {}, (), "", "", "", (), 0)
    session.take(Snapshot(BattleId("b"), 1, STATE, (), {}, opening))
    return Board(Screen(out), session), session, out


def test_map_and_mat_are_drawn_again_only_when_they_have_changed() -> None:
    shown, session, out = board()
    shown.show_if_changed()
    shown.show_own_mats_if_changed()
    once = out.getvalue()
    assert "a1 5+2" in once
    assert "tenacity" in once
    shown.show_if_changed()
    shown.show_own_mats_if_changed()
    assert out.getvalue() == once
    moved = Commit(2, (["move", "a1", [1, 0]],), [], {"units/a1/at": [1, 0]}, ())
    played = session.take(moved)
    assert isinstance(played, Played)
    shown.tell(played)
    shown.show_if_changed()
    assert "A1 moves to 1,0." in out.getvalue()
    assert out.getvalue().count("== Round 2") == 2


def test_the_log_holds_what_was_not_worth_showing() -> None:
    shown, session, out = board()
    played = session.take(Commit(2, (["note", "a1.nord.shout", "turn"],), [], {}, ()))
    assert isinstance(played, Played)
    shown.tell(played)
    assert "Shout" not in out.getvalue()
    shown.show_log()
    assert "Used this turn: Shout." in out.getvalue()


def test_a_mat_of_nobody_names_those_there_are() -> None:
    shown, _, out = board()
    shown.show_mat(UnitId("a7"))
    assert "There is no adventurer 'a7'; there are: a1." in out.getvalue()


@pytest.mark.parametrize("seed", [1, 3])
def test_every_version_of_a_battle_can_be_drawn(seed: int) -> None:
    for entry in journal(seed):
        state = msgspec.msgpack.decode(entry.state)
        named = Names(state)
        rows = plain(draw(state, 80))
        assert all(len(row) <= 80 for row in rows)
        assert bool(rows) == bool(state["tiles"])
        for unit_line in roster(state, named):
            assert unit_line.startswith("  ")
        for name in state["adventurers"]:
            assert len(mat(state, named, name)) >= 6
        assert headline(state)
