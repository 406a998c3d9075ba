"""Enemy skills that act right after their bearer is defeated."""

from protocol.battle import FallenTaken
from server.rules.battle import cooldown, enemy_pool, move, setup
from server.rules.battle.battle import Battle
from server.rules.battle.components import EnemySkill
from server.rules.battle.effects import Me, hook, my
from server.rules.battle.moments import Happening, Moment

LOWER = {20: 10, 10: 5, 5: 1}


def _by_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.by in battle.state.adventurers


@hook(Moment.DEFEATED, "Rot", when=_by_adventurer, forced=True, defeated=True)
def rot(battle: Battle, me: Me, now: Happening) -> None:
    """The adventurer that defeated it gains 1 overfatigue."""
    cooldown.gain_fatigue(battle, now.by, over=1)


@hook(Moment.DEFEATED, "Instigate", when=my, forced=True, defeated=True)
def instigate(battle: Battle, me: Me, now: Happening) -> None:
    """For each adventurer a random level 1 enemy enters the nearest free hex."""
    for unit in tuple(battle.adventurers()):
        start = battle.unit(unit.id).at
        hexes = move.closest_free(battle, start) if start is not None else []
        if not hexes:
            continue
        chip = enemy_pool.draw_enemy(battle, 1)
        if not chip:
            return
        text = f"Instigate: where does {battle.catalogue.chips[chip].name} enter?"
        at = move.choose_hex(battle, battle.party, hexes, "instigate", text)
        setup.deploy_enemy(battle, chip, at)


def _can_rally(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(me.unit)
    others = any(other.id != me.unit for other in battle.in_play("enemy"))
    free = now.hex is not None and bool(battle.free_hexes((now.hex,)))
    return now.unit == me.unit and unit.side == "enemy" and unit.level in LOWER and others and free


@hook(Moment.DEFEATED, "Rally", when=_can_rally, forced=True, defeated=True)
def rally(battle: Battle, me: Me, now: Happening) -> None:
    """While other enemies are in play, one of the next lower level takes its hex.

    The bearer goes back to its bag. The new enemy waits for the next round if its level's place in
    the order has passed.
    """
    assert now.hex is not None
    level = LOWER[battle.unit(me.unit).level]
    chip = enemy_pool.draw_enemy(battle, level)
    if not chip:
        return
    setup.deploy_enemy(battle, chip, now.hex, rests=_passed(battle, level))
    if me.unit in battle.state.fallen:
        battle.emit(FallenTaken(me.unit, "bag"))


def _passed(battle: Battle, level: int) -> bool:
    """Whether an enemy below a level has begun its turn this round."""
    turn = battle.state.turn
    begun = [*battle.state.acted, *([turn.unit] if turn else [])]
    return any(
        battle.unit(unit).kind == "enemy" and battle.unit(unit).level < level for unit in begun
    )


SKILLS = (
    EnemySkill("rot", "Rot", "Overfatigue to the adventurer that defeats it.", (rot,)),
    EnemySkill(
        "instigate", "Instigate", "Its defeat calls enemies next to everyone.", (instigate,)
    ),
    EnemySkill("rally", "Rally", "A lesser enemy takes its place.", (rally,)),
)
