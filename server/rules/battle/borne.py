"""What units bear is found anew only when a part of the state has changed that it follows from."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from server.rules.battle.effects import Bearing, Me
from server.rules.battle.state import Unit

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

Bearings = tuple[tuple[Me, Bearing], ...]
Find = Callable[["Battle", Unit], Iterator[tuple[Me, Bearing]]]


class Borne:
    """What each unit bears, with the parts of the state that were read for it."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Bearings]] = {}

    def by(self, battle: "Battle", unit: Unit, find: Find) -> Bearings:
        """What `find` gives for a unit; a state's parts are replaced, never changed."""
        parts, kept = _parts(battle, unit), self._kept.get(unit.id)
        if kept is not None and all(a is b for a, b in zip(kept[0], parts, strict=True)):
            return kept[1]
        found = tuple(find(battle, unit))
        self._kept[unit.id] = (parts, found)
        return found


def _parts(battle: "Battle", unit: Unit) -> tuple[object, ...]:
    """An enemy's bearings read the dice only where some lie on it, and no notes."""
    state = battle.state
    mat, turn = state.adventurers.get(unit.id), state.turn
    both = (unit, mat, state.enchantments, state.tiles)
    if mat is None:
        dice = state.dice if unit.dice else None
        return (*both, dice, battle.silenced(unit.id), None, None)
    used = turn.used if turn is not None else None
    return (*both, state.dice, state.in_hexes, state.used, used)
