"""Where to begin: each unit that can carry before a treasure of its own, the others beside them."""

from clients.bots.matches import table, ways
from clients.bots.matches.table import Point, Unit, View
from protocol.ids import SeatId
from protocol.option_keys import read_point
from protocol.questions import Picks, Place, Question


def deploys(view: View, seat: SeatId, question: Question) -> Picks:
    """Return where a unit begins; without any place offered nothing: the server places it."""
    assert isinstance(question.shape, Place)
    unit = view["units"].get(question.about)
    options = question.shape.options
    if unit is None or not options:
        return ()
    here = table.own(view, seat)
    goals = _left(view, here) if table.can_carry(unit) else []
    if goals:
        best = min(options, key=lambda one: min(_far(view, one.key, goal) for goal in goals))
    else:
        middle = _middle(view, here)
        best = min(options, key=lambda one: table.plan(read_point(one.key), middle))
    return (best.key,)


def _far(view: View, key: str, goal: Point) -> float:
    return ways.length(view, read_point(key), goal)


def _left(view: View, here: list[Unit]) -> list[Point]:
    """Return the treasures that nobody of those on the board is for: each is for its nearest."""
    left = [at for _, at in table.lying(view)]
    for unit in here:
        if left and table.can_carry(unit):
            left.remove(min(left, key=lambda at: ways.length(view, table.spot(unit), at)))
    return left


def _middle(view: View, here: list[Unit]) -> Point:
    """Return the middle of those on the board, of the board if nobody is there yet."""
    if not here:
        return view["board"]["width"] / 2, view["board"]["depth"] / 2, 0
    xs, ys = ([table.spot(unit)[axis] for unit in here] for axis in (0, 1))
    return sum(xs) / len(xs), sum(ys) / len(ys), 0
