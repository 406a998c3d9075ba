"""Skyshards (p76, p78): gaining them by moving onto their tile, and the effects of that."""

from protocol.battle import SkyshardGained, XpEarned
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import Environment, Room, SkyshardBox
from server.rules.battle.kernel.battle import Battle


def enter(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Let an adventurer who moves into a hex of the tile gain its skyshards, which cannot be
    declined (SKY-2). Returns whether any were gained. Skyshards beyond those required are ignored
    (SKY-4).
    """
    delve = battle.game.state.delve
    if delve is None or delve.gained >= delve.required:
        return False
    tile = battle.ground.tile_of[at]
    lying = battle.game.state.tiles[tile]
    if not lying.shards:
        return False
    card = catalogue_of(battle).delve_cards[lying.card]
    total = min(delve.required, delve.gained + lying.shards)
    box = card.lasting if isinstance(card.lasting, SkyshardBox) else None
    text = box.text(total) if box else ""
    # The card goes to the party, unless it is still needed here for a trap or an environment.
    stays = lying.armed or isinstance(card.lasting, Environment)
    battle.emit(SkyshardGained(unit, tile, total - delve.gained, total, text, stays))
    if box and text:
        box.do(battle, Room(card.id, unit, at, tile), total)
    return True


def all_gained(battle: Battle) -> bool:
    """Return whether the party has all skyshards that the delve requires (SKY-1)."""
    delve = battle.state.delve
    return delve is not None and delve.gained >= delve.required


def earn_xp(battle: Battle) -> None:
    """Earn 1 XP for each skyshard gained, won or lost, unless the whole party is defeated (SKY-5,
    OBJ-5, C-44).
    """
    delve = battle.state.delve
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    if delve is not None and delve.gained and any(fate != "defeated" for fate in fates):
        battle.emit(XpEarned(delve.gained, "skyshards"))
