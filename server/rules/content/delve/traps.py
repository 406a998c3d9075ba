"""Trap effects of delve cards, on whoever triggered the trap unless the text says otherwise."""

from protocol.battle import NamedReason
from protocol.ids import NOBODY, NamedCode
from server.rules.battle.adventurer import statuses, tenacity
from server.rules.battle.components.delve_parts import Act, Room
from server.rules.battle.damage import hit_points
from server.rules.battle.delve import traps
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.content.delve import around


def loose_ceiling(battle: Battle, room: Room) -> None:
    """Take 2 damage."""
    hit_points.deal(battle, room.unit, NOBODY, 2, how=NamedReason("loose-ceiling"))


def floodgates(battle: Battle, room: Room) -> None:
    """Every unit on the tile is placed in the closest free hex of another tile."""
    there = [unit.id for unit in around.on_tile(battle, room.tile)]
    for unit in traps.in_order(
        battle, room.unit, there, "The flood sweeps all away. In which order?"
    ):
        if battle.unit(unit).fate or around.tile_of(battle, unit) != room.tile:
            continue
        hexes = around.closest_outside(battle, unit, room.tile)
        if hexes:
            text = f"Where is {battle.unit(unit).name} swept?"
            at = choosing.choose_hex(
                battle, battle.deciders(room.unit), hexes, NamedCode("floodgates"), text
            )
            move.place(battle, unit, at)


def tripwire(battle: Battle, room: Room) -> None:
    """Gain Maim; enemies on the tile heal fully."""
    statuses.gain(battle, room.unit, "maim")
    for enemy in around.on_tile(battle, room.tile, "enemy"):
        hit_points.heal(battle, enemy.id, enemy.health, NOBODY)


def song(battle: Battle, room: Room) -> None:
    """Gain 2 tenacity."""
    tenacity.gain(battle, room.unit, 2, NamedReason(room.card))


def blades(battle: Battle, room: Room) -> None:
    """The adventurer and each unit within 1 hex take 2 damage."""
    near = [unit.id for unit in around.within(battle, room, 1)]
    for unit in traps.in_order(battle, room.unit, near, "The blades swing. Who is met first?"):
        if not battle.unit(unit).fate:
            hit_points.deal(battle, unit, NOBODY, 2, how=NamedReason("swinging-blades"))


EFFECTS: dict[str, Act] = {
    "loose-ceiling": loose_ceiling,
    "floodgates": floodgates,
    "tripwire": tripwire,
    "song": song,
    "blades": blades,
}
