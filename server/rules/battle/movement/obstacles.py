"""Making hexes impassable during a battle, or passable again (p58, p70; MAP-4)."""

from collections.abc import Callable

from protocol.battle import CacheMoved, GroundChanged
from protocol.hexes import Hex, distance, key
from server.rules.battle.adventurer import track
from server.rules.battle.kernel import ground
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.map import choosing, map_statuses
from server.rules.battle.movement import move


def shut(battle: Battle, hexes: tuple[Hex, ...]) -> None:
    """Make hexes impassable. Units and caches in them first go to the closest unoccupied hex
    (MAP-4).

    Skill dice in these hexes go to their owners' tracks, status dice to the supply. A hex stays
    passable if there is no hex for its unit or cache.
    """
    closing = [at for at in hexes if at in battle.ground.tile_of]
    for at in tuple(closing):
        if not (_clear_units(battle, at, closing) and _clear_cache(battle, at, closing)):
            closing.remove(at)
    for die, at in tuple(battle.state.in_hexes.items()):
        if at in closing:
            track.exhaust(battle, die, resolved=True)
    for at in closing:
        map_statuses.clear(battle, at)
    if closing:
        battle.emit(GroundChanged(tuple(closing)))


def open_up(battle: Battle, hexes: tuple[Hex, ...]) -> None:
    """Make impassable hexes passable."""
    opened = tuple(at for at in hexes if at in battle.state.blocked)
    if opened:
        battle.emit(GroundChanged((), opened))


def _clear_units(battle: Battle, at: Hex, closing: list[Hex]) -> bool:
    unit = next((u for u in battle.in_play(decoys=True) if u.at == at), None)
    if unit is None:
        return True
    taken = ground.occupied(battle.state)
    hexes = _closest(battle, at, closing, lambda there: there not in taken)
    if not hexes:
        return False
    text = f"The ground closes. Where does {unit.name} go?"
    to = choosing.choose_hex(battle, battle.party, hexes, "ground.unit", text, "MAP-4")
    move.place(battle, unit.id, to)
    return True


def _clear_cache(battle: Battle, at: Hex, closing: list[Hex]) -> bool:
    if key(at) not in battle.state.caches:
        return True
    taken = ground.occupied(battle.state)
    caches = battle.state.caches
    hexes = _closest(battle, at, closing, lambda to: to not in taken and key(to) not in caches)
    if not hexes:
        return False
    text = "The ground closes. Where does the cache go?"
    to = choosing.choose_hex(battle, battle.party, hexes, "ground.cache", text, "MAP-4")
    battle.emit(CacheMoved(at, to))
    return True


def _closest(battle: Battle, at: Hex, closing: list[Hex], free: Callable[[Hex], bool]) -> list[Hex]:
    """Return the closest free hexes that stay passable, by ways around the closing ones; if no such
    way leads to any, by straight distance.
    """
    far = ground.walk(battle.ground, at, frozenset(closing))
    open_hexes = [there for there in battle.ground.tile_of if there not in closing and free(there)]
    there = [hex_ for hex_ in open_hexes if hex_ in far]
    if not there:
        far = {hex_: distance(at, hex_) for hex_ in open_hexes}
        there = open_hexes
    nearest = min((far[hex_] for hex_ in there), default=0)
    return [hex_ for hex_ in there if far[hex_] == nearest]
