"""Arcanist (Mage, Valenwood): crux tokens, gathered by kills and spent on everything (p25).

Promotion: a Daedra falls to Fatecarver.
"""

from protocol.battle import NamedReason
from protocol.ids import NamedCode
from server.rules.battle.adventurer import class_sheet
from server.rules.battle.components.effects import Elsewhere, Interrupt, ability, hook, modifier
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, gain_bonus, hurt, hurt_at_all, own_kill, prevention
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import TOKEN
from server.rules.battle.kernel.values import Stat
from server.rules.content import asking
from server.rules.content.classes.promotion import earned, note, promotion
from server.rules.content.units import is_type, reachable_foes

MOST = 3  # crux tokens that the sheet holds
PER_TOKEN = 3  # true damage that Fatecarver deals for each


def _crux(battle: Battle, me: Me) -> int:
    return battle.mat(me.unit).tokens


def _killed_in_magic(battle: Battle, me: Me, now: Happening) -> bool:
    return own_kill(battle, me, now) and battle.mat(me.unit).form == "magic"


def _gathers(battle: Battle, me: Me, now: Happening) -> bool:
    return _crux(battle, me) < MOST and _killed_in_magic(battle, me, now)


def _daedra_fell(battle: Battle, me: Me, now: Happening) -> bool:
    by_somebody = bool(now.by) and battle.unit(now.unit).side == "enemy"
    return by_somebody and is_type(battle, now.unit, "daedra")


def _gathers_more(battle: Battle, me: Me, now: Happening) -> bool:
    fell = _killed_in_magic(battle, me, now) or _daedra_fell(battle, me, now)
    return _crux(battle, me) < MOST and fell


@hook(Moment.DEFEATED, "Arcanist: 1 crux token", when=_gathers, forced=True, rule="CLS-2")
def gather(battle: Battle, me: Me, now: Happening) -> None:
    """After an own kill in Magic form."""
    class_sheet.gain_tokens(battle, me.unit, 1, NamedReason("arcanist"))


@hook(Moment.DEFEATED, "Arcanist: 1 crux token", when=_gathers_more, forced=True, rule="CLS-2")
def gather_more(battle: Battle, me: Me, now: Happening) -> None:
    """After an own kill in Magic form, or anybody's of a Daedra; one token for both."""
    class_sheet.gain_tokens(battle, me.unit, 1, NamedReason("arcanist"))


def _foe_for_a_token(battle: Battle, me: Me) -> bool:
    return _crux(battle, me) > 0 and bool(reachable_foes(battle, me.unit))


@modifier(Stat.EXPOSED, "The Imperfect Ring")
def ringed(battle: Battle, me: Me, value: int) -> int:
    """Every Combat die against the bearer counts 1 more, a die that misses too."""
    return value + 1


@ability(
    "the-imperfect-ring",
    "The Imperfect Ring",
    "A crux token onto an enemy in reach: every Combat die against it counts 1 more.",
    cost=1,
    can=_foe_for_a_token,
)
def the_imperfect_ring(battle: Battle, me: Me) -> None:
    """Put a crux token onto an enemy. It lies there until that enemy leaves play; several tokens
    add up.
    """
    text = "On whom does the token lie?"
    foe = asking.one_unit(
        battle, me.unit, reachable_foes(battle, me.unit), NamedCode("the-imperfect-ring"), text
    )
    class_sheet.put_token(battle, me.unit, foe)


def _has_crux(battle: Battle, me: Me) -> bool:
    return _crux(battle, me) > 0


@ability(
    "runemend", "Runemend", "Gain 1 bonus HP for each crux token.", cost=2, can=_has_crux, away=True
)
def runemend(battle: Battle, me: Me) -> None:
    """Gain bonus HP; the tokens stay on the sheet."""
    gain_bonus(battle, me.unit, _crux(battle, me), me.unit)


