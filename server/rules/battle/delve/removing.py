"""Taking tiles off the map again (p77, DLX-5)."""

from protocol.battle import CardDiscarded, TileRemoved, TileReturned
from protocol.hexes import Hex, key, neighbours
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle


def removable(battle: Battle) -> list[str]:
    """Return the names of the tiles that may be removed: nothing is on them, and the map stays
    connected without them. The entrance is never one.
    """
    return [
        name
        for name, tile in battle.state.tiles.items()
        if tile.kind != "entrance" and _is_bare(battle, name) and _holds_without(battle, name)
    ]


def _is_bare(battle: Battle, name: str) -> bool:
    state, hexes = battle.state, battle.state.tiles[name].hexes
    taken = [u.at for u in state.units.values()] + list(state.in_hexes.values())
    marked = [*state.caches, *state.marks, *state.laid]
    enchanted = any(spell.on == name for spell in state.enchantments.values())
    return not enchanted and all(at not in taken and key(at) not in marked for at in hexes)


def _holds_without(battle: Battle, name: str) -> bool:
    left = [at for other, tile in battle.state.tiles.items() if other != name for at in tile.hexes]
    reached: list[Hex] = left[:1]
    # The list grows as it is walked, until it holds every hex connected with the first.
    for here in reached:
        reached += [n for n in neighbours(here) if n in left and n not in reached]
    return len(reached) == len(left)


def remove(battle: Battle, name: str) -> None:
    """Put a tile under its stack and discard its card. Doors beside it may be explored again."""
    tile = catalogue_of(battle).tiles[name]
    lying = battle.state.tiles[name]
    # Before the tile is removed, as the discard takes the card and its skyshards off it.
    if lying.card:
        printed = catalogue_of(battle).delve_cards[lying.card]
        battle.emit(CardDiscarded(printed.id, printed.name, name, lying.shards))
    battle.emit(TileRemoved(name))
    battle.emit(TileReturned(f"tiles-{tile.shape}", tile.id, tile.name))
