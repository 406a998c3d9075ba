"""An enemy's whole turn, computed a second time on random boards: way, stop, targets (p64)."""

from dataclasses import replace as figure

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.battle import EngageBegan, UnitMoved
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from tests.rules.battle.enemy.test_enemy_destinations import (
    BOARD,
    FAR,
    Board,
    boards,
    expected,
    laid,
)
from tests.rules.two_ways.naive import near, steps_from
from tests.scene import Scene


def targets_at(board: Board, at: Hex, most: int) -> list[int]:
    """The HP of whom it engages from a hex, in order: HP differ, so they name the units.

    In Stealth only who stood next to it as the turn began is seen; blind, it has one target, the
    strongest next to it, of either side.
    """
    ground = set(BOARD) - set(board.blocked)
    units = {**board.heroes, **board.others} if board.blind else board.heroes
    reach = 1 if board.blind else board.reach
    seen = [
        hp
        for unit, hp in units.items()
        if (unit not in board.hidden or near(unit, board.enemy))
        and abs(board.tile(at) - board.tile(unit)) <= 1
        and steps_from(unit, ground).get(at, FAR) <= reach
    ]
    ranked = sorted(seen, reverse=board.strongest or board.blind)
    return ranked[: 1 if board.blind else most or FAR]


def ends(board: Board) -> set[Hex]:
    """Where it may stand after its move: on a shortest way to a destination, 2 hexes on at most."""
    if targets_at(board, board.enemy, 0):
        return {board.enemy}
    units = {**board.heroes, **board.others}
    open_hexes = set(BOARD) - set(board.blocked) - set(units)
    walk = steps_from(board.enemy, open_hexes)
    found: set[Hex] = set()
    for goal in expected(board):
        back = steps_from(goal, open_hexes)
        moved = min(2, walk[goal])
        left = walk[goal] - moved
        found |= {at for at in walk if walk[at] == moved and back.get(at, FAR) == left}
    return found or {board.enemy}


@pytest.mark.rule("ENT-3", "ENT-4", "ENM-1", "ENM-3", "ENM-4", "ECH-4", "ECH-7", "ECH-9")
@pytest.mark.rule("STS-6", "STS-10")
@settings(max_examples=250, deadline=None)
@given(boards(), st.integers(0, 3))
@pytest.mark.slow
def test_it_ends_where_the_text_says_and_engages_whom_it_says(board: Board, most: int) -> None:
    """Its destinations are judged by `test_enemy_destinations`; ties go as by default."""
    battle = laid(board)
    chip = catalogue_of(battle).chips[battle.unit(UnitId("e1")).chip]
    chips = {**catalogue_of(battle).chips, chip.id: figure(chip, targets=most, combat=0)}
    others = [u.id for u in battle.in_play("enemy") if u.id != "e1"]
    state = replace(battle.state, turn=None, acted=tuple(others))
    scene = Scene.at(state, figure(catalogue_of(battle), chips=chips)).default(
        perhaps="turn_starts"
    )
    moved = [event.to for event in scene.events(UnitMoved) if event.unit == "e1"]
    stands = moved[-1] if moved else board.enemy
    assert stands in ends(board)
    engaged = [e.targets for e in scene.events(EngageBegan) if e.unit == "e1"]
    hp = {unit.id: unit.hp for unit in state.units.values()}
    wanted = targets_at(board, stands, most)
    assert [hp[unit] for targets in engaged for unit in targets] == wanted