def _would_lose_an_item(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and not now.stopped and _crux(battle, me) > 0


@hook(Moment.OVERTAXED, "Tome-Bearer's Inspiration", when=_would_lose_an_item)
def inspire(battle: Battle, me: Me, now: Happening) -> None:
    """Spend a crux token in place of the overtaxed weapon or armor."""
    class_sheet.spend_tokens(battle, me.unit, 1, NamedReason("tome-bearers-inspiration"))
    now.stopped = True


def _can_arm(battle: Battle, me: Me) -> bool:
    return class_sheet.can_arm(battle, me.unit)


SHIELD_TEXT = "A crux token into an active slot: discard it later to prevent all of some damage."


@ability("gibbering-shield", "Gibbering Shield", SHIELD_TEXT, cost=4, can=_can_arm)
def gibbering_shield(battle: Battle, me: Me) -> None:
    """Put a crux token into an active slot, where it waits until the battle ends."""
    class_sheet.put_token(battle, me.unit, me.unit)


@ability("gibbering-shield", "Gibbering Shield", SHIELD_TEXT, cost=3, can=_can_arm)
def gibbering_mastery(battle: Battle, me: Me) -> None:
    """Put a crux token into an active slot, as the novice does, for 1 tenacity less."""
    class_sheet.put_token(battle, me.unit, me.unit)


def _shielded(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt(battle, me, now) and TOKEN in battle.mat(me.unit).active


@hook(
    Moment.DAMAGE_COMING,
    "Gibbering Shield: prevent all of it",
    when=_shielded,
    prevents=prevention.all_of_it,
)
def ward(battle: Battle, me: Me, now: Happening) -> None:
    """Discard the token; true damage is not prevented."""
    class_sheet.discard_active(battle, me.unit)
    prevention.all_of_it(battle, me, now)


def _shielded_from_all(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt_at_all(battle, me, now) and TOKEN in battle.mat(me.unit).active


@hook(
    Moment.DAMAGE_COMING,
    "Gibbering Shield: prevent all of it",
    when=_shielded_from_all,
    prevents=prevention.everything,
)
def ward_all(battle: Battle, me: Me, now: Happening) -> None:
    """Discard the token; true damage is prevented too."""
    class_sheet.discard_active(battle, me.unit)
    prevention.everything(battle, me, now)


@ability(
    "fatecarver",
    "Fatecarver",
    "Spend all your crux tokens: 3 true damage for each to an enemy in reach.",
    cost=5,
    can=_foe_for_a_token,
)
def fatecarver(battle: Battle, me: Me) -> None:
    """Deal all of the damage to one enemy, as one instance: the sheet names a single one.

    If that defeats a Daedra, the condition of the promotion is met.
    """
    text = "Who is dealt the damage?"
    foe = asking.one_unit(
        battle, me.unit, reachable_foes(battle, me.unit), NamedCode("fatecarver"), text
    )
    spent = class_sheet.spend_tokens(battle, me.unit, MOST, NamedReason("fatecarver"))
    deal(battle, foe, me.unit, true=PER_TOKEN * spent, how=NamedReason("fatecarver"))
    if battle.unit(foe).fate == "defeated" and is_type(battle, foe, "daedra"):
        note(battle, me)


def _gate(cost: int) -> Elsewhere:
    text = "A crux token into an overland hex: for the party it is a neighbor of every hex, once."
    return Elsewhere("apocryphal-gate", "Apocryphal Gate", text, "action", cost)


INSPIRATION = Interrupt("tome-bearers-inspiration", "Tome-Bearer's Inspiration", 3, inspire)
SHEET = ClassSheet(
    id="arcanist",
    name="Arcanist",
    constellation="mage",
    jailbreak="defeat-high-elf-bandit",
    novice=Side(
        hooks=(gather, ward, promotion("Arcanist", earned)),
        abilities=(the_imperfect_ring, gibbering_shield, fatecarver),
        interrupts=(INSPIRATION,),
        elsewhere=(_gate(2),),
        marked=(ringed,),
    ),
    master=Side(
        hooks=(gather_more, ward_all),
        abilities=(the_imperfect_ring, runemend, gibbering_mastery, fatecarver),
        interrupts=(INSPIRATION,),
        elsewhere=(_gate(1),),
        marked=(ringed,),
    ),
    set="valenwood",
    tokens=MOST,
    first=1,
)
