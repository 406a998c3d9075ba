"""Map statuses: status dice in hexes, which a unit that moves there picks up (class sheets;
TRM-2).
"""

from protocol.battle import StatusLaid, StatusLifted
from protocol.hexes import Hex, key, parse
from protocol.ids import UnitId
from server.rules.battle.adventurer import statuses
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.words import SideOrAll, Status


def lay(battle: Battle, status: Status, at: Hex, *, side: SideOrAll = "") -> None:
    """Put a status die of the supply, if there is one, into a hex. With `side`, only units of that
    side pick it up.
    """
    if battle.state.supply["status"]:
        battle.emit(StatusLaid(at, status, side))


def pick_up(battle: Battle, unit: UnitId, at: Hex) -> None:
    """Give a unit that has moved into a hex the statuses there; quest units gain none (STS-4)."""
    chip = battle.unit(unit)
    if chip.fate or chip.kind == "quest":
        return
    for laid in battle.game.state.laid.get(key(at), ()):
        if laid.side in ("", chip.side):
            battle.emit(StatusLifted(at, laid.status, laid.side))
            statuses.gain(battle, unit, laid.status)


def clear_all(battle: Battle) -> None:
    """Put every map status back into the supply, as the battle ends."""
    for name in tuple(battle.state.laid):
        clear(battle, parse(name))


def clear(battle: Battle, at: Hex) -> None:
    """Put the status dice of a hex back into the supply."""
    for laid in battle.state.laid.get(key(at), ()):
        battle.emit(StatusLifted(at, laid.status, laid.side))
