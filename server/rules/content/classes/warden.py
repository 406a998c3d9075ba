"""Warden (Mage): calls beasts, and strengthens companions (p25).

Promotion: Cliff Racer or Guardian defeats an enemy of level 10 or 20, or a quest unit.
"""

from protocol.battle import NamedReason
from protocol.ids import NamedCode, UnitId
from server.rules.battle.adventurer import tenacity
from server.rules.battle.components.effects import Enduring, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import defeat, heal, hp_matters
from server.rules.battle.enemy import companion_turn
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_TENACITY, Unit
from server.rules.battle.kernel.words import Form
from server.rules.content import asking, companions
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.units import (
    adjacent_foes,
    in_sight,
    is_hurt,
    is_mighty,
    is_type,
    own_companions,
)

RACER, GUARDIAN = "diving-cliff-racer", "feral-guardian"
BEASTS = (RACER, GUARDIAN)
MAGIC: tuple[Form, ...] = ("magic",)
COMFORT = 3  # HP


def _is_beast(battle: Battle, unit: Unit) -> bool:
    return unit.kind == "companion" and is_type(battle, unit.id, "beast")


def _beast_fell(battle: Battle, now: Happening) -> bool:
    return _is_beast(battle, battle.unit(now.unit))


def _comforted(battle: Battle, me: Me, now: Happening) -> bool:
    return _beast_fell(battle, now) and is_hurt(battle.unit(me.unit))


