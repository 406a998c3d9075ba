"""Necromancer (Mage): gains HP chips for the Necrosis Stack when enemies take damage, and spends
them (p25).

The stack lasts to the end of the session. Promotion: be defeated with 3 or more chips on it.
"""

from protocol.battle import FallenTaken, NamedReason
from protocol.ids import NOBODY, NamedCode
from server.rules.battle.adventurer import class_sheet
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Enduring, ability, hook, my
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, defeat, hand_over
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.words import Form
from server.rules.battle.map import choosing, targeting
from server.rules.battle.setup import deploying, enemy_pool
from server.rules.content import asking
from server.rules.content.classes.promotion import promotion_after
from server.rules.content.units import falls_only_so, own_companions, room_beside

MOST, ENOUGH = 6, 3  # HP chips: what the Necrosis Stack holds, and what promotes who falls
ARMOR = 2  # chips that Bone Armor takes off it
SKELETONS = 3  # skeletons that rise for a full stack
BLAST = 2  # damage to those next to one that falls
MAGIC: tuple[Form, ...] = ("magic",)
CHIP = "Necromancer: a chip for the Necrosis Stack"
BONES, GUARDIAN = "blastbones", "spiritual-guardian"


def _stack(battle: Battle, me: Me) -> int:
    return battle.mat(me.unit).tokens


def _blood(battle: Battle, now: Happening) -> bool:
    """Return whether an enemy took damage in an engage."""
    taken = now.engage.taken.items() if now.engage else ()
    return any(points > 0 and battle.unit(unit).side == "enemy" for unit, points in taken)


def _drew_blood(battle: Battle, me: Me, now: Happening) -> bool:
    return now.by == me.unit and _blood(battle, now)


def _blood_was_drawn(battle: Battle, me: Me, now: Happening) -> bool:
    mine = [me.unit, *(unit.id for unit in own_companions(battle, me.unit))]
    return now.by in mine and _blood(battle, now)


@hook(Moment.ENGAGE_OVER, CHIP, when=_drew_blood, forced=True, rule="CLS-2")
def collect(battle: Battle, me: Me, now: Happening) -> None:
    """After an own engage in which an enemy took damage; the stack holds 6."""
    class_sheet.gain_tokens(battle, me.unit, 1, NamedReason("necrosis"))


@hook(Moment.ENGAGE_OVER, CHIP, when=_blood_was_drawn, forced=True, rule="CLS-2")
def collect_more(battle: Battle, me: Me, now: Happening) -> None:
    """After an engage of yours or of a companion of yours in which an enemy took damage."""
    class_sheet.gain_tokens(battle, me.unit, 1, NamedReason("necrosis"))


