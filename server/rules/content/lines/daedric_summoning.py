"""Daedric Summoning, in magic form: weapons for others, companions for oneself (p89)."""

from msgspec.structs import replace

from protocol.battle import FallenTaken
from protocol.ids import DieId, DieKind, LineId, NamedCode
from protocol.option_keys import option_key
from protocol.questions import refuse
from server.rules.battle.adventurer import track
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.engage import plan, resolving, selecting
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.content import asking, companions
from server.rules.content.lines import daedric_summoning_powers as powers
from server.rules.content.units import armed, room_beside

LINE_ID = LineId("daedric-summoning")
BLADES, DICE = 3, 2  # enemy Combat dice, or dice of one's own, of an extra engage
SOUL_LEVELS = (1, 5)  # levels of defeated enemies that can be bound


def _with_target(battle: Battle) -> list[Unit]:
    return [unit for unit in armed(battle) if selecting.units(battle, unit.id)]


def _with_dice(battle: Battle) -> list[Unit]:
    return [unit for unit in armed(battle) if plan.gatherable(battle, unit.id)]


def _grant(battle: Battle, me: Me, units: list[Unit], dice: int) -> Engage | None:
    """Ask who engages, then that adventurer's player for target, weapon and dice, in the form held
    now (FRE-1, FRE-2). Returns the engage to be carried out, None if nobody is chosen.
    """
    text = "Bound Armaments: who engages?"
    unit = asking.one_unit(battle, me.unit, units, NamedCode("bound-armaments"), text)
    if not unit:
        return None
    form = battle.mat(unit).form
    question = plan.question(
        battle,
        unit,
        forms=(form,),
        dice=dice,
        why=NamedCode("bound-armaments.engage"),
        text="Bound Armaments: your extra engage. Choose target, weapon and dice.",
    )
    target = tuple(option_key("target", one.id) for one in selecting.units(battle, unit)[:1])
    row = tuple(option_key("die", die) for die in plan.gatherable(battle, unit, (form,))[:dice])
    plans = [(option_key("form", form), *target, *row[:count]) for count in range(len(row), -1, -1)]
    default = next(picks for picks in plans if refuse(question, picks) is None)
    chosen = plan.read(battle.picks(replace(question, default=default)))
    targets = [chosen.target] if chosen.target else []
    engage = Engage(unit, form, targets, list(chosen.dice))
    engage.weapon, engage.overtaxed = chosen.weapon, chosen.overtaxed
    return engage


def _use_up(battle: Battle, me: Me) -> None:
    """Exhaust the die. It may have left its slot before, if its owner was defeated in the
    engage.
    """
    if me.die in battle.mat(me.unit).active:
        track.exhaust(battle, me.die, resolved=True)


def _blades_reach(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_with_target(battle))


@hook(
    Moment.TURN_ENDS,
    f"Bound Armaments: an extra engage with {BLADES} enemy Combat dice",
    when=_blades_reach,
)
def lend_blades(battle: Battle, me: Me, now: Happening) -> None:
    """At the end of any unit's turn an adventurer in a weapon form engages with 3 enemy Combat dice
    alone.

    Ethereal does not help against it.
    """
    engage = _grant(battle, me, _with_target(battle), 0)
    if engage is not None:
        engage.add_combat_dice(BLADES)
        engage.sleeping.append("ethereal")
        engaging.granted(battle, engage)
    _use_up(battle, me)


@face(
    "bound-armaments-1",
    "A",
    "At a turn's end, exhaust it: somebody engages with 3 enemy Combat dice.",
    hooks=(lend_blades,),
)
def bound_armaments_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _dice_are_there(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_with_dice(battle))


@hook(
    Moment.TURN_ENDS,
    f"Bound Armaments: an extra engage with up to {DICE} dice, which are recovered",
    when=_dice_are_there,
)
def lend_arms(battle: Battle, me: Me, now: Happening) -> None:
    """At the end of any unit's turn an adventurer in a weapon form engages with up to 2 of its own
    dice.

    Those that would be exhausted are recovered; tenacity that they show is gained by the roller.
    Stat limits hold as in every engage.
    """
    engage = _grant(battle, me, _with_dice(battle), DICE)
    if engage is not None:
        engage.recovers = True
        engaging.granted(battle, engage)
    _use_up(battle, me)


@face(
    "bound-armaments-2",
    "A",
    "At a turn's end, exhaust it: somebody engages with 2 of their dice and keeps them.",
    hooks=(lend_arms,),
)
def bound_armaments_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _clannfear_can_come(battle: Battle, engage: Engage, die: DieId) -> bool:
    return companions.may_come(battle, engage.by, "clannfear")


@face("summon-1", "D", "A Clannfear fights for you until the battle ends.", can=_clannfear_can_come)
def summon_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deploy a Clannfear as a companion next to the roller."""
    companions.bring(battle, engage.by, "clannfear", "summon")


def _atronach_can_come(battle: Battle, engage: Engage, die: DieId) -> bool:
    return companions.may_come(battle, engage.by, "atronach")


@face("summon-2", "D", "An Atronach fights for you until the battle ends.", can=_atronach_can_come)
def summon_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deploy an Atronach as a companion next to the roller."""
    companions.bring(battle, engage.by, "atronach", "summon")


def _souls(battle: Battle) -> list[Unit]:
    """Return the enemies of the defeated stack that may be called."""
    fallen = [battle.unit(name) for name in battle.state.fallen]
    return [unit for unit in fallen if unit.level in SOUL_LEVELS]


def _soul_may_come(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return whether an enemy can be called, or could once the gathered damage has landed: that may
    defeat one, and make room for it.
    """
    return bool(engage.pools) or bool(_souls(battle) and room_beside(battle, engage.by))


@face(
    "tempered-soul",
    "D",
    "A defeated enemy of level 1 or 5 fights for you until the battle ends.",
    can=_soul_may_come,
    traits=(resolving.SETTLES,),
)
def tempered_soul(battle: Battle, engage: Engage, die: DieId) -> None:
    """Call a defeated enemy as a companion, at full HP, next to the roller.

    If the damage that had to land first defeated nobody, the die is exhausted as if unresolved.
    """
    souls, unit = _souls(battle), engage.by
    if not souls or not room_beside(battle, unit):
        track.exhaust(battle, die)
        return
    soul = asking.one_unit(
        battle, unit, souls, NamedCode("tempered-soul"), "Who comes back for you?"
    )
    battle.emit(FallenTaken(soul))
    companions.bring(battle, unit, battle.unit(soul).chip, "tempered-soul.hex")


T = "tenacity"


def _die(kind: str, name: str, level: int, supply: int) -> SkillDie:
    return SkillDie(
        DieKind(kind), name, level, supply, (T, T, *(f"{kind}-1",) * 2, *(f"{kind}-2",) * 2)
    )


LINE = SkillLine(
    id=LINE_ID,
    name="Daedric Summoning",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(
        powers.DAEDRIC_CURSE,
        _die("bound-armaments", "Bound Armaments", 1, 2),
        powers.POWER_STONE,
        powers.EXPERT_SUMMONER,
        _die("summon", "Summon", 3, 2),
        SkillDie(DieKind("tempered-soul"), "Tempered Soul", 4, 1, (T, T, *("tempered-soul",) * 4)),
    ),
    faces=(bound_armaments_1, bound_armaments_2, summon_1, summon_2, tempered_soul, *powers.FACES),
)
