"""What a unit may lose where it stands, in the enemy's next turn."""

from collections.abc import Iterable

from clients.bots.matches import duels, odds, shots, table
from clients.bots.matches.table import Point, Unit, View

HIDDEN = 0.75
"""The chance that an engage from out of sight comes as far as a move."""
RETURNED = 0.6
"""How much of what an enemy stands to lose by its attack counts: it need not attack."""
LEADER_LENDS = 5_000  # mils: how near the leader is whose morale counts


class Threats:
    """What a unit's enemies may do to it, for one answer: what does not hang on the place is
    reckoned once for many places.
    """

    def __init__(self, view: View, unit: Unit) -> None:
        self.view = view
        self.unit = unit
        self._worth = table.worth(unit)
        self._foes = [(foe, table.worth(foe), table.spot(foe)) for foe in _able(view, unit)]
        self._endings: dict[str, duels.Ending] = {}
        self._known: dict[Point, list[tuple[str, float, float]]] = {}

    def danger(self, at: Point, but: str = "") -> float:
        """Return what the unit stands to lose at a place, in gold, less what its enemies do; `but`
        is an enemy that is left out.
        """
        safe, returned = 1.0, 0.0
        for name, harm, back in self._harms(at):
            if name != but:
                safe *= 1 - harm
                returned = max(returned, back)
        return max(0.0, (1 - safe) * self._worth - RETURNED * returned)

    def _harms(self, at: Point) -> list[tuple[str, float, float]]:
        """Return of each enemy the chance that the unit is lost to it at a place, and what it
        stands to lose itself.
        """
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = []
            for foe, worth, spot in self._foes:
                comes, sees = comes_to(self.view, foe, self.unit, at)
                struck = back = 0.0
                if comes:
                    ending = self.charged(foe)
                    struck = comes * ending.won
                    back = comes * ending.lost * worth
                shot = shots.share(self.view, foe, self.unit, spot, at) if sees else 0.0
                found.append((foe["id"], max(struck, shot), back))
        return found

    def charged(self, foe: Unit) -> duels.Ending:
        """Return how it ends when an enemy engages the unit."""
        found = self._endings.get(foe["id"])
        if found is None:
            found = self._endings[foe["id"]] = charged(self.view, foe, self.unit)
        return found


def danger(view: View, unit: Unit, at: Point, but: str = "") -> float:
    """Return what a unit stands to lose at a place (`Threats.danger`)."""
    return Threats(view, unit).danger(at, but)


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
