"""Populating a new tile (p78): caches, then enemies, from the farthest hex inward."""

from protocol.battle import CachePlaced
from protocol.hexes import Hex, key
from protocol.ids import UnitId, Why
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import DelveCard
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.map import choosing
from server.rules.battle.setup import deploying, enemy_pool


def place_caches(battle: Battle, unit: UnitId, door: Hex, tile: str, card: DelveCard) -> None:
    """Place caches, legendary before common, while hexes and chips last (DLX-13, C-31, LIM-8)."""
    for deck in ("legendary",) * card.legendary + ("common",) * card.common:
        stores = battle.state.tiles[tile].stores
        caches = [at for at in stores if key(at) not in battle.state.caches]
        if not caches or not battle.state.supply["cache"]:
            return
        text = f"Where does the {deck} cache go?"
        at = _farthest(battle, unit, door, caches, "delve.cache", text, "DLX-13")
        battle.emit(CachePlaced(at, deck))


def deploy_enemies(battle: Battle, unit: UnitId, door: Hex, tile: str, card: DelveCard) -> None:
    """Deploy one enemy for each number in the card's row for this party size, as long as the tile's
    own enemy pool lasts (DEL-3). A number is the highest level that its enemy may have; the points
    left may allow a lower one or none (DLX-14, DLX-15).
    """
    pool, come = enemy_pool.points(battle), []
    wanted = catalogue_of(battle).encounters[battle.state.settings.encounter].wanted
    for most in card.scale[battle.party_size() - 1]:
        # Looked up each time: the enemy before it has taken a hex.
        hearts = battle.free_hexes(battle.state.tiles[tile].hearts)
        if not hearts or not pool:
            break
        level = enemy_pool.dearest(battle, min(most, pool))
        if not level:
            # A later number may be higher, and the bag of that level may still hold a chip.
            continue
        chip = enemy_pool.draw_enemy(battle, level, wanted)
        text = f"Where is {catalogue_of(battle).chips[chip].name} deployed?"
        at = _farthest(battle, unit, door, hearts, "delve.enemy", text, "DLX-15")
        come.append(deploying.deploy_enemy(battle, chip, at))
        pool -= level
    deploying.tell_deployed(battle, come)


def _farthest(
    battle: Battle, unit: UnitId, door: Hex, hexes: list[Hex], why: Why, text: str, rule: str
) -> Hex:
    """Return the hex farthest from the explored one, `door`; the player of `unit` breaks ties."""
    far = max(battle.ground.distance(door, at) for at in hexes)
    equal = [at for at in hexes if battle.ground.distance(door, at) == far]
    return choosing.choose_hex(battle, battle.deciders(unit), equal, why, text, rule)
