"""How much is measured: all of it, or just enough to see that figures come out."""

from typing import NamedTuple


class Scale(NamedTuple):
    """Rounds and their seconds, tables, spectators, and how often a start is repeated; of a fleet
    the tables, the watchers at another process and at two others, the moves that they watch, the
    kills, the commits that somebody has missed, and how often each request is asked.
    """

    rounds: int
    closed: float
    opened: float
    per_second: float
    tables: tuple[int, ...]
    main_tables: int
    watchers: int
    fan_updates: int
    idle_tables: int
    starts: int
    engine_rounds: int
    fleet_tables: int
    crowd: int
    city: int
    watched: int
    kills: int
    missed: int
    asked: int


FULL = Scale(
    5, 0.5, 1.2, 100.0, (1, 50, 500), 50, 1000, 60, 500, 5, 5, 40, 5000, 10_000, 20, 5, 500, 10
)
QUICK = Scale(1, 0.5, 0.1, 100.0, (1, 2), 2, 20, 3, 5, 1, 1, 2, 20, 40, 4, 1, 60, 2)
