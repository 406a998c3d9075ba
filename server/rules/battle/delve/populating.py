"""Populating a new tile (p78): caches, then enemies, from the farthest hex inward."""

from typing import TYPE_CHECKING

from protocol.battle import CachePlaced
from protocol.hexes import Hex, key
from server.rules.battle import enemy_pool, move, setup
from server.rules.battle.delve.components import DelveCard

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def place_caches(battle: "Battle", unit: str, door: Hex, tile: str, card: DelveCard) -> None:
    """Legendary before common, as far as hexes and chips go (DLX-13, C-31, LIM-8)."""
    for deck in ("legendary",) * card.legendary + ("common",) * card.common:
        stores = battle.state.tiles[tile].stores
        caches = [at for at in stores if key(at) not in battle.state.caches]
        if not caches or not battle.state.supply["cache"]:
            return
        text = f"Where does the {deck} cache go?"
        at = _farthest(battle, unit, door, caches, "delve.cache", text, "DLX-13")
        battle.emit(CachePlaced(at, deck))


def deploy_enemies(battle: "Battle", unit: str, door: Hex, tile: str, card: DelveCard) -> None:
    """One enemy for each number of the party's row, out of points of this tile's own (DEL-3).

    A number is the highest level that the enemy may have; the points may allow less, or no more at
    all (DLX-14, DLX-15).
    """
    pool, come = enemy_pool.points(battle), []
    wanted = battle.catalogue.encounters[battle.state.settings.encounter].wanted
    for most in card.scale[battle.party_size() - 1]:
        hearts = battle.free_hexes(battle.state.tiles[tile].hearts)
        if not hearts or not pool:
            break
        level = enemy_pool.dearest(battle, min(most, pool))
        if not level:
            continue
        chip = enemy_pool.draw_enemy(battle, level, wanted)
        text = f"Where is {battle.catalogue.chips[chip].name} deployed?"
        at = _farthest(battle, unit, door, hearts, "delve.enemy", text, "DLX-15")
        come.append(setup.deploy_enemy(battle, chip, at))
        pool -= level
    setup.tell_deployed(battle, come)


def _farthest(
    battle: "Battle", unit: str, door: Hex, hexes: list[Hex], why: str, text: str, rule: str
) -> Hex:
    """The hex that lies farthest from the explored one; the explorer chooses among equals."""
    far = max(battle.ground.distance(door, at) for at in hexes)
    equal = [at for at in hexes if battle.ground.distance(door, at) == far]
    return move.choose_hex(battle, battle.deciders(unit), equal, why, text, rule)
