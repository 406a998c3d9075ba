"""The map as text: hexes, units, marks, doors, within the width of a terminal."""

from typing import Any

from clients.terminal.hexmap import draw
from protocol.hexes import disc
from tests.clients.terminal.states import STATE, plain, unit


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
