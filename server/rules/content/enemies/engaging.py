"""Enemy skills that act in their bearer's own engage."""

from server.rules.battle import cooldown
from server.rules.battle.battle import Battle
from server.rules.battle.effects import EnemySkill, Me, hook, mine
from server.rules.battle.engage import ENEMY_COMBAT_DIE
from server.rules.battle.moments import Happening, Moment


@hook(Moment.ENGAGED, "Enfeeble", when=mine, forced=True, rule="ENS-5")
def enfeeble(battle: Battle, me: Me, now: Happening) -> None:
    """After its engage each target gains light fatigue, damaged or not."""
    cooldown.gain_fatigue(battle, now.unit, light=me.value)


@hook(Moment.AFTER_ROLL, "Aggressive", when=mine, forced=True)
def aggressive(battle: Battle, me: Me, now: Happening) -> None:
    """Rerolls once every die that shows a miss."""
    assert now.engage is not None
    misses = [at for at, value in enumerate(now.engage.free) if not value]
    if misses:
        faces = battle.roll(len(misses), "aggressive", me.unit)
        for at, face in zip(misses, faces, strict=True):
            now.engage.free[at] = ENEMY_COMBAT_DIE[face]


SKILLS = (
    EnemySkill("enfeeble", "Enfeeble", "Its targets gain light fatigue.", (enfeeble,)),
    EnemySkill("aggressive", "Aggressive", "Rerolls its misses once.", (aggressive,)),
)
