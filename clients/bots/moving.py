"""Where a sensible bot goes."""

from typing import Any

from clients.bots import board
from protocol.hexes import Hex, parse
from protocol.questions import Picks, Question, Route

FORMS = ("ranged-weapon", "magic", "heavy-weapon", "light-weapon")
LINE_FORMS = {
    "destruction-staff": "magic",
    "bow": "ranged-weapon",
    "two-handed": "heavy-weapon",
    "one-hand-and-shield": "light-weapon",
}


def advance(view: dict[str, Any], unit: str, question: Question) -> Picks:
    """A route to where the own form reaches an enemy, else nearer; () to stay."""
    route = question.shape
    assert isinstance(route, Route)
    mat = view["adventurers"][unit]
    start = parse(route.spots[0].key)
    form = _form(mat)
    if not board.foes(view) or board.in_reach(view, mat, form, start):
        return ()
    ways = _ways(route)
    stops = {i: way for i, way in ways.items() if route.spots[i].stop and i}
    best = min(stops, key=lambda i: _score(view, mat, form, parse(route.spots[i].key)), default=0)
    if not best or _score(view, mat, form, parse(route.spots[best].key)) >= _score(
        view, mat, form, start
    ):
        return ()
    return tuple(route.spots[i].key for i in ways[best])


def _form(mat: dict[str, Any]) -> str:
    for line in mat["lines"]:
        if line in LINE_FORMS:
            return LINE_FORMS[line]
    return "light-weapon"


def _score(view: dict[str, Any], mat: dict[str, Any], form: str, here: Hex) -> tuple[int, int, int]:
    """Lower is better: somebody in reach, few who threaten, near or far as the form likes it."""
    reached = board.in_reach(view, mat, form, here)
    near = board.nearest(view, here)
    far_shot = form in ("magic", "ranged-weapon")
    return (
        0 if reached else 1,
        board.threat(view, here) if reached else 0,
        -near if reached and far_shot else near,
    )


def _ways(route: Route) -> dict[int, list[int]]:
    """A cheapest way to every spot within the budget, as indices."""
    ways: dict[int, list[int]] = {0: []}
    cost = {0: 0}
    edge = [0]
    for here in edge:
        for there in route.spots[here].next:
            spent = cost[here] + route.spots[there].cost
            if there not in ways and spent <= route.budget:
                ways[there], cost[there] = [*ways[here], there], spent
                edge.append(there)
    return ways
