"""Melees of many units, for tests and benchmarks."""

from typing import Any

from server.rules.skirmish.components import Board
from tests.rules.skirmish.table import Table, block, board, unit, waiting

TWO_SWORDS = ("sword", "sword")
ROOF = board(block("roof", (5, 10), (9, 15), 4), block("crate", (5, 10), (7, 9), 2))
"""A roof with a lower one beside it."""
LONG_ROOF = board(block("roof", (4, 16), (9, 15), 4))


def side_by_side(own: int, foes: int, *, on: Board | None = None, kind: str = "infantry") -> Table:
    """A melee of units of one kind, each in contact with those next to it, on the ground or at the
    edge of a roof of this board."""
    z = (4,) if on else ()
    most = max(own, foes)
    units = [
        unit(f"{side}{n}", kind, x + n, y, *z, arms=TWO_SWORDS)
        for side, count, x, y in (("a", own, 6.0, 9.5), ("t", foes, 6.4, 10.4))
        for n in range(count)
    ]
    met = [(n, n) for n in range(most)] + [(n + 1, n) for n in range(most - 1)]
    pairs = dict.fromkeys((f"a{min(n, own - 1)}", f"t{min(m, foes - 1)}") for n, m in met)
    more: dict[str, Any] = {"on": on} if on else {}
    return Table(*units, waiting(), pairs=tuple(pairs), **more)


def brawls() -> list[Table]:
    """Melees that take long to foresee: of many, of few at a ledge, and of who has many wounds."""
    return [
        side_by_side(2, 2),
        side_by_side(5, 5),
        side_by_side(6, 6),
        side_by_side(10, 10),
        side_by_side(1, 1, on=ROOF),
        side_by_side(3, 3, on=ROOF),
        side_by_side(2, 2, on=ROOF, kind="bone-giant"),
        side_by_side(5, 4, on=LONG_ROOF),
    ]


def targets() -> Table:
    """An archer below ten enemies at the edge of a roof, each of whom a shot may bring down."""
    foes = [unit(f"t{n}", "infantry", 4.5 + 1.1 * n, 9.6, 4, injury="staggered") for n in range(10)]
    archer = unit("a0", "marksman", 10, 3, arms=("crossbow",))
    return Table(archer, *foes, waiting(), on=LONG_ROOF)
