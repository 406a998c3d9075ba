"""What a bot reads off the board: who stands where, how far it is, what each form reaches."""

from typing import Any

from protocol.hexes import Hex, distance, neighbours, parse

View = dict[str, Any]
Unit = dict[str, Any]


def me(view: View, seat: str) -> str:
    """The unit of a seat, "" before it is created."""
    for name, mat in view["adventurers"].items():
        if mat["seat"] == seat:
            return str(name)
    return ""


def at(unit: Unit) -> Hex | None:
    """Where a unit stands."""
    place = unit["at"]
    return None if place is None else (place[0], place[1])


def foes(view: View) -> list[Unit]:
    """Enemies on the map."""
    return [u for u in view["units"].values() if u["side"] == "enemy" and u["at"] and not u["fate"]]


def allies(view: View) -> list[Unit]:
    """Adventurers and companions on the map."""
    return [u for u in view["units"].values() if u["side"] == "party" and u["at"] and not u["fate"]]


def reach(mat: dict[str, Any], form: str) -> tuple[int, int]:
    """The distances at which a form can target."""
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
    """How far the nearest enemy is; 99 if there is none."""
    return min((distance(here, place) for foe in foes(view) if (place := at(foe))), default=99)


def in_reach(view: View, mat: dict[str, Any], form: str, here: Hex) -> list[Unit]:
    """Enemies that a form could target from a hex."""
    low, high = reach(mat, form)
    return [f for f in foes(view) if (p := at(f)) and low <= distance(here, p) <= high]


LEAVE = "Leave the map"


def goals(view: View) -> list[Hex]:
    """The hexes that win the battle: goals, and exits where the objective is to leave.

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


def steps_to(view: View, ends: list[Hex]) -> dict[Hex, int]:
    """How many hexes each hex is from the nearest of these, over passable ground."""
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


def threat(view: View, here: Hex) -> int:
    """How many enemies stand within 3 hexes."""
    return sum(1 for foe in foes(view) if (place := at(foe)) and distance(here, place) <= 3)
