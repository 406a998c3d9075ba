"""Archer (Warrior): everything happens at a distance (p25).

Promotion: an own kill at a distance of 6 hexes or more.
"""

from protocol.battle import NamedReason
from protocol.ids import NamedCode
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.effects import Enduring, Interrupt, ability, hook, modifier
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, defeat, gain_bonus, heal, own_kill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import STATUSES, Form
from server.rules.battle.map import targeting
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.content import asking, enemy_combat_dice
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.units import in_sight, reachable, reachable_foes

RANGED: tuple[Form, ...] = ("ranged-weapon",)
FAR = 6  # hexes between the archer and its kill, which promotes
OPENING = 2  # damage as a turn starts
ARROWS = 3  # status dice of Venom Arrow
DICE = 2  # enemy Combat dice of Lethal Arrow
RELIEF = 3  # HP, or bonus HP, of Hunter's Discipline


def _from_afar(battle: Battle, me: Me, now: Happening) -> bool:
    here = battle.unit(me.unit).at
    if not own_kill(battle, me, now) or here is None or now.hex is None:
        return False
    return battle.ground.distance(here, now.hex) >= FAR


def _begins_ranged(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and battle.mat(me.unit).form in RANGED


def _can_shoot(battle: Battle, me: Me, now: Happening) -> bool:
    return _begins_ranged(battle, me, now) and bool(reachable(battle, me.unit))


def _shoot(battle: Battle, me: Me, units: list[Unit]) -> None:
    unit = asking.one_unit(
        battle, me.unit, units, NamedCode("archer"), f"Who is dealt {OPENING} damage?"
    )
    deal(battle, unit, me.unit, OPENING, how=NamedReason("archer"))


@hook(Moment.TURN_STARTS, "Archer: 2 damage to an enemy in reach", when=_can_shoot, rule="CLS-2")
def open_fire(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Ranged Weapon form; Accuracy does not extend the reach."""
    _shoot(battle, me, reachable(battle, me.unit))


def _can_see(battle: Battle, me: Me, now: Happening) -> bool:
    return _begins_ranged(battle, me, now) and bool(in_sight(battle, me.unit, "enemy"))


@hook(Moment.TURN_STARTS, "Archer: 2 damage to an enemy in sight", when=_can_see, rule="CLS-2")
def shoot_at_sight(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Ranged Weapon form; the enemy may be at any distance."""
    _shoot(battle, me, in_sight(battle, me.unit, "enemy"))


@hook(Moment.SELECTING, "Accuracy: select a target 1 hex farther away")
def accuracy(battle: Battle, me: Me, now: Happening) -> None:
    """An engage selects a target 1 hex beyond your range, and reaches it."""


@modifier(Stat.AIM, "Accuracy")
def aim(battle: Battle, me: Me, value: int) -> int:
    """Your engages may select targets 1 hex beyond your range; nothing else is stretched."""
    return value + 1


def _has_enemies_in_range(battle: Battle, me: Me) -> bool:
    unit = battle.unit(me.unit)
    return unit.hp < unit.health and bool(targeting.enemies_in_range(battle, me.unit))


@ability(
    "hawk-eye", "Hawk Eye", "Heal 1 for each enemy in your range.", cost=2,
    can=_has_enemies_in_range,
)  # fmt: skip
def hawk_eye(battle: Battle, me: Me) -> None:
    """Heal for each enemy in range, seen or not; in Ranged Weapon form adjacent enemies are not in
    range (C-14).
    """
    heal(battle, me.unit, len(targeting.enemies_in_range(battle, me.unit)), me.unit)


def _may_strike(battle: Battle, me: Me) -> bool:
    return statuses.may_roll(battle, me.unit) and bool(reachable(battle, me.unit))


ARROW = "2 enemy Combat dice: as much true damage to an enemy in reach."


@ability("lethal-arrow", "Lethal Arrow", ARROW, cost=3, can=_may_strike, forms=RANGED)
def lethal_arrow(battle: Battle, me: Me) -> None:
    """Ask for the target, then roll: nobody chooses after having seen the dice."""
    text = "Who is dealt the damage?"
    unit = asking.one_unit(
        battle, me.unit, reachable(battle, me.unit), NamedCode("lethal-arrow"), text
    )
    enemy_combat_dice.strike(battle, me.unit, unit, DICE, NamedReason("lethal-arrow"), true=True)


@ability("lethal-arrow", "Lethal Arrow", ARROW, cost=2, can=_may_strike, forms=RANGED)
def lethal_mastery(battle: Battle, me: Me) -> None:
    """Do as the novice does, for 1 tenacity less."""
    lethal_arrow.do(battle, me)


def _somebody_came(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.unit)
    return unit.kind == "enemy" and unit.at is not None and not battle.unit(me.unit).fate


def _turn_away(battle: Battle, now: Happening) -> None:
    """Return the enemy's chip to its bag and deploy a random one of its level in its hex."""
    unit = battle.unit(now.unit)
    assert unit.at is not None
    defeat.remove(battle, unit.id)
    chip = enemy_pool.draw_enemy(battle, unit.level)
    if chip:
        deploying.deploy_enemy(battle, chip, unit.at, rests=unit.rests)


@hook(Moment.DEPLOYED, "Hunter's Discipline: another enemy, and heal 3", when=_somebody_came)
def hunters_discipline(battle: Battle, me: Me, now: Happening) -> None:
    """When an enemy is deployed: it is exchanged for a random one of its level; heal 3."""
    _turn_away(battle, now)
    heal(battle, me.unit, RELIEF, me.unit)


@hook(Moment.DEPLOYED, "Hunter's Discipline: another enemy, and 3 bonus HP", when=_somebody_came)
def hunters_mastery(battle: Battle, me: Me, now: Happening) -> None:
    """When an enemy is deployed: it is exchanged for a random one of its level; 3 bonus HP."""
    _turn_away(battle, now)
    gain_bonus(battle, me.unit, RELIEF, me.unit)


def _can_poison(battle: Battle, me: Me) -> bool:
    targets, supply = reachable_foes(battle, me.unit), battle.state.supply["status"]
    return statuses.may_roll(battle, me.unit) and bool(targets) and supply > 0


VENOM = "Roll 3 status dice: they go onto enemies in reach."


@ability("venom-arrow", "Venom Arrow", VENOM, cost=5, can=_can_poison, forms=RANGED)
def venom_arrow(battle: Battle, me: Me) -> None:
    """Apply as many of the rolled statuses as possible. One enemy may gain several, but none of
    them twice.
    """
    targets = [unit.id for unit in reachable_foes(battle, me.unit)]
    count = min(ARROWS, battle.state.supply["status"])
    for face in battle.throw(count, "status", me.unit):
        status = STATUSES[face]
        # Looked up for each die: an earlier one of this arrow may have given that status.
        free = [battle.unit(name) for name in targets if not battle.has(name, status)]
        text = f"Who gains {status.capitalize()}?"
        name = asking.one_unit(battle, me.unit, free, NamedCode("venom-arrow"), text)
        if name:
            statuses.gain(battle, name, status)


@ability("venom-arrow", "Venom Arrow", VENOM, cost=4, can=_can_poison, forms=RANGED)
def venom_mastery(battle: Battle, me: Me) -> None:
    """Do as the novice does, for 1 tenacity less."""
    venom_arrow.do(battle, me)


def _discipline(answer: str) -> Interrupt:
    act = hunters_discipline if answer == "heal" else hunters_mastery
    return Interrupt("hunters-discipline", "Hunter's Discipline", 3, act)


SHEET = ClassSheet(
    id="archer",
    name="Archer",
    constellation="warrior",
    jailbreak="first-damage-range-2-plus",
    novice=Side(
        hooks=(open_fire, *promotion_after("Archer", (Moment.DEFEATED, _from_afar))),
        abilities=(hawk_eye, lethal_arrow, venom_arrow),
        interrupts=(Interrupt("accuracy", "Accuracy", 1, accuracy, RANGED), _discipline("heal")),
        opening="ranged-weapon",
    ),
    master=Side(
        hooks=(shoot_at_sight,),
        abilities=(hawk_eye, lethal_mastery, venom_mastery),
        interrupts=(_discipline("bonus"),),
        enduring=(Enduring("accuracy", "Accuracy", 1, modifiers=(aim,), forms=RANGED),),
        opening="ranged-weapon",
    ),
)
