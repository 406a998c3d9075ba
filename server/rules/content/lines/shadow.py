"""Shadow, in any form: hiding, and striking out of hiding (p67)."""

from server.rules.battle import cooldown, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.effects import Me, Stat, face, hook, mine
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.resolving import SETTLES
from server.rules.battle.roll import Engage

LINE_ID = "shadow"
CLOAK = "shadow-cloak"


def _defended(battle: Battle, me: Me, now: Happening) -> bool:
    """The bearer's damage is about to land on its target, whose defense would count."""
    engage = now.engage
    if engage is None or not mine(battle, me, now) or now.unit != engage.target:
        return False
    pool, target = engage.pools[now.unit], battle.unit(now.unit)
    if target.side != "enemy" or not pool.combat + pool.other:
        return False
    printed = battle.catalogue.chips[target.chip].defense
    defense = battle.value(target.id, Stat.DEFENSE, printed).value
    return defense > engage.ignored.get(target.id, 0)


@hook(Moment.POOL_LANDS, "Shadow Cloak: exhaust it to ignore defense", when=_defended)
def strike_unseen(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust it in an own engage of an enemy: X of the target's defense is ignored."""
    assert now.engage is not None
    cooldown.exhaust(battle, me.die, resolved=True)
    now.engage.ignored[now.unit] = now.engage.ignored.get(now.unit, 0) + me.value


@face(
    "shadow-cloak-1",
    "A",
    "You gain Stealth; in an engage, exhaust it to ignore X of the target's defense.",
    hooks=(strike_unseen,),
    traits=(SETTLES,),
)
def shadow_cloak_1(battle: Battle, engage: Engage, die: str) -> None:
    """As it is placed: Stealth. Damage that lands later in the engage ends it (STS-10)."""
    statuses.gain(battle, engage.by, "stealth")


@face("shadow-cloak-2", "I", "1 light fatigue; then you gain Stealth.", traits=(SETTLES,))
def shadow_cloak_2(battle: Battle, engage: Engage, die: str) -> None:
    """The fatigue is the cost."""
    cooldown.gain_fatigue(battle, engage.by, light=1)
    statuses.gain(battle, engage.by, "stealth")


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="Shadow",
    constellation="thief",
    stat="stamina",
    forms=(),
    dice=(
        SkillDie(
            CLOAK,
            "Shadow Cloak",
            1,
            2,
            (T, T, *("shadow-cloak-1:1",) * 2, "shadow-cloak-1:2", "shadow-cloak-2"),
        ),
    ),
    faces=(shadow_cloak_1, shadow_cloak_2),
)
