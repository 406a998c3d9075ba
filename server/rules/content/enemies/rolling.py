"""Enemy skills about the roll: how many dice, and what becomes of them."""

from server.rules.battle.components.effects import hook, modifier
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.engage import engage_action
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat


@modifier(Stat.COMBAT, "Vindictive")
def vindictive(battle: Battle, me: Me, value: int) -> int:
    """1 Combat more for each undefeated adventurer that opposes it."""
    return value + sum(battle.opposing(me.unit, unit.id) for unit in battle.adventurers())


@modifier(Stat.COMBAT, "Smite", way="times")
def smite(battle: Battle, me: Me, value: int) -> int:
    """Combat is doubled in its turn unless it targets every party member in play."""
    turn = battle.state.turn
    if turn is None or turn.unit != me.unit:
        return value
    there = battle.in_play("party", decoys=True)
    party = [unit.id for unit in there if unit.id != me.unit]
    return value if party and all(unit in turn.engaged for unit in party) else 2 * value


def _missed(battle: Battle, me: Me, now: Happening) -> bool:
    return now.by == me.unit and now.engage is not None and 0 in now.engage.free


@hook(Moment.AFTER_ROLL, "Aggressive", when=_missed, forced=True)
def aggressive(battle: Battle, me: Me, now: Happening) -> None:
    """Rerolls once every die that shows a miss."""
    assert now.engage is not None
    misses = [at for at, value in enumerate(now.engage.free) if not value]
    faces = battle.roll(len(misses), "aggressive", me.unit)
    for at, face in zip(misses, faces, strict=True):
        now.engage.free[at] = engage_action.ENEMY_COMBAT_DIE[face]


def _all_ones(battle: Battle, me: Me, now: Happening) -> bool:
    if now.by != me.unit or now.engage is None or not now.engage.free:
        return False
    return all(value == 1 for value in now.engage.free)


@hook(Moment.BEFORE_DAMAGE, "True Strike", when=_all_ones, forced=True)
def true_strike(battle: Battle, me: Me, now: Happening) -> None:
    """A roll that shows nothing but 1s, after all rerolls, deals true damage."""
    assert now.engage is not None
    now.engage.true = True


SKILLS = (
    EnemySkill(
        "vindictive",
        "Vindictive",
        "Before its roll, +1 Combat per adventurer against it.",
        modifiers=(vindictive,),
    ),
    EnemySkill(
        "smite",
        "Smite",
        "Before its roll, double Combat unless it targets the whole party.",
        modifiers=(smite,),
    ),
    EnemySkill(
        "aggressive", "Aggressive", "After its roll, rerolls its misses once.", (aggressive,)
    ),
    EnemySkill(
        "true-strike",
        "True Strike",
        "After its roll, true damage if all dice show 1.",
        (true_strike,),
    ),
)
