"""Whom a side hunts together, and who of it hunts: many on one, and never on a crowd."""

from clients.bots.matches import duels, table
from clients.bots.matches.table import INCH, Unit, View
from protocol.ids import SeatId

PACK = 3  # hunters that a side wants: of those with treasure the best come along
CROWD = 6 * INCH  # mils: how near to the prey its friends help it
HELPED = 2 * INCH  # mils more that each of them makes it count as far
CARRIES, DOWN = 4 * INCH, 3 * INCH  # mils less for who carries treasure, or is down


def prey(view: View, seat: SeatId) -> Unit | None:
    """Return the enemy that a side hunts: near to all, and alone; None where there is nobody."""
    foes, own = table.foes(view, seat), table.own(view, seat)
    return min(foes, key=lambda foe: (_far(foe, own, foes), foe["id"]), default=None)


def _far(foe: Unit, own: list[Unit], foes: list[Unit]) -> float:
    """Return how far an enemy is in mils, with what makes it harder or better prey."""
    at = table.spot(foe)
    gaps = sorted(table.gap(at, one) for one in own)[:PACK]
    friends = sum(table.gap(at, one) <= CROWD for one in foes if one["id"] != foe["id"])
    tempting = CARRIES * bool(foe["token"]) + DOWN * (foe["injury"] in table.DOWNED)
    return sum(gaps) / max(1, len(gaps)) + HELPED * friends - tempting


def hunters(view: View, seat: SeatId, target: Unit) -> set[str]:
    """Return who of a side hunts: all that carry nothing, and once no treasure lies about any more
    the best fighters of the others, as long as those are few.
    """
    able = [unit for unit in table.own(view, seat) if unit["injury"] not in table.DOWNED]
    free = [unit for unit in able if not unit["token"]]
    if next(iter(table.lying(view)), None) is not None:
        return {unit["id"] for unit in free}
    laden = sorted(
        (unit for unit in able if unit["token"] and unit["type"]["rank"] != "leader"),
        key=lambda unit: (-_edge(unit, target), unit["id"]),
    )
    return {unit["id"] for unit in (*free, *laden[: max(0, PACK - len(free))])}


def _edge(unit: Unit, target: Unit) -> float:
    ending = duels.fight(unit, target)
    return ending.won - ending.lost