def _fell_with_chips(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and _stack(battle, me) >= ENOUGH


def _defended(battle: Battle, me: Me, now: Happening) -> bool:
    engage = now.engage
    own = engage is not None and now.by == me.unit and now.unit == engage.target
    return own and _stack(battle, me) > 1


def _fells_it(battle: Battle, me: Me, now: Happening) -> bool:
    return falls_only_so(battle, now, _stack(battle, me) // 2)


@hook(
    Moment.POOL_LANDS,
    "Boneyard: ignore defense",
    when=_defended,
    forced=True,
    once="engage",
    rule="CLS-4",
    spare=_fells_it,
)
def hollow_out(battle: Battle, me: Me, now: Happening) -> None:
    """Your engages ignore 1 defense of their target for every 2 chips of the stack."""
    assert now.engage is not None
    ignored = now.engage.ignored
    ignored[now.unit] = ignored.get(now.unit, 0) + _stack(battle, me) // 2


def _boneyard(tenacity: int) -> Enduring:
    return Enduring("boneyard", "Boneyard", tenacity, hooks=(hollow_out,), forms=MAGIC)


def _has_chips(battle: Battle, me: Me) -> bool:
    return _stack(battle, me) > 0


def _armor(battle: Battle, me: Me, units: list[Unit]) -> None:
    unit = asking.one_unit(battle, me.unit, units, NamedCode("bone-armor"), "Who gets the HP?")
    chips = class_sheet.spend_tokens(battle, me.unit, ARMOR, NamedReason("bone-armor"))
    hand_over(battle, unit, chips, me.unit, NamedReason("bone-armor"))


@ability(
    "bone-armor",
    "Bone Armor",
    "2 chips become HP of yours or of a companion of yours, above Health too.",
    cost=2,
    can=_has_chips,
    away=True,
)
def bone_armor(battle: Battle, me: Me) -> None:
    """Turn chips into HP of the Necromancer or an own companion. Chips that change hands are no
    healing; an adventurer's HP above Health go when the battle ends.
    """
    _armor(battle, me, [battle.unit(me.unit), *own_companions(battle, me.unit)])


@ability(
    "bone-armor",
    "Bone Armor",
    "2 chips become HP of a party member, above Health too.",
    cost=1,
    can=_has_chips,
    away=True,
)
def bone_mastery(battle: Battle, me: Me) -> None:
    """Turn chips into HP of any party member, for 1 tenacity less."""
    _armor(battle, me, list(battle.in_play("party")))


def _can_raise(battle: Battle, me: Me) -> bool:
    bag = battle.state.decks["bag-1"].cards
    free = battle.free_hexes(tuple(targeting.hexes_in_range(battle, me.unit)))
    return _stack(battle, me) == MOST and any(bag.values()) and bool(free)


def _raise(battle: Battle, me: Me) -> None:
    class_sheet.spend_tokens(battle, me.unit, MOST, NamedReason(BONES))
    to = battle.deciders(me.unit)
    for _ in range(SKELETONS):
        free = battle.free_hexes(tuple(targeting.hexes_in_range(battle, me.unit)))
        chip = enemy_pool.draw_enemy(battle, 1) if free else ""
        if not chip:
            return
        text = f"Where does {catalogue_of(battle).chips[chip].name} enter?"
        at = choosing.choose_hex(battle, to, free, NamedCode(BONES), text)
        deploying.deploy_companion(
            battle, chip, at, battle.seat(me.unit), origin=BONES, leaves=True
        )


@ability(
    BONES,
    "Blastbones",
    "6 chips: 3 random level 1 enemies in range fight for you for one turn each.",
    cost=3,
    can=_can_raise,
    forms=MAGIC,
)
def blastbones(battle: Battle, me: Me) -> None:
    """Spend the chips as the price and deploy the companions. Each one falls once its turn is
    over.
    """
    _raise(battle, me)


@ability(
    BONES,
    "Blastbones",
    "6 chips: 3 random level 1 enemies in range fight for you for one turn each, then burst.",
    cost=3,
    can=_can_raise,
    forms=MAGIC,
)
def bursting_bones(battle: Battle, me: Me) -> None:
    """Spend the chips as the price and deploy the companions. Each one bursts once its turn is
    over.
    """
    _raise(battle, me)


def _bones_are_done(battle: Battle, me: Me, now: Happening) -> bool:
    unit = battle.unit(now.unit)
    own = unit.origin == BONES and unit.controller == battle.seat(me.unit)
    return own and not unit.fate


@hook(Moment.TURN_OVER, "Blastbones falls", when=_bones_are_done, forced=True, defeated=True)
def crumble(battle: Battle, me: Me, now: Happening) -> None:
    """Once its only turn is over; nobody defeats it."""
    defeat.defeat(battle, now.unit, NOBODY)


@hook(Moment.TURN_OVER, "Blastbones bursts", when=_bones_are_done, forced=True, defeated=True)
def burst(battle: Battle, me: Me, now: Happening) -> None:
    """Once its only turn is done: 2 damage to every unit next to it; then it falls."""
    for unit in battle.neighbours(now.unit):
        # Asked before each: what answers the damage may have felled it already.
        if not battle.unit(now.unit).fate:
            deal(battle, unit.id, now.unit, BLAST, how=NamedReason(BONES))
    defeat.defeat(battle, now.unit, NOBODY)


def _spirits(battle: Battle, levels: tuple[int, ...]) -> list[Unit]:
    fallen = [battle.unit(name) for name in battle.state.fallen]
    return [unit for unit in fallen if unit.level in levels]


def _guardians(battle: Battle) -> list[Unit]:
    units = battle.state.units.values()
    return [unit for unit in units if unit.origin == GUARDIAN and not unit.fate]


def _can_call(battle: Battle, me: Me, levels: tuple[int, ...]) -> bool:
    possible = bool(room_beside(battle, me.unit)) and not _guardians(battle)
    return possible and _stack(battle, me) > 0 and bool(_spirits(battle, levels))


def _call(battle: Battle, me: Me, levels: tuple[int, ...]) -> None:
    text = "Who comes back for you?"
    name = asking.one_unit(battle, me.unit, _spirits(battle, levels), NamedCode(GUARDIAN), text)
    text = "How many chips are its HP?"
    hp = asking.how_many(
        battle, me.unit, _stack(battle, me), NamedCode(f"{GUARDIAN}.hp"), text, least=1
    )
    to = battle.deciders(me.unit)
    at = choosing.choose_hex(
        battle, to, room_beside(battle, me.unit), NamedCode(f"{GUARDIAN}.hex"), "Where?"
    )
    class_sheet.spend_tokens(battle, me.unit, hp, NamedReason(GUARDIAN))
    battle.emit(FallenTaken(name))
    chip = battle.unit(name).chip
    deploying.deploy_companion(battle, chip, at, battle.seat(me.unit), hp=hp, origin=GUARDIAN)


@ability(
    GUARDIAN,
    "Spiritual Guardian",
    "A defeated level 1 enemy fights for you, with chips of the stack as its HP.",
    cost=5,
    can=lambda battle, me: _can_call(battle, me, (1,)),
    forms=MAGIC,
)
def spiritual_guardian(battle: Battle, me: Me) -> None:
    """Call a level 1 enemy. There is one guardian at a time, and only its defeat ends its
    service.
    """
    _call(battle, me, (1,))


@ability(
    GUARDIAN,
    "Spiritual Guardian",
    "A defeated level 1 or 5 enemy fights for you, with chips of the stack as its HP.",
    cost=5,
    can=lambda battle, me: _can_call(battle, me, (1, 5)),
    forms=MAGIC,
)
def spiritual_mastery(battle: Battle, me: Me) -> None:
    """Call an enemy of level 1 or 5. There is one guardian at a time, and only its defeat ends its
    service.
    """
    _call(battle, me, (1, 5))


def _guards(battle: Battle, me: Me, now: Happening) -> bool:
    seat = battle.seat(me.unit)
    return any(unit.controller == seat and unit.at is not None for unit in _guardians(battle))


@hook(Moment.BATTLE_ENDS, "", when=_guards, forced=True, defeated=True)
def serve_on(battle: Battle, me: Me, now: Happening) -> None:
    """The guardian stays with the party, with the HP that it has, above Health too (C-35)."""
    for unit in _guardians(battle):
        if unit.controller == battle.seat(me.unit) and unit.at is not None:
            defeat.keep(battle, unit.id, unit.hp)


SHEET = ClassSheet(
    id="necromancer",
    name="Necromancer",
    constellation="mage",
    jailbreak="defeat-skeleton",
    novice=Side(
        hooks=(
            collect,
            crumble,
            serve_on,
            *promotion_after("Necromancer", (Moment.DEFEATED, _fell_with_chips), defeated=True),
        ),
        abilities=(bone_armor, blastbones, spiritual_guardian),
        enduring=(_boneyard(1),),
    ),
    master=Side(
        hooks=(collect_more, burst, serve_on),
        abilities=(bone_mastery, bursting_bones, spiritual_mastery),
        enduring=(_boneyard(0),),
    ),
    tokens=MOST,
)
