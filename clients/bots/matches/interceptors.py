"""Who of the enemy may step into the way of an engage (SK-48 to SK-57)."""

from clients.bots.matches import table
from clients.bots.matches.table import INCH, Unit, View

STEP_IN = 2 * INCH  # mils: how far an interceptor comes (SK-51)


def interceptors(view: View, unit: Unit, target: Unit) -> list[Unit]:
    """Return the enemies that may step before a unit on its straight way to a target."""
    return [
        foe
        for foe in table.foes(view, unit["side"])
        if foe["id"] != target["id"]
        and foe["injury"] not in table.DOWNED
        and table.is_free(view, foe)
        and _is_near(unit, target, foe)
    ]


def _is_near(unit: Unit, target: Unit, foe: Unit) -> bool:
    a, b, at = table.spot(unit), table.spot(target), table.spot(foe)
    if abs(at[2] - b[2]) > table.STEP:
        return False
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    share = ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / whole if whole else 0.0
    share = min(1.0, max(0.0, share))
    nearest = (a[0] + share * dx, a[1] + share * dy, b[2])
    return table.plan(nearest, at) < STEP_IN + table.radius(unit) + table.radius(foe)
