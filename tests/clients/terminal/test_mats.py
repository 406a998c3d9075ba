"""Units and mats in words."""

from typing import Any

import pytest

from clients.terminal.mats import headline, mat, rooms, roster
from protocol.ids import UnitId
from tests.clients.terminal.states import MAT, STATE, names, unit


def test_the_mat_shows_rows_dice_slots_track_and_items() -> None:
    assert mat(STATE, names(), UnitId("a1")) == [
        "a1 A1, Orc, Ann (seat 1), Knight",
        "  HP 5/5+2   form light weapon   stamina 3   magicka 2   cooldown 2   tenacity [oo...]",
        "  rows      1: Health | 2: Stamina ### Combat # | 3: Magicka ## | 4: Bow ##",
        "  available 2 Combat",
        "  active    1. Snipe [face 5]  2. -  3. -  4. -",
        "  track     1. light fatigue  2. Bane  3. Combat  (10 free)",
        "  ready     Iron Sword (used); pack -",
    ]


def test_rolled_and_drained_dice_appear_when_there_are_any() -> None:
    busy = {**STATE, "adventurers": {"a1": {**MAT, "rolled": ["d4"], "drained": ["d1", "d2"]}}}
    lines = mat(busy, names(), UnitId("a1"))
    assert "  rolled    Combat [face 2]" in lines
    assert "  drained   2 Combat" in lines


@pytest.mark.parametrize("written", [{"kind": "LF", "owner": "a1"}, "LF@a1"])
def test_the_roster_tells_the_fatigue_on_a_unit_also_as_battles_of_before_wrote_it(
    written: Any,
) -> None:
    state = {"units": {"e1": unit("e1", [0, 1], 3, fatigue=[written])}}

    assert roster(state, names())[0].endswith("light fatigue")


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


def test_the_headline_of_a_session_says_the_day_and_where_the_party_is() -> None:
    """Given a session's state, then its province, day, phase, place and step stand in one line."""
    session = {
        "plan": {"province": "black-marsh"},
        "day": 3,
        "day_phase": "end-of-day",
        "party_at": [2, -1],
        "step": "B12",
        "outcome": "",
    }

    line = "Black Marsh - day 3 of 12 - end of day - at 2,-1 - step B12 of the quest"
    assert headline(session) == line
    before = {**session, "day": 0, "party_at": None, "step": "", "outcome": "defeat"}
    assert headline(before) == "Black Marsh - before day 1 - end of day - defeat"
