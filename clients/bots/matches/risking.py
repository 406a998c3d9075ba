"""Ways with a check that are worth it: a dive from a roof's edge, a climb up a wall."""

from typing import Any, NamedTuple

from clients.bots.matches import odds, table, ways
from clients.bots.matches.table import INCH, Point, Unit, View
from protocol.option_keys import option_key

JUMP = 3 * INCH  # mils: how far from the edge a jump down lands
SURE = 150  # mils that an estimate may be wrong by
SHORTER = 2 * INCH  # mils that a way with a check has to save: the rules take none that saves none


class Risk(NamedTuple):
    """A way with a check: the check's option, about how long it is, and how likely it is passed."""

    check: str
    length: float
    chance: float


def dive(view: View, unit: Unit, target: Unit) -> Risk | None:
    """Return a dive onto an enemy, None where the roof's edge, or anything, is in between."""
    a, b = table.spot(unit), table.spot(target)
    roof = _under(view, a)
    if roof is None or a[2] - b[2] <= table.STEP or _under(view, b) is not None:
        return None
    share = table.leaves(roof, a, b)
    if share is None:
        return None
    whole, touch = table.plan(a, b), table.radius(unit) + table.radius(target)
    jump = whole * (1 - share) - touch
    # Between the edge and its wall there has to be room for the base.
    if not table.radius(unit) <= jump <= JUMP - SURE or _is_blocked(view, unit, target, roof):
        return None
    key = option_key("down", roof["id"])
    return Risk(key, whole - touch + SURE, odds.passes(unit["type"]["agility"]))


def climb(view: View, unit: Unit, goal: Point) -> Risk | None:
    """Return a climb from where a unit stands up to a point on a roof, if that saves much of the
    way; None for who stands on a roof itself.
    """
    a = table.spot(unit)
    roof = _under(view, goal)
    if roof is None or not roof["climbable"] or a[2] > table.STEP or goal[2] != roof["high"]:
        return None
    share = table.enters(roof, a, goal)
    if share is None or table.has(unit, "large"):
        return None
    foot = (a[0] + (goal[0] - a[0]) * share, a[1] + (goal[1] - a[1]) * share, a[2])
    others = [piece for piece in view["board"]["pieces"] if piece["id"] != roof["id"]]
    if not table.is_clear({**view, "board": {**view["board"], "pieces": others}}, unit, foot):
        return None
    length = table.plan(a, goal) + roof["high"] - a[2] + SURE
    if ways.length(view, a, goal) < length + SHORTER:
        return None
    edge = any(arm["climbs"] for arm in unit["melee"])
    chance = odds.edged(odds.passes(unit["type"]["agility"]), int(edge))
    return Risk(option_key("climb", roof["id"]), length, chance)


def _under(view: View, at: Point) -> Any:
    """Return the roof that a point is on, None on the ground."""
    return next(
        (
            piece
            for piece in view["board"]["pieces"]
            if piece["high"] == at[2] > table.STEP and table.is_over(piece, at)
        ),
        None,
    )


def _is_blocked(view: View, unit: Unit, target: Unit, roof: Any) -> bool:
    """Return whether another wall, or somebody, may be in the way of a dive."""
    a, b = table.spot(unit), table.spot(target)
    walls = (p for p in view["board"]["pieces"] if p["id"] != roof["id"] and p["high"] > table.STEP)
    others = (u for u in table.standing(view) if u["id"] not in (unit["id"], target["id"]))
    room = table.radius(unit)
    return any(table.crosses(piece, a, b, room) for piece in walls) or any(
        table.gap(b, one, room) < 2 * INCH or table.gap(a, one, room) < table.APART
        for one in others
    )
