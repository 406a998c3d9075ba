"""What a sensible bot does in a delve: gather skyshards, open doors, and know when to leave."""

from typing import Any

from clients.bots import board
from protocol.hexes import Hex, neighbours, parse
from protocol.ids import UnitId
from protocol.questions import One, Option, Picks, Question, Route

RETREAT = "retreat"
NEAR, LATE = 9, 5
"""An enemy this close is fought before anything is explored, until the rounds get short."""


def goals(view: dict[str, Any]) -> list[Hex]:
    """Return hexes where the delve goes on: those of tiles with skyshards, else doors that look
    open.
    """
    delve = view.get("delve")
    if not delve or delve["gained"] >= delve["required"]:
        return []
    tiles: list[dict[str, Any]] = list(view["tiles"].values())
    shards = [(q, r) for tile in tiles if tile["shards"] for q, r in tile["hexes"]]
    return shards or _open_doors(tiles)


def _open_doors(tiles: list[dict[str, Any]]) -> list[Hex]:
    taken = {(q, r) for tile in tiles for q, r in tile["hexes"]}
    found = []
    for tile in tiles:
        own = [(q, r) for q, r in tile["doors"]]
        others = {(q, r) for other in tiles if other is not tile for q, r in other["doors"]}
        for at in own:
            around = neighbours(at)
            if any(n not in taken for n in around) and not any(n in others for n in around):
                found.append(at)
    return found


def is_stuck(view: dict[str, Any]) -> bool:
    """Return whether a delve cannot be finished any more: nothing to gain, no door to open."""
    delve = view.get("delve") or {"gained": 0, "required": 0}
    return delve["gained"] < delve["required"] and not goals(view)


def presses_on(view: dict[str, Any], route: Route) -> bool:
    """Return whether to go for the delve's goals now, rather than for an enemy that is near."""
    if not goals(view):
        return False
    here = parse(route.spots[0].key)
    return _is_quiet(view, here) or any("skyshard" in spot.note for spot in route.spots)


def _is_quiet(view: dict[str, Any], here: Hex) -> bool:
    near = NEAR if view["rounds"] < LATE else 1
    return board.nearest(view, here) > near


def opens(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return the answer whether to explore from a door: not while enemies are near."""
    here = board.at(view["units"][unit])
    options: tuple[Option, ...] = getattr(question.shape, "options", ())
    return (options[0].key,) if here is not None and _is_quiet(view, here) else ()


def explores(view: dict[str, Any], unit: UnitId, question: Question) -> Picks:
    """Return the nearest door, by an explore action; () if an enemy or a skyshard is nearer at
    hand.
    """
    here = board.at(view["units"][unit])
    shape = question.shape
    if here is None or not isinstance(shape, One) or not _is_quiet(view, here):
        return ()
    if any(tile["shards"] for tile in view["tiles"].values()):
        return ()
    far = board.steps_to(view, [here])
    return (min(shape.options, key=lambda option: far.get(parse(option.key), 99)).key,)


def leaves(view: dict[str, Any], question: Question) -> Picks:
    """Propose to retreat from a delve that cannot be finished; () otherwise."""
    options: tuple[Option, ...] = getattr(question.shape, "options", ())
    proposed = is_stuck(view) and any(option.key == RETREAT for option in options)
    return (RETREAT,) if proposed else ()
