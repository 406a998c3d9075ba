"""What the effects of delve cards ask about a tile: which units are on it, which are near."""

from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.delve_parts import Room
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Unit


def tile_of(battle: Battle, unit: UnitId) -> str:
    """Return the tile that a unit stands on; "" off the map."""
    at = battle.unit(unit).at if unit else None
    return battle.ground.tile_of[at] if at is not None else ""


def on_tile(battle: Battle, tile: str, side: str | None = None) -> list[Unit]:
    """Return the units on a tile, of a side or of both."""
    return [unit for unit in battle.in_play(side) if tile_of(battle, unit.id) == tile]


def closest_outside(battle: Battle, unit: UnitId, tile: str) -> list[Hex]:
    """Return the unoccupied hexes of other tiles that are closest to a unit."""
    here = battle.unit(unit).at
    assert here is not None
    far = battle.ground.distances(here)
    others = [at for at in far if battle.ground.tile_of[at] != tile]
    free = battle.free_hexes(tuple(others))
    nearest = min((far[at] for at in free), default=0)
    return [at for at in free if far[at] == nearest]


def within(battle: Battle, room: Room, hexes: int) -> list[Unit]:
    """Return the units up to so many hexes from the adventurer whom an effect meets, itself
    included; none if it is off the map.
    """
    here = battle.unit(room.unit).at
    if here is None:
        return []
    near = {at for at, far in battle.ground.distances(here).items() if far <= hexes}
    return [unit for unit in battle.in_play() if unit.at in near]
