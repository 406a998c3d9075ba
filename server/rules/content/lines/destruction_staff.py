"""Destruction Staff, in magic form: much damage, part of which the party pays for (docs:
skill-lines/mage/destruction-staff).

Its dice of level 3 and 4 stand in `destruction_staff_upper`.
"""

from protocol.battle import NamedReason
from protocol.ids import DieId, LineId, NamedCode, UnitId
from server.rules.battle.adventurer import statuses, tenacity
from server.rules.battle.components.effects import face
from server.rules.battle.components.printed import SkillLine, numbered, skill_die
from server.rules.battle.damage import defeat
from server.rules.battle.engage import dealing, on_target, resolving
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import targeting
from server.rules.content import asking
from server.rules.content.lines import destruction_staff_upper as upper


def _adventurers(battle: Battle) -> list[Unit]:
    """Return the adventurers on the map, the healthiest first: the first is the default where the
    player chooses who suffers.
    """
    return sorted(battle.adventurers(), key=lambda unit: -unit.hp)


def _hurt_an_adventurer(battle: Battle, engage: Engage, die: DieId) -> None:
    text = "Which adventurer is dealt 1 true damage?"
    name = asking.one_unit(battle, engage.by, _adventurers(battle), NamedCode("backlash"), text)
    if name:
        dealing.hit_true(battle, engage, name, 1, die)


@face("force-shock-1", "I", "2 damage to the target.", can=on_target, traits=("plain",))
def force_shock_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target."""
    dealing.hit(battle, engage, engage.target, 2, die)


@face("force-shock-2", "I", "4 damage to the target, 1 true damage to an adventurer.")
def force_shock_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 4 damage to the target and 1 true damage to an adventurer, both as far as possible:
    without a target in reach only the adventurer is dealt damage.
    """
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, 4, die)
    _hurt_an_adventurer(battle, engage, die)


@face("force-shock-3", "I", "+2 tenacity, 1 true damage to an adventurer.")
def force_shock_3(battle: Battle, engage: Engage, die: DieId) -> None:
    """Let the roller gain 2 tenacity, and deal any one adventurer 1 true damage."""
    tenacity.gain(battle, engage.by, 2, NamedReason("force-shock"))
    _hurt_an_adventurer(battle, engage, die)


def _in_range(battle: Battle, engage: Engage, *, quest: bool) -> list[Unit]:
    """Return the enemies within range, seen or not; quest units only where the text names them."""
    found = [
        unit
        for unit in battle.in_play("enemy")
        if targeting.in_range(battle, engage.by, unit.id, engage.form)
    ]
    return [unit for unit in found if quest or unit.kind != "quest"]


def _any_in_range(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_in_range(battle, engage, quest=True))


def _common_in_range(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_in_range(battle, engage, quest=False))


@face("wall-of-elements-1", "D", "Daze on 1 or 2 enemies in range, quest too.", can=_any_in_range)
def wall_of_elements_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Give Daze to one or two enemies within range, quest units too."""
    near = _in_range(battle, engage, quest=True)
    text = "Wall of Elements: who is dazed?"
    for name in asking.some_units(
        battle, engage.by, near, 1, 2, NamedCode("wall-of-elements"), text
    ):
        statuses.gain(battle, name, "daze", even_quest=True)


@face("wall-of-elements-2", "D", "Maim on an enemy in range.", can=_common_in_range)
def wall_of_elements_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Give Maim to one enemy within range that is no quest unit."""
    near = _in_range(battle, engage, quest=False)
    text = "Wall of Elements: who is maimed?"
    name = asking.one_unit(battle, engage.by, near, NamedCode("wall-of-elements"), text)
    statuses.gain(battle, name, "maim")


@face("wall-of-elements-3", "D", "Fear on an enemy in range, 1 true damage to an adventurer.")
def wall_of_elements_3(battle: Battle, engage: Engage, die: DieId) -> None:
    """Give Fear to one enemy within range that is no quest unit, and deal any one adventurer 1 true
    damage.
    """
    near = _in_range(battle, engage, quest=False)
    text = "Wall of Elements: who is afraid?"
    name = asking.one_unit(battle, engage.by, near, NamedCode("wall-of-elements"), text)
    if name:
        statuses.gain(battle, name, "fear")
    _hurt_an_adventurer(battle, engage, die)


