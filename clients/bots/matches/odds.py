"""What an attack comes to, in shares of the target: 1 is its end, less what it is merely hurt."""

from functools import lru_cache
from typing import Any

from clients.bots.matches.table import DOWNED, Unit

SIDES, SURE_FAIL = 20, 4
"""Faces of the die, and the highest one that fails whatever is needed."""
STUNNED, OUT = 15, 18
"""From which total of the die and the injury on a unit is stunned, and is lost."""
DAZED_SHARE, STUNNED_SHARE = 0.35, 0.55
"""How much of its end a unit has suffered that is dazed or stunned: it stands up again, mostly."""
SUFFERED = {"dazed": DAZED_SHARE, "stunned": STUNNED_SHARE}
COVERED, MOVED = -3, -3
"""What is added to the pierce of a shot for cover, and for having moved (SK-107)."""
NO_DEFENCE = 21  # the number needed by who has none: each point of improvement makes it one less


def passes(needs: int) -> float:
    """Return the chance that one die reaches a number."""
    return max(0, SIDES + 1 - max(needs, SURE_FAIL + 1)) / SIDES


def edged(chance: float, edge: int) -> float:
    """Return a chance with advantage (above 0), or disadvantage (below)."""
    if edge > 0:
        return 1 - (1 - chance) ** 2
    return chance**2 if edge < 0 else chance


def defence(unit: Unit, pierce: int) -> float:
    """Return the chance that a unit stops a hit."""
    better = sum(one["defence"] for one in unit["melee"])
    better += unit["armour"]["defence"] if unit["armour"] else 0
    printed = unit["type"]["defence"]
    if printed is None and not better:
        return 0.0
    needs = (NO_DEFENCE if printed is None else printed) - better + pierce
    return max(1 / SIDES, passes(needs))


@lru_cache(maxsize=4096)
def _harm(needs: int, injury: int, edge: int, wounds: int, already: float = 0.0) -> float:
    """Return the share of its end that a hit nobody stops brings, times the chance to hit; less
    what the target has `already` suffered, as a milder injury changes nothing (SK-99).
    """
    whole = 0.0
    for die in range(max(needs, SURE_FAIL + 1), SIDES + 1):
        chance = edged(passes(die), edge) - edged(passes(die + 1) if die < SIDES else 0.0, edge)
        total = die + injury
        share = 1.0 if total >= OUT else STUNNED_SHARE if total >= STUNNED else DAZED_SHARE
        whole += chance * max(0.0, (share if wounds == 1 else 1 / wounds) - already)
    return whole


def blow(unit: Unit, target: Unit, weapon: Any, edge: int = 0) -> float:
    """Return what one attack in melee comes to; `weapon` None is bare hands."""
    kind = unit["type"]
    if target["injury"] == "stunned":
        return 1.0
    edge += 1 if target["injury"] == "dazed" else 0
    arm = weapon or {"melee": 0, "injury": 0, "pierce": 0}
    needs = kind["melee"] - arm["melee"]
    stopped = defence(target, kind["pierce"] + arm["pierce"])
    if target["injury"] == "dazed":
        return edged(passes(needs), edge) * (1 - stopped)
    return _harm(needs, kind["injury"] + arm["injury"], edge, target["wounds"]) * (1 - stopped)


def weapons(unit: Unit) -> list[Any]:
    """Return what a unit strikes with, shields left out; None for bare hands."""
    return [one for one in unit["melee"] if not one["defence"]] or [None]


def melee(unit: Unit, target: Unit, edge: int = 0) -> float:
    """Return what all attacks of a unit in one melee come to against one target, 1 at most."""
    if unit["injury"] in DOWNED:
        return 0.0
    best = max(blow(unit, target, arm, edge + bare(unit)) for arm in weapons(unit))
    return float(1 - (1 - min(1.0, best)) ** attacks(unit))


def bare(unit: Unit) -> int:
    """Return -1 for who strikes at a disadvantage for want of a weapon, 0 for all others."""
    is_armed = weapons(unit) != [None] or {"animal", "no-equipment"} & set(unit["type"]["skills"])
    return 0 if is_armed else -1


def attacks(unit: Unit) -> int:
    """Return how often a unit strikes in a melee."""
    arms = [arm for arm in weapons(unit) if arm is not None]
    second = len(arms) > 1 and all(arm["pairs"] for arm in arms)
    count: int = unit["type"]["attacks"] + second + sum(arm["attacks"] for arm in arms)
    return count


def shot(unit: Unit, target: Unit, far: float, *, moved: bool, covered: bool = False) -> float:
    """Return what a shot comes to from so far away."""
    if unit["type"]["ranged"] is None or not unit["ranged"]:
        return 0.0
    weapon = unit["ranged"][0]
    if far > weapon["range"]:
        return 0.0
    pierce = weapon["pierce"]
    if moved and "close-quarters" not in weapon["tags"]:
        pierce += MOVED
    pierce += COVERED * covered
    stopped = defence(target, pierce)
    hit = (unit["type"]["ranged"], weapon["injury"], 0, target["wounds"])
    return _harm(*hit, SUFFERED.get(target["injury"], 0.0)) * (1 - stopped)
