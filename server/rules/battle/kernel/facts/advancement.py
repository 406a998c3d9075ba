"""Events of advancement: squares, dice and line tokens on a mat."""

from typing import Any

from msgspec.structs import replace

from protocol import battle as ev
from server.rules.battle.kernel.state import BattleState, Die, Row
from server.rules.battle.kernel.words import Attribute
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]
SQUARES = 6  # squares of an attribute row of the mat (CRE-3)
STATS = ("stamina", "magicka")


def _grown(row: Row, attribute: Attribute) -> Row:
    from_left = row.left == attribute
    assert from_left or row.right == attribute
    assert row.left_squares + row.right_squares < SQUARES
    return Row(
        row.left, row.right, row.left_squares + from_left, row.right_squares + (not from_left)
    )


def advanced(state: BattleState, event: ev.Advanced) -> Ops:
    """Add a square to an attribute's row, and the stat or die that the square stands for."""
    here = f"adventurers/{event.unit}"
    mat = state.adventurers[event.unit]
    if event.attribute == "cooldown":
        return (put(f"{here}/cooldown", mat.cooldown + 1),)
    rows = [
        _grown(row, event.attribute) if event.attribute in (row.left, row.right) else row
        for row in mat.mat
    ]
    assert tuple(rows) != mat.mat, f"{event.attribute} has no row"
    squares = put(f"{here}/mat", tuple(rows))
    if event.attribute == "health":
        return (squares, put(f"units/{event.unit}/health", state.units[event.unit].health + 1))
    if event.attribute in STATS:
        return (squares, put(f"{here}/{event.attribute}", getattr(mat, event.attribute) + 1))
    die = f"{event.unit}.{event.kind}.x{state.serial}"
    return (
        squares,
        put(f"dice/{die}", Die(event.kind, event.unit)),
        put(f"{here}/row", (*mat.row, die)),
        put("serial", state.serial + 1),
    )


def line_trained(state: BattleState, event: ev.LineTrained) -> Ops:
    """Put the token of a skill line into an open circular slot."""
    mat = state.adventurers[event.unit]
    at, end = int(event.slot[0]) - 1, event.slot[1]
    rows, row = list(mat.mat), mat.mat[at]
    assert not (row.left if end == "L" else row.right), f"slot {event.slot} is taken"
    rows[at] = replace(row, left=event.line) if end == "L" else replace(row, right=event.line)
    here = f"adventurers/{event.unit}"
    return (put(f"{here}/mat", tuple(rows)), put(f"{here}/lines", (*mat.lines, event.line)))


APPLY: dict[Any, Any] = {ev.Advanced: advanced, ev.LineTrained: line_trained}
