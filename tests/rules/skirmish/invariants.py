"""What holds of every match at every moment."""

from collections.abc import Iterator
from itertools import combinations

from server.rules.skirmish.geometry import contact
from server.rules.skirmish.geometry.pieces import Body
from server.rules.skirmish.kernel import space
from server.rules.skirmish.kernel.state import MatchState, Unit

GRAZE = 12  # mils by which rounding may let bases overlap
LOOSE = 250  # mils that may be missing to the contact with a further target (SK-61)


def broken(state: MatchState) -> Iterator[str]:
    """Yield what does not hold."""
    standing = [unit for unit in state.units.values() if unit.at is not None]
    bodies = [space.body_of(state, unit) for unit in standing]
    for one_body, other_body in combinations(bodies, 2):
        if _overlap(one_body, other_body):
            yield f"{one_body.id} and {other_body.id} overlap"
    for one_id, other_id in state.pairs.values():
        one, other = state.units[one_id], state.units[other_id]
        if one.at is None or other.at is None or one.side == other.side:
            yield f"{one_id} and {other_id} cannot be engaged"
        elif contact.apart(space.body_of(state, one), space.body_of(state, other)) > LOOSE:
            yield f"{one_id} and {other_id} are engaged from afar"
    for unit in state.units.values():
        if not 1 <= unit.wounds <= unit.type.wounds:
            yield f"{unit.id} has {unit.wounds} wounds"
        if unit.at is None and (unit.injury or unit.token or unit.marks):
            yield f"{unit.id} is away and suffers or carries"
        if unit.at is not None and not _inside(state, unit):
            yield f"{unit.id} is beyond the edge"
    held = [unit.token for unit in standing if unit.token]
    if len(held) != len(set(held)) or not set(held) <= set(state.tokens):
        yield f"treasure is held twice: {held}"


def _overlap(a: Body, b: Body) -> bool:
    is_level = abs(a.at.z - b.at.z) <= contact.STEP
    near = a.radius + b.radius - GRAZE
    return is_level and (a.at.x - b.at.x) ** 2 + (a.at.y - b.at.y) ** 2 < near * near


def _inside(state: MatchState, unit: Unit) -> bool:
    assert unit.at is not None
    x, y, z = unit.at
    return 0 <= x <= state.board.width and 0 <= y <= state.board.depth and z >= 0
