"""The map and the mats as text."""

import io
from typing import Any

import msgspec
import pytest

from clients.core.names import Names
from clients.core.session import Session
from clients.core.view import Played
from clients.terminal.board import Board
from clients.terminal.hexmap import draw
from clients.terminal.mats import headline, mat, rooms, roster
from clients.terminal.screen import Screen
from protocol.hexes import disc
from protocol.replies import Commit, Opening, SeatOf, Snapshot, Welcome
from protocol.tables import Chair, Settings, TableState
from server.rules.battle.state import Enchantment
from tests.clients.journals import journal


def unit(name: str, at: list[int] | None, hp: int, **fields: Any) -> dict[str, Any]:
    side = "party" if name.startswith("a") else "enemy"
    values: dict[str, Any] = {
        "name": name.upper(),
        "kind": "adventurer" if side == "party" else "enemy",
        "health": 5,
        "bonus": 0,
        "statuses": [],
        "dice": [],
        "fatigue": [],
        "fate": "",
    }
    return {**values, "id": name, "at": at, "hp": hp, "side": side, **fields}


MAT: dict[str, Any] = {
    "seat": "1",
    "form": "light-weapon",
    "stamina": 3,
    "magicka": 2,
    "cooldown": 2,
    "cls": "knight",
    "master": False,
    "tenacity": 2,
    "mat": [
        {"left": "health", "right": "", "left_squares": 0, "right_squares": 0},
        {"left": "stamina", "right": "combat", "left_squares": 3, "right_squares": 1},
        {"left": "magicka", "right": "", "left_squares": 2, "right_squares": 0},
        {"left": "bow", "right": "", "left_squares": 2, "right_squares": 0},
    ],
    "row": ["d1", "d2"],
    "rolled": [],
    "active": ["d3"],
    "track": ["LF", "bane", "d4"],
    "drained": [],
    "ready": [{"id": "i1", "item": "iron-sword", "expended": True, "chips": 0}],
    "pack": [],
}
DICE = {
    "d1": {"kind": "combat", "owner": "a1", "face": -1},
    "d2": {"kind": "combat", "owner": "a1", "face": -1},
    "d3": {"kind": "snipe", "owner": "a1", "face": 4},
    "d4": {"kind": "combat", "owner": "a1", "face": 1},
}
STATE: dict[str, Any] = {
    "tiles": {
        "clash": {"hexes": [list(at) for at in disc((0, 0), 1)]},
        "entrance": {"hexes": [[2, -1]]},
    },
    "blocked": [[-1, 0]],
    "caches": {"0,1": "common"},
    "units": {
        "a1": unit("a1", [1, -1], 5, bonus=2),
        "e0": unit("e0", [0, -1], 3, statuses=["bane"], dice=["d3"]),
        "e1": unit("e1", None, 0, fate="defeated"),
    },
    "adventurers": {"a1": MAT},
    "dice": DICE,
    "enchantments": {"i9": msgspec.to_builtins(Enchantment("frost-ward", "a1"))},
    "round": 2,
    "rounds": 2,
    "turn": {"unit": "a1"},
    "phase": "adventurers",
    "outcome": "",
}


def plain(rows: list[Any]) -> list[str]:
    return [row.plain for row in rows]


def test_the_map_shows_hexes_units_caches_and_coordinates() -> None:
    assert plain(draw(STATE, 80)) == [
        "         _______",
        " _______/ e0 3  \\_______",
        "/#######\\_0,-1__/a1 5+2 \\_______",
        "\\_______/       \\_1,-1__/       \\",
        "/       \\__0,0__/       \\_2,-1__/",
        "\\_-1,1__/ cache \\__1,0__/",
        "        \\__0,1__/",
    ]


def test_marks_stand_in_their_hexes_and_a_narrow_terminal_gets_narrow_hexes() -> None:
    assert plain(draw(STATE, 28, {"1,0": "[2]", "0,0": "[1]", "0,-1": "[3]"})) == [
        "       _____",
        " _____/e0 3 \\_____",
        "/#####\\_[3]_/a1 5+\\_____",
        "\\_____/ [1] \\1,-1_/     \\",
        "/     \\_0,0_/ [2] \\2,-1_/",
        "\\-1,1_/cache\\_1,0_/",
        "      \\_0,1_/",
    ]


def test_a_map_of_the_widest_kind_stays_within_its_width() -> None:
    wide = {"tiles": {"all": {"hexes": [list(at) for at in disc((0, 0), 6)]}}}
    assert max(len(row) for row in plain(draw(wide, 80))) <= 80
    assert draw({}, 80) == []


def test_an_unlaid_map_is_no_map() -> None:
    assert draw({"tiles": {}}, 80) == []


