"""Skyshards (p76, p78): gained by moving onto their tile, each with the effect of its number."""

from protocol.battle import SkyshardGained, XpEarned
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import Environment, Room, SkyshardBox
from server.rules.battle.kernel.battle import Battle


def enter(battle: Battle, unit: UnitId, at: Hex) -> bool:
    """Let an adventurer who moves into any hex of the tile gain its skyshards, like it or not
    (SKY-2). Returns whether anything was gained. Skyshards beyond what the delve wants are ignored
    (SKY-4).
    """
    delve, tile = battle.state.delve, battle.ground.tile_of[at]
    lying = battle.state.tiles[tile]
    if delve is None or not lying.shards or delve.gained >= delve.required:
        return False
    card = catalogue_of(battle).delve_cards[lying.card]
    total = min(delve.required, delve.gained + lying.shards)
    box = card.lasting if isinstance(card.lasting, SkyshardBox) else None
    text = box.text(total) if box else ""
    # The card goes to the party unless it still has a trap or an environment to serve here.
    stays = lying.armed or isinstance(card.lasting, Environment)
    battle.emit(SkyshardGained(unit, tile, total - delve.gained, total, text, stays))
    if box and text:
        box.do(battle, Room(card.id, unit, at, tile), total)
    return True


def all_gained(battle: Battle) -> bool:
    """Return whether the party has every skyshard that the delve wants (SKY-1)."""
    delve = battle.state.delve
    return delve is not None and delve.gained >= delve.required


def earn_xp(battle: Battle) -> None:
    """Earn 1 XP a skyshard, won or lost, unless the whole party fell (SKY-5, OBJ-5, C-44)."""
    delve = battle.state.delve
    fates = [battle.unit(name).fate for name in battle.state.adventurers]
    if delve is not None and delve.gained and any(fate != "defeated" for fate in fates):
        battle.emit(XpEarned(delve.gained, "skyshards"))
