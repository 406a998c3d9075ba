"""Events of growth beyond a battle's: untraining, stats trained, adventurers revived, items
given.
"""

from typing import Any

from msgspec.structs import replace

from protocol import campaign as ev
from protocol.ids import DieId, UnitId
from server.rules.battle.kernel.state import ITEMS, READY, Adventurer, Card, Row
from server.rules.campaign.kernel.state import SessionState
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]
SQUARE_STATS = ("stamina", "magicka")
PLACES = ("row", "rolled", "active", "track", "drained")


def revived(state: SessionState, event: ev.AdventurerRevived) -> Ops:
    """Let a defeated adventurer stand again."""
    assert state.units[event.unit].fate
    assert event.hp > 0
    here = f"units/{event.unit}"
    return (put(f"{here}/hp", event.hp), put(f"{here}/fate", ""))


def untrained(state: SessionState, event: ev.Untrained) -> Ops:
    """Take dice or squares off an attribute's row, and its circular token if all of it goes."""
    mat = state.adventurers[event.unit]
    row = next(row for row in mat.mat if event.attribute in (row.left, row.right))
    squares = row.left_squares if row.left == event.attribute else row.right_squares
    # A square of a stat goes without any die, and is one square all the same.
    gone = squares if event.whole else max(1, len(event.dice))
    assert gone <= squares
    rows = tuple(_less(one, event, gone) if one is row else one for one in mat.mat)
    lines = mat.lines
    if event.whole:
        lines = tuple(line for line in lines if line != event.attribute)
    less = _without(replace(mat, mat=rows, lines=lines), event.dice)
    # Health is not among them: its figure stands on the chip, not on the mat.
    if event.attribute in SQUARE_STATS:
        less = replace(less, **{event.attribute: getattr(mat, event.attribute) - gone})
    ops = (put(f"adventurers/{event.unit}", less), *(drop(f"dice/{die}") for die in event.dice))
    return (*ops, *_less_health(state, event.unit)) if event.attribute == "health" else ops


def _less(row: Row, event: ev.Untrained, gone: int) -> Row:
    keeps = "" if event.whole else event.attribute
    if row.left == event.attribute:
        return replace(row, left=keeps, left_squares=row.left_squares - gone)
    return replace(row, right=keeps, right_squares=row.right_squares - gone)


def _without(mat: Adventurer, dice: tuple[DieId, ...]) -> Adventurer:
    kept = {place: tuple(d for d in getattr(mat, place) if d not in dice) for place in PLACES}
    return replace(mat, **kept)


def _less_health(state: SessionState, name: UnitId) -> Ops:
    """Health is 1 lower, and HP above it go (STA-4)."""
    unit = state.units[name]
    # By one alone: Health is given up square by square, never as a whole (UNT-5).
    health = unit.health - 1
    here = f"units/{name}"
    return (put(f"{here}/health", health), put(f"{here}/hp", min(unit.hp, health)))


def stat_trained(state: SessionState, event: ev.StatTrained) -> Ops:
    """Put a stat's circular token, without a square, into an open slot (ADV-12, CRE-12)."""
    mat = state.adventurers[event.unit]
    assert all(event.stat not in (row.left, row.right) for row in mat.mat)
    at, end = int(event.slot[0]) - 1, event.slot[1]
    row = mat.mat[at]
    assert not (row.left if end == "L" else row.right), f"slot {event.slot} is taken"
    taken = replace(row, left=event.stat) if end == "L" else replace(row, right=event.stat)
    rows = (*mat.mat[:at], taken, *mat.mat[at + 1 :])
    return (put(f"adventurers/{event.unit}/mat", rows),)


def given(state: SessionState, event: ev.ItemGiven) -> Ops:
    """Put a card of one inventory into another; what is enchanted on it goes along."""
    giver, mat = state.adventurers[event.unit], state.adventurers[event.to]
    where = "ready" if any(one.id == event.card for one in giver.ready) else "pack"
    held: tuple[Card, ...] = getattr(giver, where)
    card = next(one for one in held if one.id == event.card)
    assert len(mat.ready) + len(mat.pack) < ITEMS
    assert event.where == "pack" or len(mat.ready) < READY
    kept = tuple(one for one in held if one is not card)
    there: tuple[Card, ...] = getattr(mat, event.where)
    return (
        put(f"adventurers/{event.unit}/{where}", kept),
        put(f"adventurers/{event.to}/{event.where}", (*there, card)),
    )


APPLY: dict[Any, Any] = {
    ev.AdventurerRevived: revived,
    ev.ItemGiven: given,
    ev.Untrained: untrained,
    ev.StatTrained: stat_trained,
}