def _hp_matter(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the player may want to do without the healing, with which the tenacity goes
    too.
    """
    unit = battle.unit(me.unit)
    return hp_matters(battle, me.unit, (unit.hp, min(unit.health, unit.hp + COMFORT)))


@hook(
    Moment.DEFEATED,
    "Warden: heal 3",
    when=_comforted,
    forced=True,
    rule="CLS-2",
    spare=_hp_matter,
)
def take_comfort(battle: Battle, me: Me, now: Happening) -> None:
    """After any Beast companion was defeated: heal 3."""
    heal(battle, me.unit, COMFORT, me.unit)


def _strengthened(battle: Battle, me: Me, now: Happening) -> bool:
    room = battle.mat(me.unit).tenacity < MAX_TENACITY
    return _beast_fell(battle, now) and (room or is_hurt(battle.unit(me.unit)))


@hook(
    Moment.DEFEATED,
    "Warden: heal 3 and gain 1 tenacity",
    when=_strengthened,
    forced=True,
    rule="CLS-2",
    spare=_hp_matter,
)
def take_strength(battle: Battle, me: Me, now: Happening) -> None:
    """After any Beast companion was defeated: heal 3 and gain 1 tenacity."""
    heal(battle, me.unit, COMFORT, me.unit)
    tenacity.gain(battle, me.unit, 1, NamedReason("warden"))


def own_beasts(battle: Battle, unit: UnitId) -> list[Unit]:
    """Return the beasts in play that came at an adventurer's call."""
    return [one for one in own_companions(battle, unit) if one.chip in BEASTS]


def keep_beasts(battle: Battle, unit: UnitId) -> None:
    """Take an adventurer's beasts off the map: they wait for the next battle, with full HP
    (CPN-2).
    """
    for one in own_beasts(battle, unit):
        defeat.keep(battle, one.id, one.health)


def _prey(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether a mighty enemy fell to a beast of hers; the hunter may have fallen itself by
    now.
    """
    fallen = battle.unit(now.unit)
    if not now.by or fallen.side != "enemy" or not is_mighty(fallen):
        return False
    hunter = battle.unit(now.by)
    return hunter.chip in BEASTS and hunter.controller == battle.seat(me.unit)


def _can_come(battle: Battle, me: Me) -> bool:
    """Return whether a beast can enter: both beasts are sides of one chip, so neither may be in
    play, and a hex next to the Warden must be free.
    """
    return companions.may_come(battle, me.unit, *BEASTS)


@ability(
    "dive",
    "Dive",
    "A Diving Cliff Racer fights for you. Once a battle.",
    cost=1,
    can=_can_come,
    forms=MAGIC,
    once="battle",
)
def dive(battle: Battle, me: Me) -> None:
    """Deploy the Cliff Racer next to the Warden. It leaves when the battle ends, unless the Warden
    is a master by then.
    """
    companions.bring(battle, me.unit, RACER, RACER)


@ability(
    "feral-guardian",
    "Feral Guardian",
    "A Feral Guardian fights for you. Once a battle.",
    cost=5,
    can=_can_come,
    forms=MAGIC,
    once="battle",
)
def feral_guardian(battle: Battle, me: Me) -> None:
    """Deploy the Guardian next to the Warden. It leaves when the battle ends, unless the Warden is
    a master by then.
    """
    companions.bring(battle, me.unit, GUARDIAN, GUARDIAN)


def _beast_is_out(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(own_beasts(battle, me.unit))


@hook(Moment.BATTLE_ENDS, "", when=_beast_is_out, forced=True, defeated=True)
def stay_on(battle: Battle, me: Me, now: Happening) -> None:
    """When the battle ends, a master's beast stays with the party, also one that was called before
    the promotion.
    """
    keep_beasts(battle, me.unit)


def _bondable(battle: Battle, me: Me) -> list[Unit]:
    seen = in_sight(battle, me.unit, "party")
    return [unit for unit in seen if is_hurt(unit) or _is_beast(battle, unit)]


def _can_bond(battle: Battle, me: Me) -> bool:
    return bool(_bondable(battle, me))


def _bond(battle: Battle, me: Me, points: int) -> None:
    text = f"Who heals {points}?"
    unit = asking.one_unit(
        battle, me.unit, _bondable(battle, me), NamedCode("bond-with-nature"), text
    )
    heal(battle, unit, points, me.unit, above=_is_beast(battle, battle.unit(unit)))


@ability(
    "bond-with-nature",
    "Bond With Nature",
    "A party member in sight heals 2, a beast above its Health too.",
    cost=2,
    can=_can_bond,
    away=True,
)
def bond_with_nature(battle: Battle, me: Me) -> None:
    """Let a party member in sight, the Warden too, heal 2."""
    _bond(battle, me, 2)


@ability(
    "bond-with-nature",
    "Bond With Nature",
    "A party member in sight heals 3, a beast above its Health too.",
    cost=2,
    can=_can_bond,
    away=True,
)
def deeper_bond(battle: Battle, me: Me) -> None:
    """Let a party member in sight, the Warden too, heal 3."""
    _bond(battle, me, 3)


def _beast_took_damage(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.unit)
    stands = _is_beast(battle, unit) and not unit.fate and is_hurt(unit)
    return stands and now.instance is not None and now.instance.taken > 0


@hook(Moment.DAMAGE_DEALT, "Living Vines: heal 1", when=_beast_took_damage)
def mend(battle: Battle, me: Me, now: Happening) -> None:
    """A Beast companion that has taken damage and still stands heals 1."""
    heal(battle, now.unit, 1, me.unit)


LIVING_VINES = Enduring("living-vines", "Living Vines", 3, hooks=(mend,))


def _beasts_beside(battle: Battle, me: Me) -> list[Unit]:
    near = adjacent_foes(battle, me.unit)
    return [unit for unit in near if is_type(battle, unit.id, "beast")]


def _can_tame(battle: Battle, me: Me) -> bool:
    return bool(_beasts_beside(battle, me))


@ability(
    "savage-beast",
    "Savage Beast",
    "An adjacent Beast takes a turn now, as your companion.",
    cost=3,
    can=_can_tame,
)
def savage_beast(battle: Battle, me: Me) -> None:
    """Let the beast take a turn inside of the Warden's; its own turn of this round still comes."""
    text = "Who takes a turn?"
    unit = asking.one_unit(
        battle, me.unit, _beasts_beside(battle, me), NamedCode("savage-beast"), text
    )
    companion_turn.immediate_turn(battle, unit, battle.seat(me.unit))


def _companions(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.in_play("party") if unit.kind == "companion"]


def _has_company(battle: Battle, me: Me) -> bool:
    return bool(_companions(battle))


SPECIES = "A companion may move and engage now; a beast farther, with 2 more Combat dice."


@ability("advanced-species", "Advanced Species", SPECIES, cost=4, can=_has_company)
def advanced_species(battle: Battle, me: Me) -> None:
    """Move the companion up to 2 hexes, a beast up to 4 with Combat + 2, and let it engage. This is
    no turn of its own.
    """
    units = _companions(battle)
    unit = asking.one_unit(
        battle, me.unit, units, NamedCode("advanced-species"), "Which companion?"
    )
    if _is_beast(battle, battle.unit(unit)):
        companion_turn.advance(battle, unit, 4, 2)
    else:
        companion_turn.advance(battle, unit, 2)


@ability("advanced-species", "Advanced Species", SPECIES, cost=3, can=_has_company)
def species_mastery(battle: Battle, me: Me) -> None:
    """Do as the novice does, for 1 tenacity less."""
    advanced_species.do(battle, me)


SHEET = ClassSheet(
    id="warden",
    name="Warden",
    constellation="mage",
    jailbreak="defeat-skeever-pup",
    novice=Side(
        hooks=(take_comfort, *promotion_after("Warden", (Moment.DEFEATED, _prey))),
        abilities=(dive, bond_with_nature, advanced_species, feral_guardian),
        enduring=(LIVING_VINES,),
    ),
    master=Side(
        hooks=(take_strength, stay_on),
        abilities=(dive, deeper_bond, savage_beast, species_mastery, feral_guardian),
        enduring=(LIVING_VINES,),
    ),
)
