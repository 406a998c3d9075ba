"""Skyshard effects of delve cards, by the party's new total, on whoever gained the skyshard."""

from collections.abc import Callable

from protocol.battle import NamedReason
from protocol.ids import NOBODY, DieId, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, statuses, tenacity
from server.rules.battle.components.delve_parts import Room
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE
from server.rules.battle.kernel.words import STATUSES
from server.rules.content.asking import one_of, some_dice

Box = Callable[[Battle, Room, int], None]


def _recover_one(battle: Battle, unit: UnitId) -> None:
    """Recover one skill die of a unit's track, which its player chooses."""
    dice = [DieId(token) for token in battle.mat(unit).track if token not in (*FATIGUE, *STATUSES)]
    own = [die for die in dice if battle.state.dice[die].owner == unit]
    why, text = "skyshard.recover", "Which die do you recover?"
    for die in some_dice(battle, unit, own, 1, 1, NamedCode(why), text=text):
        cooldown.recover(battle, die)


def spores(battle: Battle, room: Room, total: int) -> None:
    """1: heal 1. 2: 1 light fatigue. 3: Bane, and 2 tenacity."""
    match total:
        case 1:
            hit_points.heal(battle, room.unit, 1, NOBODY)
        case 2:
            cooldown.gain_fatigue(battle, room.unit, light=1)
        case _:
            statuses.gain(battle, room.unit, "bane")
            tenacity.gain(battle, room.unit, 2, NamedReason(room.card))


def candles(battle: Battle, room: Room, total: int) -> None:
    """1: 1 tenacity. 2: heal 2. 3: each adventurer heals 1."""
    match total:
        case 1:
            tenacity.gain(battle, room.unit, 1, NamedReason(room.card))
        case 2:
            hit_points.heal(battle, room.unit, 2, NOBODY)
        case _:
            for unit in tuple(battle.adventurers()):
                hit_points.heal(battle, unit.id, 1, NOBODY)


def vein(battle: Battle, room: Room, total: int) -> None:
    """1: 1 damage. 2: 1 true damage, and recover a die. 3: 2 damage to each enemy in sight."""
    match total:
        case 1:
            hit_points.deal(battle, room.unit, NOBODY, 1, how=NamedReason("shard-vein"))
        case 2:
            hit_points.deal(battle, room.unit, NOBODY, true=1, how=NamedReason("shard-vein"))
            if not battle.unit(room.unit).fate:
                _recover_one(battle, room.unit)
        case _:
            here = battle.unit(room.unit).at
            for enemy in tuple(battle.in_play("enemy")):
                if here and enemy.at and battle.ground.sees(here, enemy.at):
                    hit_points.deal(battle, enemy.id, NOBODY, 2, how=NamedReason("shard-vein"))


def throne(battle: Battle, room: Room, total: int) -> None:
    """1: 1 tenacity. 2: 2 tenacity. 3: each adventurer gains 1 tenacity."""
    if total < 3:
        tenacity.gain(battle, room.unit, total, NamedReason(room.card))
        return
    for unit in tuple(battle.adventurers()):
        tenacity.gain(battle, unit.id, 1, NamedReason(room.card))


def library(battle: Battle, room: Room, total: int) -> None:
    """1: recover a die. 2: that, or 2 tenacity. 3: each adventurer recovers a die."""
    if total == 3:
        for unit in tuple(battle.adventurers()):
            _recover_one(battle, unit.id)
        return
    ways = {"recover": "Recover a die", "tenacity": "Gain 2 tenacity"}
    text = "What do the books teach you?"
    if (
        total == 2
        and one_of(battle, room.unit, ways, NamedCode("sunken-library"), text) == "tenacity"
    ):
        tenacity.gain(battle, room.unit, 2, NamedReason(room.card))
    else:
        _recover_one(battle, room.unit)


def webs(battle: Battle, room: Room, total: int) -> None:
    """1: 1 light fatigue. 2: Maim. 3: Daze."""
    if total == 1:
        cooldown.gain_fatigue(battle, room.unit, light=1)
    else:
        statuses.gain(battle, room.unit, "maim" if total == 2 else "daze")


def vault(battle: Battle, room: Room, total: int) -> None:
    """1: heal 1. 2: heal 2. 3: each adventurer heals 2."""
    if total < 3:
        hit_points.heal(battle, room.unit, total, NOBODY)
        return
    for unit in tuple(battle.adventurers()):
        hit_points.heal(battle, unit.id, 2, NOBODY)


EFFECTS: dict[str, Box] = {
    "spores": spores,
    "candles": candles,
    "vein": vein,
    "throne": throne,
    "library": library,
    "webs": webs,
    "vault": vault,
}