def _of_level(battle: Battle, *levels: int) -> list[Unit]:
    """Return the enemies of these levels wherever they are. Quest units have no level, so they are
    not among them.
    """
    return [unit for unit in battle.in_play("enemy") if unit.level in levels]


def _a_level_1(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_of_level(battle, 1))


def _a_level_1_or_5(battle: Battle, engage: Engage, die: DieId) -> bool:
    return bool(_of_level(battle, 1, 5))


def _touched(battle: Battle, engage: Engage, *levels: int) -> UnitId:
    text = "Destructive Touch: which enemy?"
    found = _of_level(battle, *levels)
    return asking.one_unit(battle, engage.by, found, NamedCode("destructive-touch"), text)


@face("destructive-touch-1", "I", "Defeats any level 1 enemy.", can=_a_level_1)
def destructive_touch_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Defeat one level 1 enemy without damage, out of range and sight too."""
    defeat.defeat(battle, _touched(battle, engage, 1), engage.by)


@face(
    "destructive-touch-2",
    "I",
    "Adventurers are dealt a level 1 or 5 enemy's HP in true damage; it is defeated.",
    can=_a_level_1_or_5,
    traits=(resolving.SETTLES,),
)
def destructive_touch_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Share out the enemy's HP as true damage over adventurers; then defeat the enemy.

    It is the HP left after the dice that are done with this enemy. An adventurer may be dealt more
    than it has HP: the cost asks what is dealt.
    """
    name = _touched(battle, engage, 1, 5)
    if not name:
        return
    text = "Destructive Touch: share out the true damage over adventurers."
    for one, points in asking.split(
        battle,
        engage.by,
        _adventurers(battle),
        battle.unit(name).hp,
        NamedCode("destructive-touch"),
        text,
    ).items():
        dealing.hit_true(battle, engage, one, points, die)
    defeat.defeat(battle, name, engage.by)


@face("destructive-touch-3", "I", "Defeats any level 1 or 5 enemy; Bane on an adventurer.")
def destructive_touch_3(battle: Battle, engage: Engage, die: DieId) -> None:
    """Defeat one enemy of level 1 or 5 without damage, and give any one adventurer Bane."""
    name = _touched(battle, engage, 1, 5)
    if name:
        defeat.defeat(battle, name, engage.by)
    text = "Destructive Touch: which adventurer gains Bane?"
    bearer = asking.one_unit(
        battle, engage.by, _adventurers(battle), NamedCode("destructive-touch"), text
    )
    if bearer:
        statuses.gain(battle, bearer, "bane")


T = "tenacity"


FORCE, WALL, TOUCH = "force-shock", "wall-of-elements", "destructive-touch"
DRAIN, RAGE, KNOWLEDGE = "elemental-drain", "elemental-rage", "ancient-knowledge"
LINE = SkillLine(
    id=LineId("destruction-staff"),
    name="Destruction Staff",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(
        skill_die(FORCE, "Force Shock", 1, 4, T, *(f"{FORCE}-1",) * 3, f"{FORCE}-2", f"{FORCE}-3"),
        skill_die(
            WALL, "Wall of Elements", 2, 2, T, *(f"{WALL}-1",) * 2, *(f"{WALL}-2",) * 2, f"{WALL}-3"
        ),
        skill_die(
            TOUCH, "Destructive Touch", 2, 2, T, f"{TOUCH}-1", *(f"{TOUCH}-2",) * 3, f"{TOUCH}-3"
        ),
        skill_die("pulsar", "Pulsar", 3, 1, T, T, *("pulsar-1",) * 2, *("pulsar-2",) * 2),
        skill_die(DRAIN, "Elemental Drain", 3, 1, T, T, *(DRAIN,) * 4),
        skill_die(RAGE, "Elemental Rage", 3, 1, T, T, *(numbered(RAGE, 5),) * 3, numbered(RAGE, 7)),
        skill_die(KNOWLEDGE, "Ancient Knowledge", 4, 1, T, T, *(KNOWLEDGE,) * 4),
    ),
    faces=(
        force_shock_1,
        force_shock_2,
        force_shock_3,
        wall_of_elements_1,
        wall_of_elements_2,
        wall_of_elements_3,
        destructive_touch_1,
        destructive_touch_2,
        destructive_touch_3,
        upper.pulsar_1,
        upper.pulsar_2,
        upper.elemental_drain,
        upper.elemental_rage,
        upper.ancient_knowledge,
    ),
)
