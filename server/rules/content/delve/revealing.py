"""When Revealed effects of delve cards, on whoever explored unless the text says otherwise."""

from protocol.battle import NamedReason
from protocol.ids import NOBODY, NamedCode
from server.rules.battle.adventurer import cooldown, statuses, tenacity, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.delve_parts import Act, Room
from server.rules.battle.damage import hit_points
from server.rules.battle.delve import removing
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.movement import move
from server.rules.content.asking import one_of, some_dice
from server.rules.content.delve import around
from server.rules.content.delve.parts import arrive

PLACES = {
    "row": "an available one",
    "active": "one from an active slot",
    "track": "one from the cooldown track",
}


def spores(battle: Battle, room: Room) -> None:
    """Each adventurer drains a Combat die from anywhere on the mat, or gains Bane (p79); its player
    chooses the die.
    """
    for unit in tuple(battle.adventurers()):
        dice = {p: cooldown.dice_in(battle, unit.id, p, "combat") for p in PLACES}
        ways = {p: f"Drain a Combat die: {PLACES[p]}" for p, found in dice.items() if found}
        ways["bane"] = "Gain Bane"
        text = "Spores fill the air. What do you give?"
        chosen = one_of(battle, unit.id, ways, NamedCode("spore-chamber"), text)
        if chosen == "bane":
            statuses.gain(battle, unit.id, "bane")
            continue
        found, text = dice[chosen], "Which Combat die is drained?"
        for die in some_dice(
            battle, unit.id, found, 1, 1, NamedCode("spore-chamber.die"), text=text
        ):
            track.drain(battle, die)


def whispers(battle: Battle, room: Room) -> None:
    """Lose 1 tenacity, or gain 2 light fatigue."""
    if battle.unit(room.unit).fate:
        return
    ways = {"tenacity": "Lose 1 tenacity"} if battle.mat(room.unit).tenacity else {}
    ways["fatigue"] = "Gain 2 light fatigue"
    why = "whispering-alcove"
    if one_of(battle, room.unit, ways, NamedCode(why), "Voices wear you down. How?") == "tenacity":
        tenacity.lose(battle, room.unit, 1, NamedReason(room.card))
    else:
        cooldown.gain_fatigue(battle, room.unit, light=2)


def rubble(battle: Battle, room: Room) -> None:
    """Each adventurer gains 1 light fatigue."""
    for unit in tuple(battle.adventurers()):
        cooldown.gain_fatigue(battle, unit.id, light=1)


def ossuary(battle: Battle, room: Room) -> None:
    """Deploy one more level 1 enemy, in a free heart hex or else in any free hex of the tile."""
    arrive(battle, room, 1)


def quake(battle: Battle, room: Room) -> None:
    """The player may remove an empty tile: not the explored one, and none without which the map
    would fall apart.
    """
    explored = battle.ground.tile_of[room.at]
    loose = [name for name in removing.removable(battle) if name != explored]
    if not loose or battle.unit(room.unit).fate:
        return
    ways = {"none": "None"} | {name: catalogue_of(battle).tiles[name].name for name in loose}
    gone = one_of(battle, room.unit, ways, NamedCode("quaking-hall"), "Does a tile fall away?")
    if gone != "none":
        removing.remove(battle, gone)


def throne(battle: Battle, room: Room) -> None:
    """The enemy of the highest level on the tile gains 1 HP for each adventurer, above Health."""
    enemies = around.on_tile(battle, room.tile, "enemy")
    if not enemies:
        return
    highest = max(unit.level for unit in enemies)
    names = {unit.id: unit.name for unit in enemies if unit.level == highest}
    text = "Who sits on the throne?"
    chosen = one_of(battle, room.unit, names, NamedCode("throne-room"), text)
    hit_points.heal(battle, chosen, battle.party_size(), NOBODY, above=True)


def webs(battle: Battle, room: Room) -> None:
    """Gain Daze if an enemy is on the tile."""
    if around.on_tile(battle, room.tile, "enemy"):
        statuses.gain(battle, room.unit, "daze")


def echo(battle: Battle, room: Room) -> None:
    """Each adventurer may move 1 hex."""
    for unit in tuple(battle.adventurers()):
        text = "The cavern calls. Move 1 hex?"
        move.free_move(battle, unit.id, 1, NamedCode("echoing-cavern"), text)


EFFECTS: dict[str, Act] = {
    "spores": spores,
    "whispers": whispers,
    "rubble": rubble,
    "ossuary": ossuary,
    "quake": quake,
    "throne": throne,
    "webs": webs,
    "echo": echo,
}
