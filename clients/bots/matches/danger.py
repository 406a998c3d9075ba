"""What a unit may lose where it stands, in the enemy's next turn."""

from collections.abc import Iterable

from clients.bots.matches import duels, odds, shots, table
from clients.bots.matches.table import Point, Unit, View

HIDDEN = 0.75
"""The chance that an engage from out of sight comes as far as a move."""
RETURNED = 0.6
"""How much of what an enemy stands to lose by its attack counts: it need not attack."""
LEADER_LENDS = 5_000  # mils: how near the leader is whose morale counts


def danger(view: View, unit: Unit, at: Point, but: str = "") -> float:
    """Return what a unit stands to lose at a place, in gold, less what its enemies do; `but` is an
    enemy that is left out.
    """
    foes = [foe for foe in _able(view, unit) if foe["id"] != but]
    safe, returned = 1.0, 0.0
    for foe in foes:
        comes, sees = comes_to(view, foe, unit, at)
        struck = 0.0
        if comes:
            ending = charged(view, foe, unit)
            struck = comes * ending.won
            returned = max(returned, comes * ending.lost * table.worth(foe))
        shot = shots.share(view, foe, unit, table.spot(foe), at) if sees else 0.0
        safe *= 1 - max(struck, shot)
    return max(0.0, (1 - safe) * table.worth(unit) - RETURNED * returned)


def of_shots(view: View, unit: Unit, at: Point) -> float:
    """Return what a unit stands to lose at a place to shots from where enemies stand, in gold."""
    safe = 1.0
    for foe in _able(view, unit):
        if foe["ranged"] and table.sees(view, table.spot(foe), at):
            safe *= 1 - shots.share(view, foe, unit, table.spot(foe), at)
    return (1 - safe) * table.worth(unit)


def _able(view: View, unit: Unit) -> Iterable[Unit]:
    return (
        foe
        for foe in table.foes(view, unit["side"])
        if foe["injury"] not in table.DOWNED and table.is_free(view, foe)
    )


def comes_to(view: View, foe: Unit, unit: Unit, at: Point) -> tuple[float, bool]:
    """Return the chance that an enemy comes to engage a unit at a place, and whether it sees it."""
    far = table.gap(at, foe, table.radius(unit))
    if far > table.reach_of(foe) and not foe["ranged"]:
        return 0.0, False
    sees = table.sees(view, table.spot(foe), at)
    if far <= (table.reach_of(foe) if sees else table.move_of(foe)):
        return (1.0 if sees else HIDDEN) * dares(view, foe, unit), sees
    return 0.0, sees


def charged(view: View, foe: Unit, unit: Unit) -> duels.Ending:
    """Return how it ends when an enemy engages a unit: it strikes first, and may scare it."""
    stands = dares(view, unit, foe)
    calm = duels.fight(foe, unit)
    if stands == 1:
        return calm
    scared = duels.fight(foe, unit, answering=-1)
    return duels.Ending(
        stands * calm.lost + (1 - stands) * scared.lost,
        stands * calm.won + (1 - stands) * scared.won,
    )


def dares(view: View, unit: Unit, target: Unit) -> float:
    """Return the chance that a unit stands the sight of who causes fear."""
    if not table.has(target, "fear") or table.has(unit, "fear"):
        return 1.0
    leaders = [
        one["type"]["morale"]
        for one in table.own(view, unit["side"])
        if table.has(one, "leader") and not table.has(unit, "animal")
        and table.gap(table.spot(unit), one) <= LEADER_LENDS
    ]  # fmt: skip
    return odds.passes(min([unit["type"]["morale"], *leaders]))
