"""The hexes that a move can reach, computed a second time on random boards (p58, p59)."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.hexes import Hex, disc, key
from protocol.ids import SeatId, UnitId
from protocol.questions import Question, Route, refuse
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.battle.movement.passing import ENEMIES, EVERYBODY
from tests.rules.battle.running import running
from tests.rules.two_ways.naive import FAR, near, steps_from, walks
from tests.scene import Scene, foe, friend, hero

BOARD = disc((0, 0), 3)


@dataclass(frozen=True)
class Board:
    """Who stands where; `through` is whom the mover may pass."""

    mover: Hex
    friends: tuple[Hex, ...]
    enemies: tuple[Hex, ...]
    blocked: tuple[Hex, ...]
    budget: int
    through: int

    @property
    def taken(self) -> set[Hex]:
        return {*self.friends, *self.enemies}

    @property
    def passable(self) -> set[Hex]:
        """The hexes that the mover may enter."""
        shut = {
            0: self.taken,
            ENEMIES: set(self.friends),
            EVERYBODY: set[Hex](),
        }[self.through]
        return set(BOARD) - set(self.blocked) - shut


@st.composite
def boards(draw: st.DrawFn) -> Board:
    places = draw(st.permutations(BOARD))
    friends, enemies, blocked = (draw(st.integers(0, most)) for most in (3, 5, 12))
    stand = 1 + friends + enemies
    return Board(
        places[0],
        tuple(places[1 : 1 + friends]),
        tuple(places[1 + friends : stand]),
        tuple(places[stand : stand + blocked]),
        draw(st.integers(1, 4)),
        draw(st.sampled_from((0, ENEMIES, EVERYBODY))),
    )


def routed(board: Board) -> Route:
    """What the rules offer."""
    allies = [friend(f"c{n}", "clannfear", at=at) for n, at in enumerate(board.friends)]
    enemies = [foe(f"e{n}", at=at) for n, at in enumerate(board.enemies)]
    scene = Scene(
        hero(at=board.mover), *allies, *enemies, tiles={"clash": BOARD}, blocked=board.blocked
    )
    return move.route(running(scene), UnitId("a1"), board.budget, through=board.through)


@pytest.mark.rule("MOV-1", "MAP-3", "MAP-6", "MAP-7")
@settings(max_examples=150, deadline=None)
@given(boards())
def test_the_hexes_in_reach_are_those_of_a_search_ring_by_ring(board: Board) -> None:
    way = routed(board)
    far = steps_from(board.mover, board.passable)
    reached = {at for at, steps in far.items() if steps <= board.budget}
    assert {spot.key for spot in way.spots} == {key(at) for at in reached}
    stops = {spot.key for spot in way.spots if spot.stop}
    assert stops == {key(at) for at in reached - board.taken}
    at = {spot.key: n for n, spot in enumerate(way.spots)}
    joined = {(n, there) for n, spot in enumerate(way.spots) for there in spot.next}
    assert joined == {(at[key(a)], at[key(b)]) for a in reached for b in reached if near(a, b)}


@pytest.mark.rule("MOV-1", "MAP-6", "MAP-7")
@settings(max_examples=60, deadline=None)
@given(boards(), st.data())
def test_a_walk_is_taken_or_refused_as_the_rules_have_it(board: Board, data: st.DataObject) -> None:
    """Any walk on the board, through walls and units too: legal if every hex may be entered, it is
    no longer than the budget, and its last hex is free."""
    way = routed(board)
    anywhere = walks(board.mover, set(BOARD), data.draw(st.integers(1, 3)))
    walk = data.draw(st.sampled_from(anywhere))
    open_hexes = board.passable | {board.mover}
    legal = (
        all(at in open_hexes for at in walk)
        and len(walk) <= board.budget
        and walk[-1] not in board.taken
    )
    question = Question((SeatId("a1"),), "turn.move", "Move.", way)
    assert (refuse(question, tuple(key(at) for at in walk)) is None) == legal


@pytest.mark.rule("MAP-2", "MAP-3", "MAP-8")
@settings(max_examples=60, deadline=None)
@given(boards())
def test_distances_ignore_units_and_go_around_walls(board: Board) -> None:
    allies = [friend(f"c{n}", "clannfear", at=at) for n, at in enumerate(board.friends)]
    scene = Scene(hero(at=board.mover), *allies, tiles={"clash": BOARD}, blocked=board.blocked)
    ground = running(scene).ground
    far = steps_from(board.mover, set(BOARD) - set(board.blocked))
    for at in set(BOARD) - set(board.blocked):
        assert ground.distance(board.mover, at) == far.get(at, FAR)


@pytest.mark.rule("MAP-4", "MAP-7")
@settings(max_examples=60, deadline=None)
@given(boards())
def test_the_closest_free_hexes_are_those_of_a_search_ring_by_ring(board: Board) -> None:
    allies = [friend(f"c{n}", "clannfear", at=at) for n, at in enumerate(board.friends)]
    enemies = [foe(f"e{n}", at=at) for n, at in enumerate(board.enemies)]
    scene = Scene(
        hero(at=board.mover), *allies, *enemies, tiles={"clash": BOARD}, blocked=board.blocked
    )
    far = steps_from(board.mover, set(BOARD) - set(board.blocked))
    free = {at: steps for at, steps in far.items() if at not in {board.mover, *board.taken}}
    nearest = {at for at, steps in free.items() if steps == min(free.values())}
    assert set(choosing.closest_free(running(scene), board.mover)) == nearest
