"""Effects of cards that move enemies, a hex at a time (MAP-11). Quest units stay."""

from protocol.hexes import Hex
from protocol.ids import NamedCode, UnitId
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.content.items.using import Effect


def shoves(hexes: int) -> Effect:
    """Return the effect of moving an enemy away from the card's user, up to so many hexes: each hex
    is farther than the one before.
    """
    return _displaces(hexes, 1)


def draws(hexes: int) -> Effect:
    """Return the effect of moving an enemy nearer to the card's user, up to so many hexes."""
    return _displaces(hexes, -1)


def _displaces(hexes: int, way: int) -> Effect:
    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        entered: list[Hex] = []
        for _ in range(hexes):
            free = _farther(battle, me, unit, way)
            if not free:
                break
            text = f"Where does {battle.unit(unit).name} go?"
            to = battle.deciders(me.unit)
            at = choosing.choose_hex(
                battle, to, free, NamedCode(f"{me.source}.shove"), text, "MAP-11"
            )
            move.shift(battle, unit, at)
            entered.append(at)
        if entered:
            battle.at(Happening(Moment.MOVE_ENDS, unit=unit, hexes=entered))

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        return bool(_farther(battle, me, unit, way))

    return Effect(do, works)


def _farther(battle: Battle, me: Me, unit: UnitId, way: int) -> list[Hex]:
    """Return the free hexes next to an enemy that are 1 farther from the card's user (`way` 1), or
    1 nearer (-1).
    """
    here, there = battle.unit(me.unit).at, battle.unit(unit).at
    if here is None or there is None or battle.unit(unit).kind == "quest":
        return []
    far = battle.ground.distance(here, there) + way
    around = battle.free_hexes(battle.ground.around(there))
    return [at for at in around if battle.ground.distance(here, at) == far]