def names() -> Names:
    opening = Opening("b", "t", "battle", "j", "", {}, (SeatOf("1", "Ann"),), "", "", "", (), 0)
    return Names(STATE, None, None, opening)


def test_the_mat_shows_rows_dice_slots_track_and_items() -> None:
    assert mat(STATE, names(), "a1") == [
        "a1 A1, Ann (seat 1), Knight",
        "  HP 5/5+2   form light weapon   stamina 3   magicka 2   cooldown 2   tenacity [oo...]",
        "  rows      1: Health | 2: Stamina ### Combat # | 3: Magicka ## | 4: Bow ##",
        "  available 2 Combat",
        "  active    1. Snipe [face 5]  2. -  3. -  4. -",
        "  track     1. light fatigue  2. Bane  3. Combat  (10 free)",
        "  ready     Iron Sword (used); pack -",
    ]


def test_rolled_and_drained_dice_appear_when_there_are_any() -> None:
    busy = {**STATE, "adventurers": {"a1": {**MAT, "rolled": ["d4"], "drained": ["d1", "d2"]}}}
    lines = mat(busy, names(), "a1")
    assert "  rolled    Combat [face 2]" in lines
    assert "  drained   2 Combat" in lines


def test_the_roster_shows_who_is_in_play_and_leaves_out_defeated_enemies() -> None:
    assert roster(STATE, names()) == [
        "  a1   A1                        5/5+2 HP  1,-1      Frost Ward",
        "  e0   E0                          3/5 HP  0,-1      Bane, Snipe [face 5]",
    ]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({}, "Round 2 - turn of A1"),
        ({"turn": None, "phase": "enemies"}, "Round 2 - enemies"),
        (
            {"rounds": 0, "turn": None, "phase": "create"},
            "Before the battle - adventurers are created",
        ),
        ({"turn": None, "phase": "over", "outcome": "victory"}, "Round 2 - over - victory"),
    ],
)
def test_the_headline_says_where_the_battle_stands(change: dict[str, Any], line: str) -> None:
    assert headline({**STATE, **change}) == line


# The board


def board() -> tuple[Board, Session, io.StringIO]:
    out, session = io.StringIO(), Session("Ann")
    session.take(Welcome(1, "ann", "Ann"))
    session.take(
        TableState("t", 1, "Den", "ann", "playing", Settings("j"), (Chair("1", "ann"),), (), "", ())
    )
    opening = Opening("b", "t", "battle", "j", "", {}, (), "", "", "", (), 0)
    session.take(Snapshot("b", 1, STATE, (), {}, opening))
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
    shown.show_mat("a7")
    assert "There is no adventurer 'a7'; there are: a1." in out.getvalue()


def test_long_lines_are_folded_and_indented_without_colour_outside_of_a_terminal() -> None:
    out = io.StringIO()
    Screen(out).show("  " + "word " * 30, style="bold red")
    lines = out.getvalue().splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("      word")
    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in out.getvalue()


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


def test_a_map_that_outgrows_the_width_is_cut_around_who_acts() -> None:
    """A delve may grow to any length; what is not shown is counted."""
    long: dict[str, Any] = {
        "tiles": {"entrance": {"hexes": [[q, 0] for q in range(40)]}},
        "units": {"a1": unit("a1", [30, 0], 5)},
        "turn": {"unit": "a1"},
    }
    rows = plain(draw(long, 80))
    assert all(len(row) <= 80 for row in rows)
    assert any("a1 5" in row for row in rows)
    assert rows[-1].startswith("(The map goes on: 24 columns in the west and 3 columns in the east")


def test_doors_are_shown_and_marks_beside_the_map_draw_their_hexes() -> None:
    """So a player sees how a tile would lie before it is laid."""
    state: dict[str, Any] = {"tiles": {"entrance": {"hexes": [[0, 0]], "doors": [[0, 0]]}}}
    assert plain(draw(state, 80)) == [" _______", "/ door  \\", "\\__0,0__/"]
    assert plain(draw(state, 80, {"1,0": "new"})) == [
        " _______",
        "/ door  \\_______",
        "\\__0,0__/  new  \\",
        "        \\__1,0__/",
    ]


def test_what_waits_on_the_tiles_of_a_delve_is_listed() -> None:
    state: dict[str, Any] = {
        "tiles": {
            "crossing": {"hexes": [[0, 0]], "card": "great-vault", "shards": 2, "armed": True},
            "round-hall": {"hexes": [[1, 0]], "card": "", "shards": 0, "armed": False},
        },
        "delve": {"gained": 1, "required": 3},
        "phase": "enemies",
    }
    assert rooms(state) == ["  Crossing by 0,0, Great Vault: 2 skyshards, trap"]
    assert headline(state) == "Before the battle - enemies - skyshards 1 of 3"
