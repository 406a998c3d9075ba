"""The dialog for a route: pick where to end, or go step by step."""

from typing import NamedTuple

from clients.terminal.questions.asking import Dialog, Prompt
from protocol.hexes import DIRECTIONS, parse
from protocol.questions import Picks, Route

COMPASS = ("N", "NE", "SE", "S", "SW", "NW")


class Way(NamedTuple):
    """A way to a spot: the indices of the spots entered, and what it costs."""

    spots: tuple[int, ...]
    cost: int


def ways(route: Route) -> dict[int, Way]:
    """Return the cheapest way to every spot in reach; of equal ones the one that triggers least."""
    best: dict[int, tuple[int, int, Way]] = {0: (0, 0, Way((), 0))}
    edge = [0]
    while edge:
        edge.sort(key=lambda at: best[at][:2])
        here = edge.pop(0)
        cost, noise, way = best[here]
        for there in route.spots[here].next:
            spot = route.spots[there]
            now = (cost + spot.cost, noise + bool(spot.note))
            if now[0] <= route.budget and (there not in best or now < best[there][:2]):
                best[there] = (*now, Way((*way.spots, there), now[0]))
                edge.append(there)
    return {at: way for at, (_, _, way) in best.items() if at}


def ends(route: Route) -> list[tuple[int, Way]]:
    """Return where a route may end by its cheapest way, nearest first."""
    found = [
        (at, way)
        for at, way in ways(route).items()
        if route.spots[at].stop and len(way.spots) >= route.low
    ]
    return sorted(found, key=lambda end: (end[1].cost, end[0]))


def walk(route: Route) -> Dialog:
    """Choose an end by number or hex; "s" goes step by step."""
    goals = ends(route)
    lines = [_goal(route, number, at, way) for number, (at, way) in enumerate(goals, 1)]
    hint = f"Up to {route.budget}. Type a number, a hex such as 3,-2, or s to go step by step."
    marks = {route.spots[at].key: f"[{n}]" for n, (at, _) in enumerate(goals, 1)}
    ask = Prompt((*lines, hint), "where to>", marks)
    while True:
        line = yield ask
        if line.lower() in ("s", "step", "steps"):
            return (yield from _step_by_step(route))
        for number, (at, way) in enumerate(goals, 1):
            if line.replace(" ", "") in (str(number), route.spots[at].key):
                return tuple(route.spots[spot].key for spot in way.spots)
        ask = ask.saying("You cannot end there. " + hint)


def _goal(route: Route, number: int, at: int, way: Way) -> str:
    spot = route.spots[at]
    by = " by " + " ".join(route.spots[spot].key for spot in way.spots[:-1])
    notes = dict.fromkeys(route.spots[spot].note for spot in way.spots if route.spots[spot].note)
    note = f"  ({', '.join(notes)})" if notes else ""
    return f"  {number:>2}. {spot.key}  cost {way.cost}{by if len(way.spots) > 1 else ''}{note}"


def _step_by_step(route: Route) -> Dialog:
    """Return one hex at a time; "ok" stops, "<" takes a step back."""
    way: list[int] = []
    remark = ""
    while True:
        here = way[-1] if way else 0
        spent = sum(route.spots[at].cost for at in way)
        ahead = [
            at for at in route.spots[here].next if spent + route.spots[at].cost <= route.budget
        ]
        line = yield Prompt(_steps(route, here, spent, ahead, remark), "step>")
        remark = ""
        word = line.replace(" ", "").lower()
        if word == "ok":
            if way and route.spots[here].stop and len(way) >= route.low:
                return _picks(route, way)
            remark = "You cannot stop here."
        elif word == "<":
            way = way[:-1]
        else:
            step = _read_step(route, here, ahead, word)
            if step is None:
                remark = "You cannot go there."
            else:
                way.append(step)


def _picks(route: Route, way: list[int]) -> Picks:
    return tuple(route.spots[at].key for at in way)


def _steps(route: Route, here: int, spent: int, ahead: list[int], remark: str) -> tuple[str, ...]:
    lines = [remark] if remark else []
    lines.append(f"At {route.spots[here].key}, {spent} of {route.budget} spent.")
    for number, at in enumerate(ahead, 1):
        spot = route.spots[at]
        note = f", {spot.note}" if spot.note else ""
        passing = "" if spot.stop else ", passing only"
        towards = _direction(route.spots[here].key, spot.key)
        lines.append(f"  {number:>2}. {towards:<2} to {spot.key}  cost {spot.cost}{note}{passing}")
    lines.append("Type a number or a direction; ok to stop here, < to take a step back.")
    return tuple(lines)


def _direction(here: str, there: str) -> str:
    try:
        (q, r), (to_q, to_r) = parse(here), parse(there)
    except ValueError:
        return ""
    towards = (to_q - q, to_r - r)
    return COMPASS[DIRECTIONS.index(towards)] if towards in DIRECTIONS else ""


def _read_step(route: Route, here: int, ahead: list[int], word: str) -> int | None:
    for number, at in enumerate(ahead, 1):
        spot = route.spots[at].key
        if word in (str(number), spot, _direction(route.spots[here].key, spot).lower()):
            return at
    return None
