"""What a bot reads off the board: who stands where, how far it is, what each form reaches."""

from typing import Any

from protocol.hexes import Hex, distance, neighbours, parse
from protocol.ids import NOBODY, SeatId, UnitId

View = dict[str, Any]
Unit = dict[str, Any]


def me(view: View, seat: SeatId) -> UnitId:
    """Return the unit of a seat, "" before it is created."""
    for name, mat in view["adventurers"].items():
        if mat["seat"] == seat:
            return UnitId(name)
    return NOBODY


def at(unit: Unit) -> Hex | None:
    """Return where a unit stands; None off the map."""
    place = unit["at"]
    return None if place is None else (place[0], place[1])


def foes(view: View) -> list[Unit]:
    """Return enemies on the map."""
    return [u for u in view["units"].values() if u["side"] == "enemy" and u["at"] and not u["fate"]]


def allies(view: View) -> list[Unit]:
    """Return adventurers and companions on the map."""
    return [u for u in view["units"].values() if u["side"] == "party" and u["at"] and not u["fate"]]


def reach(mat: dict[str, Any], form: str) -> tuple[int, int]:
    """Return the distances at which a form can target."""
    match form:
        case "light-weapon" | "heavy-weapon":
            return 1, 1
        case "ranged-weapon":
            return 2, int(mat["stamina"])
        case "magic":
            return 1, int(mat["magicka"])
        case _:
            return 1, 0


def nearest(view: View, here: Hex) -> int:
    """Return how far the nearest enemy is; 99 if there is none."""
    return min((distance(here, place) for foe in foes(view) if (place := at(foe))), default=99)


def in_reach(view: View, mat: dict[str, Any], form: str, here: Hex) -> list[Unit]:
    """Return enemies that a form could target from a hex, and that do not hide from it."""
    low, high = reach(mat, form)
    seen = [f for f in foes(view) if not hides(view, f)]
    return [f for f in seen if (p := at(f)) and low <= distance(here, p) <= high]


def hides(view: View, foe: Unit) -> bool:
    """Return whether an enemy is in Stealth to whose turn it is."""
    turn = view["turn"]
    return "stealth" in foe["statuses"] and not (
        turn and began_beside(view, turn["unit"], foe["id"])
    )


def began_beside(view: View, unit: UnitId, other: UnitId) -> bool:
    """Return whether two units stood next to each other as the current turn began."""
    start = view["turn"]["start"]
    if unit not in start or other not in start:
        return False
    (q, r), (x, y) = start[unit], start[other]
    return distance((q, r), (x, y)) == 1


LEAVE, PICK, HUNT, ALL = "Leave the map", "Pick ", "Defeat ", "Defeat all"


def goals(view: View) -> list[Hex]:
    """Return the hexes that win the battle: goals, and exits where the objective is to leave.

    With no enemy left that acts, exits, levers and locks are what is still to be done.
    """
    marks = view.get("marks", {})
    leaving = view.get("objective", "").startswith(LEAVE)
    wanted = [
        place for place, mark in marks.items() if mark == "goal" or (leaving and mark == "exit")
    ]
    asleep = all(foe.get("still") for foe in foes(view))
    if not wanted and asleep and not view.get("delve"):
        wanted = [place for place, mark in marks.items() if mark == "exit"]
        wanted += list(view.get("caches", {}))
    return [parse(place) for place in wanted]


def locks(view: View) -> list[Hex]:
    """Return the locks that the objective is about, and levers that may lie on the way to them."""
    if not view.get("objective", "").startswith(PICK):
        return []
    shut, marks = view.get("caches", {}), view.get("marks", {})
    return [parse(place) for place in shut if marks.get(place) in ("seal", "lever")]


def one_lock_left(view: View) -> bool:
    """Return whether one lock more wins the battle."""
    wanted = next((int(word) for word in view["objective"].split() if word.isdigit()), 0)
    return wanted - int(view.get("tally", {}).get("locks-opened", 0)) == 1


def quarry(view: View) -> list[str]:
    """Return the enemies that the objective names; nobody where it is about all of them."""
    aim = view.get("objective", "").partition(".")[0]
    named = aim.startswith(HUNT) and not aim.startswith(ALL)
    return [foe["id"] for foe in foes(view) if foe["name"] in aim] if named else []


def is_quiet(view: View, here: Hex, hexes: int) -> bool:
    """Return whether no enemy that takes turns stands within so many hexes."""
    awake = [foe for foe in foes(view) if not foe.get("still")]
    return all(distance(here, place) > hexes for foe in awake if (place := at(foe)))


def steps_to(view: View, ends: list[Hex]) -> dict[Hex, int]:
    """Return how many hexes each hex is from the nearest of these, over passable ground."""
    shut = {(q, r) for q, r in view.get("blocked", ())}
    ground = {(q, r) for tile in view["tiles"].values() for q, r in tile["hexes"]} - shut
    found = {end: 0 for end in ends if end in ground}
    edge = list(found)
    for here in edge:
        for there in neighbours(here):
            if there in ground and there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def ways_out(view: View, here: Hex) -> int:
    """Return how many hexes beside a hex are open ground that nobody stands on."""
    taken = {(q, r) for q, r in view.get("blocked", ())}
    taken |= {place for unit in (*foes(view), *allies(view)) if (place := at(unit))}
    ground = {(q, r) for tile in view["tiles"].values() for q, r in tile["hexes"]} - taken
    return sum(1 for there in neighbours(here) if there in ground)


def threat(view: View, here: Hex) -> int:
    """Return how many enemies stand within 3 hexes."""
    return sum(1 for foe in foes(view) if (place := at(foe)) and distance(here, place) <= 3)
