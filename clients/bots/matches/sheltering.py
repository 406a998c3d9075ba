"""Cover: where a unit that wants nothing else, or shoots as well from there, may lose less."""

import math
from collections.abc import Iterator

from clients.bots.matches import danger, shots, table
from clients.bots.matches.table import Point, Unit, View

LEAST = 2.0  # gold: less is not worth a move
AS_GOOD = 0.95  # the share of its shot that a unit keeps at least
DIRECTIONS = 24  # that are tried, each at these parts of the move
PARTS = (0.25, 0.5, 0.75, 0.95)  # of the move; less than all, for rounding
GRAIN = 50  # mils: places are whole numbers of these
TURNS = 2  # between two turns of a side
AIMED = ("dazes", "strikes", "hexes")
"""Effects of spells that are cast at an enemy in sight."""


def shelter(view: View, unit: Unit) -> Point | None:
    """Return the place in a unit's straight reach where it may lose least to shots, None where it
    stands as safely; it is not looked for while nobody shoots at the unit, or if it would cost a
    spell or bring it into an enemy's reach.
    """
    here = table.spot(unit)
    lost = danger.of_shots(view, unit, here)
    if lost < LEAST or _may_cast(view, unit):
        return None
    # Who reloads shoots in its next turn, without having moved then.
    moves = not is_reloading(view, unit)
    wanted = AS_GOOD * shots.best(view, unit, here, moved=False)
    found = [
        (danger.of_shots(view, unit, at), table.plan(here, at), at)
        for at in _places(view, unit)
        if not wanted or shots.best(view, unit, at, moved=moves) >= wanted
    ]
    least, _, best = min(found, default=(lost, 0.0, here))
    return best if least <= lost - LEAST else None


def _is_as_far(view: View, unit: Unit, at: Point) -> bool:
    """Return whether no enemy comes to engage a unit at a place that would not where it stands."""
    here = table.spot(unit)
    return all(
        table.gap(at, foe) > table.reach_of(foe) or table.gap(at, foe) >= table.gap(here, foe)
        for foe in table.foes(view, unit["side"])
    )


def is_reloading(view: View, unit: Unit) -> bool:
    """Return whether a unit cannot shoot this turn, having shot in its last one."""
    reloads = bool(unit["ranged"]) and "long-reload" in unit["ranged"][0]["tags"]
    return reloads and unit["fired"] == view["turn"] - TURNS


def _may_cast(view: View, unit: Unit) -> bool:
    """Return whether a unit has a spell for an enemy that it sees."""
    ranges = [one["range"] for one in unit["spells"] if one["effect"] in AIMED]
    here = table.spot(unit)
    return any(
        table.gap(here, foe) <= max(ranges) and table.sees(view, here, table.spot(foe))
        for foe in (table.foes(view, unit["side"]) if ranges else ())
    )


def _places(view: View, unit: Unit) -> Iterator[Point]:
    """Yield places around a unit to which it surely walks straight."""
    x, y, z = table.spot(unit)
    board = view["board"]
    for part in PARTS:
        far = part * table.move_of(unit)
        for turn in range(DIRECTIONS):
            angle = 2 * math.pi * turn / DIRECTIONS
            at = _grained(x + far * math.cos(angle)), _grained(y + far * math.sin(angle)), z
            is_on = 0 <= at[0] <= board["width"] and 0 <= at[1] <= board["depth"]
            if is_on and not table.is_slowed(view, unit, at) and _is_open(view, unit, at):
                yield at


def _is_open(view: View, unit: Unit, at: Point) -> bool:
    is_free = table.is_clear(view, unit, at) and table.is_vacant(view, unit, at)
    return is_free and _is_as_far(view, unit, at)


def _grained(part: float) -> int:
    return GRAIN * round(part / GRAIN)
