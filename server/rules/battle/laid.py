"""Status dice that lie in hexes: whoever moves in first takes one up (class sheets; TRM-2)."""

from typing import TYPE_CHECKING

from protocol.battle import StatusLaid, StatusLifted
from protocol.hexes import Hex, key, parse
from server.rules.battle import statuses

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def lay(battle: "Battle", status: str, at: Hex, *, side: str = "") -> None:
    """Put a status die into a hex, as long as there is one; with `side` for units of it alone."""
    if battle.state.supply["status"]:
        battle.emit(StatusLaid(at, status, side))


def spring(battle: "Battle", unit: str, at: Hex) -> None:
    """A unit has moved into a hex: it gains what lies there. Quest units cannot (STS-4)."""
    chip = battle.unit(unit)
    if chip.fate or chip.kind == "quest":
        return
    for token in battle.state.laid.get(key(at), ()):
        status, _, side = token.partition("@")
        if side in ("", chip.side):
            battle.emit(StatusLifted(at, status, side))
            statuses.gain(battle, unit, status)


def lift_all(battle: "Battle") -> None:
    """What still lies in hexes as the battle ends goes back to the supply."""
    for name in tuple(battle.state.laid):
        lift(battle, parse(name))


def lift(battle: "Battle", at: Hex) -> None:
    """What lies in a hex goes back to the supply."""
    for token in battle.state.laid.get(key(at), ()):
        status, _, side = token.partition("@")
        battle.emit(StatusLifted(at, status, side))
