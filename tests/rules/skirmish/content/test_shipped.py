"""What comes with the game can be played: rosters within their points, boards in order."""

import pytest

from server.rules.skirmish.components import Board, Roster, cost_of, faults_of
from server.rules.skirmish.content.shipped import box

BOX = box()


@pytest.mark.parametrize("roster", BOX.rosters.values(), ids=lambda one: one.id)
def test_every_printed_roster_can_be_played(roster: Roster) -> None:
    assert faults_of(roster, BOX) == ()
    assert cost_of(roster, BOX) == 500


def test_names_within_the_components_lead_somewhere() -> None:
    for kind in BOX.types.values():
        assert kind.warband in BOX.warbands
        assert set(kind.spells) <= BOX.spells.keys()
    for spell in BOX.spells.values():
        assert set(spell.raises) <= BOX.types.keys()
    assert not BOX.melee.keys() & BOX.ranged.keys()


@pytest.mark.parametrize("board", BOX.boards.values(), ids=lambda one: one.id)
def test_a_board_is_the_same_turned_half_round(board: Board) -> None:
    def turned(x: int, y: int, *rest: object) -> tuple[object, ...]:
        return (board.width - x, board.depth - y, *rest)

    pieces = {(frozenset((c.x, c.y) for c in one.corners), one.high) for one in board.pieces}
    assert pieces == {(frozenset(turned(*c) for c in corners), high) for corners, high in pieces}
    treasures = {(one.x, one.y, one.z) for one in board.treasures}
    assert treasures == {turned(*one) for one in treasures}
    ladders = {(one.foot.x, one.foot.y, one.foot.z, one.height) for one in board.ladders}
    assert ladders == {turned(*one) for one in ladders}


@pytest.mark.parametrize("board", BOX.boards.values(), ids=lambda one: one.id)
def test_nothing_stands_beyond_the_edge(board: Board) -> None:
    spots = [spot for one in board.pieces for spot in one.corners]
    spots += [*board.treasures, *(one.foot for one in board.ladders)]
    assert all(0 <= one.x <= board.width and 0 <= one.y <= board.depth for one in spots)
