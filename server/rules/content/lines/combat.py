"""Combat: the line that every adventurer has. One icon, read by battle form (p21, p60)."""

from server.rules.battle import cooldown
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.effects import Me, face, hook, on_target
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import hurt_by_enemy, its_value
from server.rules.battle.roll import Engage
from server.rules.battle.targeting import WEAPON_FORMS
from server.rules.content.reading import value_of

DIE = SkillDie(
    "combat",
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
)
def attack(battle: Battle, engage: Engage, die: str) -> None:
    """X damage to the target."""
    engage.hit(battle, engage.target, value_of(battle, die), die, combat=True)


@hook(
    Moment.DAMAGE_COMING,
    "Combat die in defense",
    when=hurt_by_enemy,
    rule="SKL-7",
    prevents=its_value,
)
def defend(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die to prevent X of an enemy's damage."""
    its_value(battle, me, now)
    cooldown.exhaust(battle, me.die, resolved=True)


@face(
    "combat",
    "A",
    "Waits in a slot to prevent its value of an enemy's damage.",
    hooks=(defend,),
    forms=("defensive",),
)
def guard(battle: Battle, engage: Engage, die: str) -> None:
    """Nothing more happens when it is placed."""


LINE = SkillLine(
    id="combat",
    name="Combat",
    constellation="warrior",
    stat="stamina",
    forms=(*WEAPON_FORMS, "defensive"),
    dice=(DIE,),
    faces=(attack, guard),
)
