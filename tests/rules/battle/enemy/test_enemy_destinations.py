"""An enemy's destinations, computed a second time in another way, on random boards."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.hexes import Hex, disc
from protocol.ids import UnitId
from server.rules.battle.enemy import enemy_move
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Turn
from server.rules.battle.kernel.words import Status
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

BOARD = disc((0, 0), 3)
FAR = 99


@dataclass(frozen=True)
class Board:
    """A random board: who stands where with how many HP, and what the enemy is like."""

    blocked: tuple[Hex, ...]
    enemy: Hex
    heroes: dict[Hex, int]
    others: dict[Hex, int]
    hidden: tuple[Hex, ...]
    reach: int
    strongest: bool
    blind: bool

    def tile(self, at: Hex) -> int:
        """Tiles are bands of two columns, so that sight ends somewhere."""
        return (at[0] + 4) // 2


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards with distinct HP, so that nothing is left to the party but the hex."""
    places = draw(st.permutations(BOARD))
    heroes, others, blocked = (draw(st.integers(*b)) for b in ((1, 3), (0, 4), (0, 14)))
    stand = places[1 : 1 + heroes + others]
    hp = draw(st.permutations(range(1, 9)))
    return Board(
        blocked=tuple(places[-blocked:]) if blocked else (),
        enemy=places[0],
        heroes=dict(zip(stand[:heroes], hp, strict=False)),
        others=dict(zip(stand[heroes:], hp[heroes:], strict=False)),
        hidden=tuple(at for at in stand if draw(st.integers(0, 4)) == 0),
        reach=draw(st.integers(1, 4)),
        strongest=draw(st.booleans()),
        blind=draw(st.integers(0, 4)) == 0,
    )


def near(a: Hex, b: Hex) -> bool:
    """Whether two hexes share an edge, by cube coordinates."""
    q, r = a[0] - b[0], a[1] - b[1]
    return sorted((abs(q), abs(r), abs(q + r))) == [0, 1, 1]


def spread(start: Hex, hexes: list[Hex]) -> dict[Hex, int]:
    """Distances from a start over given hexes, by relaxing until nothing changes."""
    far = {start: 0}
    changed = True
    while changed:
        changed = False
        for at in hexes:
            ways = [far[n] + 1 for n in far if near(n, at)]
            if ways and min(ways) < far.get(at, FAR):
                far[at] = min(ways)
                changed = True
    return far


def expected(board: Board) -> set[Hex]:
    """The destinations as seed text and rulebook state them, word for word and slowly."""
    ground = [at for at in BOARD if at not in board.blocked]
    units = {**board.heroes, **board.others}
    opposing = units if board.blind else board.heroes
    reach = 1 if board.blind else board.reach
    best = max if board.strongest or board.blind else min
    walk = spread(board.enemy, [at for at in ground if at not in units])

    def targetable(at: Hex, unit: Hex) -> bool:
        tiles = abs(board.tile(at) - board.tile(unit)) <= 1
        shown = unit not in board.hidden or near(unit, board.enemy)
        return shown and tiles and spread(unit, ground).get(at, FAR) <= reach

    serving = {
        at: [unit for unit in opposing if targetable(at, unit)] for at in walk if at != board.enemy
    }
    steps = [walk[at] for at, served in serving.items() if served]
    if steps:
        nearest = {at: s for at, s in serving.items() if s and walk[at] == min(steps)}
        wanted = best(opposing[unit] for served in nearest.values() for unit in served)
        return {at for at, s in nearest.items() if wanted in [opposing[unit] for unit in s]}
    away = {unit: spread(unit, ground).get(board.enemy, FAR) for unit in opposing}
    closest = [unit for unit in opposing if away[unit] == min(away.values())]
    (one,) = [u for u in closest if opposing[u] == best(opposing[c] for c in closest)]
    left = {at: spread(one, ground).get(at, FAR) for at in walk}
    ends = [at for at in walk if left[at] == min(left.values())]
    return {at for at in ends if walk[at] == min(walk[e] for e in ends)} - {board.enemy}


def laid(board: Board) -> Battle:
    """The board as a running battle in the enemy's turn."""
    hidden: dict[Hex, tuple[Status, ...]] = {
        at: ("stealth",) if at in board.hidden else () for at in BOARD
    }
    heroes = [
        hero(f"a{n}", at=at, hp=hp, track=list(hidden[at]))
        for n, (at, hp) in enumerate(board.heroes.items())
    ]
    others = [
        foe(f"o{n}", at=at, hp=hp, statuses=hidden[at])
        for n, (at, hp) in enumerate(board.others.items())
    ]
    priority = "strongest" if board.strongest else "weakest"
    blind: tuple[Status, ...] = ("blind",) if board.blind else ()
    mover = foe(
        "e1", at=board.enemy, range=board.reach, priority=priority, statuses=blind, skills=()
    )
    bands = {
        f"band{n}": tuple(at for at in BOARD if board.tile(at) == n)
        for n in sorted({board.tile(at) for at in BOARD})
    }
    scene = Scene(*heroes, *others, mover, turn=None, tiles=bands, blocked=board.blocked)
    start = {u.id: u.at for u in scene.play.state.units.values() if u.at is not None}
    state = replace(scene.play.state, turn=Turn(UnitId("e1"), start=start))
    return running(scene, state)


@pytest.mark.rule("ENM-1", "ENM-2", "ENM-5", "ENM-6", "ENM-8", "STS-6", "MAP-3", "MAP-8", "MAP-9")
@settings(max_examples=200, deadline=None)
@given(boards())
@pytest.mark.slow
def test_the_destinations_are_those_of_the_text(board: Board) -> None:
    battle = laid(board)
    assert set(enemy_move.destinations(battle, UnitId("e1")).hexes) == expected(board)
