"""Templar (Warrior): heals the party by striking, and protects itself (p25).

Promotion: 4 damage dealt and 4 HP healed in one turn.
"""

from protocol.battle import DiceGathered, DiceShown, DieActivated, NamedReason, Noted
from protocol.ids import NamedCode, NoteName
from server.rules.battle.adventurer import cooldown, statuses, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Interrupt, ability, hook, mine
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, gain_bonus, heal
from server.rules.battle.engage import resolving
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import SLOTS, Unit
from server.rules.battle.kernel.words import Form
from server.rules.content import asking, enemy_combat_dice
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.units import in_sight, is_hurt, is_type, reachable

DEFENSIVE: tuple[Form, ...] = ("defensive",)
MAGIC: tuple[Form, ...] = ("magic",)
ENOUGH = 4  # HP healed and damage dealt in one turn, which promote
SHIELD = 3  # bonus HP
BURNING = 2  # damage that daedra are dealt on top


def _begins_defensive(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and battle.mat(me.unit).form in DEFENSIVE


def _hurt_behind_the_shield(battle: Battle, me: Me, now: Happening) -> bool:
    return _begins_defensive(battle, me, now) and is_hurt(battle.unit(me.unit))


@hook(
    Moment.TURN_STARTS,
    "Templar: heal 1",
    when=_hurt_behind_the_shield,
    forced=True,
    rule="CLS-2",
)
def rest_behind_the_shield(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Defensive form."""
    heal(battle, me.unit, 1, me.unit, may=True)


def _can_roll_at_once(battle: Battle, me: Me, now: Happening) -> bool:
    dice = cooldown.dice_in(battle, me.unit, "track", line="combat")
    return _begins_defensive(battle, me, now) and bool(dice) and statuses.may_roll(battle, me.unit)


@hook(
    Moment.TURN_STARTS,
    "Templar: recover a Combat die and roll it at once",
    when=_can_roll_at_once,
    rule="CLS-2",
)
def raise_the_shield(battle: Battle, me: Me, now: Happening) -> None:
    """A turn that begins in Defensive form; the result is used as a guard.

    Several dice are asked for, as the leftmost would soon have been recovered anyhow. The roll is
    no engage's, so tenacity on it is not gained.
    """
    # No tenacity: CLS-13.
    dice = cooldown.dice_in(battle, me.unit, "track", line="combat")
    text = "Which Combat die do you recover and roll?"
    (die,) = asking.some_dice(battle, me.unit, dice, 1, 1, NamedCode("templar.shield"), text=text)
    cooldown.recover(battle, die)
    battle.emit(DiceGathered(me.unit, (die,)))
    engage = Engage(me.unit, battle.mat(me.unit).form, dice=[die])
    resolving.roll_again(battle, engage, die, rewards=False)
    if die in battle.mat(me.unit).rolled:
        track.exhaust(battle, die)


def _key(me: Me, what: str) -> NoteName:
    return notes.named(me.unit, "templar", what)


def _this_turn(battle: Battle, me: Me, what: str) -> int:
    return notes.in_turn(battle.state, _key(me, what))


def _dealt(battle: Battle, me: Me, now: Happening) -> bool:
    against = bool(now.by) and battle.opposing(now.by, now.unit)
    counted = battle.state.turn is not None and now.instance is not None and now.instance.dealt > 0
    return mine(battle, me, now) and against and counted


@hook(Moment.DAMAGE_DEALT, "", when=_dealt, forced=True)
def count_damage(battle: Battle, me: Me, now: Happening) -> None:
    """Note the damage that was dealt in this turn, prevented damage included (DMG-2)."""
    assert now.instance is not None
    battle.emit(Noted(_key(me, "dealt"), "turn", now.instance.dealt))


def _healed(battle: Battle, me: Me, now: Happening) -> bool:
    return mine(battle, me, now) and battle.state.turn is not None


@hook(Moment.HEALED, "", when=_healed, forced=True)
def count_healing(battle: Battle, me: Me, now: Happening) -> None:
    """Note the HP that were really gained in this turn (TRM-7)."""
    battle.emit(Noted(_key(me, "healed"), "turn", now.amount))


def _did_both(battle: Battle, me: Me, now: Happening) -> bool:
    return min(_this_turn(battle, me, "dealt"), _this_turn(battle, me, "healed")) >= ENOUGH


def _can_illuminate(battle: Battle, me: Me, now: Happening) -> bool:
    free = len(battle.mat(me.unit).active) < SLOTS
    return free and bool(cooldown.dice_in(battle, me.unit, "row", line="combat"))


@hook(Moment.ANYTIME, "Illuminate: an available Combat die to an active slot", when=_can_illuminate)
def illuminate(battle: Battle, me: Me, now: Happening) -> None:
    """At any time: an available Combat die goes to an active slot on whatever side."""
    _shine(battle, me)


def _about_to_be_hit(battle: Battle, me: Me, now: Happening) -> bool:
    coming = now.unit == me.unit and now.instance is not None and now.instance.physical > 0
    return coming and _can_illuminate(battle, me, now)


@hook(
    Moment.BEFORE_DAMAGE,
    "Illuminate: an available Combat die to an active slot",
    when=_about_to_be_hit,
)
def illuminate_in_time(battle: Battle, me: Me, now: Happening) -> None:
    """Also between an enemy's roll and its damage, which the die may prevent (CLS-5)."""
    _shine(battle, me)


def _shine(battle: Battle, me: Me) -> None:
    die = cooldown.dice_in(battle, me.unit, "row", line="combat")[0]
    faces = catalogue_of(battle).dice[battle.state.dice[die].kind].faces
    sides = {face: face for face in sorted(dict.fromkeys(faces), reverse=True)}
    best = {face: sides.pop(face) for face in ("combat:2", "combat:1")}
    face = asking.one_of(
        battle, me.unit, {**best, **sides}, NamedCode("illuminate"), "Which side lies up?"
    )
    battle.emit(DieActivated(die, me.unit))
    battle.emit(DiceShown((die,), (faces.index(face),), NamedReason("illuminate")))
    battle.at(Happening(Moment.DIE_IN_SLOT, unit=me.unit, die=die))


def _mendable(battle: Battle, me: Me) -> list[Unit]:
    return [unit for unit in in_sight(battle, me.unit, "party") if is_hurt(unit)]


def _struck_beside(battle: Battle, me: Me, now: Happening) -> bool:
    instance = now.instance
    near = instance is not None and instance.adjacent and instance.dealt > 0
    enemy = battle.unit(now.unit).side == "enemy"
    return mine(battle, me, now) and near and enemy and bool(_mendable(battle, me))


@hook(Moment.DAMAGE_DEALT, "Restoring Spirit", when=_struck_beside)
def restoring_spirit(battle: Battle, me: Me, now: Happening) -> None:
    """A party member in sight heals as much as you have dealt an adjacent enemy."""
    assert now.instance is not None
    points = now.instance.dealt
    text = f"Who heals {points}?"
    unit = asking.one_unit(
        battle, me.unit, _mendable(battle, me), NamedCode("restoring-spirit"), text
    )
    heal(battle, unit, points, me.unit)


def _ailing(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.adventurers() if statuses.dice_on(battle, unit.id)]


def _somebody_ails(battle: Battle, me: Me) -> bool:
    return bool(_ailing(battle))


@ability(
    "sacred-ground",
    "Sacred Ground",
    "All status dice leave an adventurer's track.",
    cost=2,
    can=_somebody_ails,
    forms=DEFENSIVE,
    away=True,
)
def sacred_ground(battle: Battle, me: Me) -> None:
    """Remove all status dice, skill dice that serve as such too."""
    text = "Who loses all status dice?"
    unit = asking.one_unit(battle, me.unit, _ailing(battle), NamedCode("sacred-ground"), text)
    for token in statuses.dice_on(battle, unit):
        statuses.remove_die(battle, unit, token)


@ability("sun-shield", "Sun Shield", "Gain 3 bonus HP.", cost=3, away=True)
def sun_shield(battle: Battle, me: Me) -> None:
    """Gain bonus HP, which is no healing: nothing that answers healing answers it."""
    gain_bonus(battle, me.unit, SHIELD, me.unit)


def _can_flare(battle: Battle, me: Me) -> bool:
    return battle.unit(me.unit).bonus > 0 and bool(reachable(battle, me.unit))


@ability(
    "solar-flare",
    "Solar Flare",
    "An enemy in reach is dealt as much damage as you have bonus HP.",
    cost=3,
    can=_can_flare,
)
def solar_flare(battle: Battle, me: Me) -> None:
    """Deal the damage; the bonus HP stay."""
    text = "Who is dealt the damage?"
    unit = asking.one_unit(
        battle, me.unit, reachable(battle, me.unit), NamedCode("solar-flare"), text
    )
    deal(battle, unit, me.unit, battle.unit(me.unit).bonus, how=NamedReason("solar-flare"))


def _can_burn(battle: Battle, me: Me) -> bool:
    return statuses.may_roll(battle, me.unit) and bool(reachable(battle, me.unit))


def _burn(battle: Battle, me: Me, dice: int) -> None:
    """Roll once and deal each enemy in reach an instance of damage of its own. An enemy, Daedra or
    not, that is out of reach is dealt nothing: the sheet calls the Daedra's damage an addition.
    """
    enemies = reachable(battle, me.unit)
    values = enemy_combat_dice.roll(battle, me.unit, dice)
    for unit in enemies:
        more = BURNING if is_type(battle, unit.id, "daedra") else 0
        enemy_combat_dice.apply(
            battle, me.unit, unit.id, values, NamedReason("luminous-shards"), more=more
        )


@ability(
    "luminous-shards",
    "Luminous Shards",
    "A roll of 3 enemy Combat dice hits all enemies in reach, Daedra for 2 more.",
    cost=5,
    can=_can_burn,
    forms=MAGIC,
)
def luminous_shards(battle: Battle, me: Me) -> None:
    """Roll 3 enemy Combat dice once for all enemies."""
    _burn(battle, me, 3)


@ability(
    "luminous-shards",
    "Luminous Shards",
    "A roll of 4 enemy Combat dice hits all enemies in reach, Daedra for 2 more.",
    cost=4,
    can=_can_burn,
    forms=MAGIC,
)
def luminous_mastery(battle: Battle, me: Me) -> None:
    """Roll 4 enemy Combat dice once for all enemies."""
    _burn(battle, me, 4)


SPIRIT = Interrupt("restoring-spirit", "Restoring Spirit", 2, restoring_spirit)
SHEET = ClassSheet(
    id="templar",
    name="Templar",
    constellation="warrior",
    jailbreak="defeat-spriggan",
    novice=Side(
        hooks=(
            rest_behind_the_shield,
            count_damage,
            count_healing,
            *promotion_after(
                "Templar", (Moment.DAMAGE_DEALT, _did_both), (Moment.HEALED, _did_both)
            ),
        ),
        abilities=(sacred_ground, sun_shield, solar_flare, luminous_shards),
        interrupts=(SPIRIT,),
        opening="defensive",
    ),
    master=Side(
        hooks=(rest_behind_the_shield, raise_the_shield),
        abilities=(sacred_ground, sun_shield, solar_flare, luminous_mastery),
        interrupts=(
            Interrupt("illuminate", "Illuminate", 1, illuminate),
            Interrupt("illuminate", "Illuminate", 1, illuminate_in_time),
            SPIRIT,
        ),
        opening="defensive",
    ),
)
