"""Where a sensible bot goes."""

from typing import Any

from clients.bots import board, companions, delving, figures
from clients.bots.figures import Dice
from protocol.hexes import Hex, distance, parse
from protocol.ids import UnitId
from protocol.questions import Picks, Question, Route

PATIENCE, NEAR, QUIET = 3, 6, 4
"""Rounds for which the bot lets enemies that are so many hexes away come to it; and the hexes
within which nobody may be who would mind that a lock is opened.
"""
FORMS = ("ranged-weapon", "magic", "heavy-weapon", "light-weapon")
LINE_FORMS = {
    "destruction-staff": "magic",
    "bow": "ranged-weapon",
    "two-handed": "heavy-weapon",
    "one-hand-and-shield": "light-weapon",
}


def advance(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return a route to where the own form reaches an enemy, else nearer; () to stay."""
    route = question.shape
    assert isinstance(route, Route)
    mat = view["adventurers"][unit]
    start = parse(route.spots[0].key)
    form = form_of(mat)
    if delving.presses_on(view, route):
        return _to_goal(view, route, delving.goals(view))
    if ends := board.goals(view):
        return _to_goal(view, route, ends)
    if prey := stalked(view):
        return () if _is_beside(start, prey) else _to_goal(view, route, prey)
    if not board.foes(view) or board.in_reach(view, mat, form, start):
        return ()
    ways = _ways(route)
    stops = {i: way for i, way in ways.items() if route.spots[i].stop and i}
    best = min(stops, key=lambda i: _score(view, mat, form, parse(route.spots[i].key)), default=0)
    if not best or _score(view, mat, form, parse(route.spots[best].key)) >= _score(
        view, mat, form, start
    ):
        return ()
    there = parse(route.spots[best].key)
    if _lets_come(view, start) and not board.in_reach(view, mat, form, there):
        return ()
    return tuple(route.spots[i].key for i in ways[best])


def stalked(view: dict[str, Any]) -> list[Hex]:
    """Return where the enemies are that have to fall and are hurt only by who began the turn
    beside them: those the objective names, or all where no other enemy is left.
    """
    quarry, foes = board.quarry(view), board.foes(view)
    wanted = [foe for foe in foes if foe["id"] in quarry] or foes
    if any(foe["chip"] not in figures.ELUSIVE for foe in wanted):
        return []
    return [place for foe in wanted if (place := board.at(foe))]


def _is_beside(here: Hex, places: list[Hex]) -> bool:
    return any(distance(here, place) == 1 for place in places)


def to_locks(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return a route to the locks of the objective: while nobody is near who minds, or one
    will do.
    """
    route = question.shape
    assert isinstance(route, Route)
    ends = board.locks(view)
    at_hand = board.one_lock_left(view) and any(
        spot.stop and parse(spot.key) in ends for spot in route.spots
    )
    quiet = board.is_quiet(view, parse(route.spots[0].key), QUIET)
    return _to_goal(view, route, ends) if ends and (quiet or at_hand) else ()


def within_reach(view: dict[str, Any], unit: UnitId, question: Question, expected: Dice) -> Picks:
    """Return a route to where the own dice reach somebody, if from here they reach nobody; else ().

    Who is dazed may move or engage, not both, and stays.
    """
    route = question.shape
    assert isinstance(route, Route)
    mat = view["adventurers"][unit]
    form = form_of(mat)
    here = parse(route.spots[0].key)
    dazed = "daze" in mat["track"]
    if dazed or board.in_reach(view, mat, form, here) or not _has_dice(view, mat, expected):
        return ()
    picks = advance(view, unit, question)
    return picks if picks and board.in_reach(view, mat, form, parse(picks[-1])) else ()


def keep_up(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return a route to where a comrade fights, with somebody in reach if there is; () if there
    already.

    Who is dazed may move or engage, not both, and stays.
    """
    route = question.shape
    assert isinstance(route, Route)
    mat, comrades = view["adventurers"][unit], companions.in_a_fight(view, unit)
    start = parse(route.spots[0].key)
    behind = companions.far_from(start, comrades)
    if not behind or "daze" in mat["track"]:
        return ()
    form, ways = form_of(mat), _ways(route)

    def worth(i: int) -> tuple[int, int, int, int]:
        here = parse(route.spots[i].key)
        return companions.far_from(here, comrades), *_score(view, mat, form, here)

    best = min((i for i in ways if i and route.spots[i].stop), key=worth, default=0)
    if not best or worth(best)[0] >= behind:
        return ()
    return tuple(route.spots[i].key for i in ways[best])


def _has_dice(view: dict[str, Any], mat: dict[str, Any], expected: Dice) -> bool:
    """Return whether a die that only the own form can use lies in the row."""
    kinds = [figures.kind_of(view, die) for die in mat["row"]]
    return any(kind != "combat" and expected.damages(kind) for kind in kinds)


def _lets_come(view: dict[str, Any], here: Hex) -> bool:
    """Return whether enemies will be here soon anyway, so that a guard is better than half
    a way.
    """
    return int(view["rounds"]) < PATIENCE and board.nearest(view, here) <= NEAR


def retreat(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return a route away from enemies once all is done, not from a comrade's fight; () if nothing
    is gained.
    """
    route = question.shape
    assert isinstance(route, Route)
    if not board.foes(view) or view.get("delve"):
        return ()
    if _is_beside(parse(route.spots[0].key), stalked(view)):
        return ()
    ways, comrades = _ways(route), companions.in_a_fight(view, unit)
    stops = [
        i
        for i in ways
        if not i
        or (route.spots[i].stop and not companions.far_from(parse(route.spots[i].key), comrades))
    ]

    def danger(i: int) -> tuple[int, int]:
        here = parse(route.spots[i].key)
        return board.threat(view, here), -board.nearest(view, here)

    best = min(stops, key=danger)
    if danger(best)[0] >= danger(0)[0]:
        return ()
    return tuple(route.spots[i].key for i in ways[best])


def _to_goal(view: dict[str, Any], route: Route, ends: list[Hex]) -> Picks:
    """Return a route that ends as near to a goal as can be; () to stay."""
    far = board.steps_to(view, ends)
    ways = _ways(route)
    stops = [i for i in ways if route.spots[i].stop or not i]
    best = min(stops, key=lambda i: (far.get(parse(route.spots[i].key), 99), i))
    if not best and route.spots[0].key in view.get("caches", {}) and route.budget > 1:
        return _back_again(route)
    return tuple(route.spots[i].key for i in ways[best])


def _back_again(route: Route) -> Picks:
    """Off a lock and on it again: who comes back may try once more."""
    for beside in route.spots[0].next:
        if 0 in route.spots[beside].next and route.spots[0].stop:
            return route.spots[beside].key, route.spots[0].key
    return ()


def form_of(mat: dict[str, Any]) -> str:
    """Return the form that an adventurer's own line is made for."""
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
    """Return a cheapest way to every spot within the budget, as indices."""
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
