"""Combat: the line that every adventurer has. One icon, read by battle form (p21, p60)."""

from protocol.ids import DieId, DieKind, LineId
from server.rules.battle.adventurer import track
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.damage import hurt_by_enemy, prevention
from server.rules.battle.engage import dealing, on_target
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.forms import WEAPON_FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.reading import value_of

DIE = SkillDie(
    DieKind("combat"),
    "Combat",
    1,
    14,
    ("tenacity", "combat:1", "combat:1", "combat:1", "combat:1", "combat:2"),
)


@face(
    "combat",
    "I",
    "Deals its value in damage to the target.",
    can=on_target,
    forms=WEAPON_FORMS,
    traits=("plain",),
)
def attack(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal X damage to the target."""
    dealing.hit(battle, engage, engage.target, value_of(battle, die), die, combat=True)


@hook(
    Moment.DAMAGE_COMING,
    "Combat die in defense",
    when=hurt_by_enemy,
    rule="SKL-7",
    prevents=prevention.its_value,
)
def defend(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die to prevent damage of an enemy."""
    prevention.its_value(battle, me, now)
    track.exhaust(battle, me.die, resolved=True)


@face(
    "combat",
    "A",
    "Waits in a slot to prevent its value of an enemy's damage.",
    hooks=(defend,),
    forms=("defensive",),
)
def guard(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot to prevent damage."""


LINE = SkillLine(
    id=LineId("combat"),
    name="Combat",
    constellation="warrior",
    stat="stamina",
    forms=(*WEAPON_FORMS, "defensive"),
    dice=(DIE,),
    faces=(attack, guard),
)
