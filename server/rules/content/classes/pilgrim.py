"""Pilgrim (Thief): trades items, and uses abilities of other classes (p25).

Promotion: none of the mat's 8 circular slots is empty. In towns it gets more of trainers and inns.
"""

from protocol.battle import NamedReason
from protocol.ids import NamedCode, UnitId
from protocol.option_keys import option_key, read_key
from server.rules.battle.adventurer import abilities, caches, inventory, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Ability, Elsewhere, Enduring, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, own_kill
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Card
from server.rules.content import asking, units
from server.rules.content.classes import warden
from server.rules.content.classes.promotion import promotion
from server.rules.content.reading import trained

SLOTS = 8  # circular slots of the mat: all of them taken promotes
ALONE = "alone"
COVETED = ("steal", "shatter")


def _full_mat(battle: Battle, me: Me, now: Happening) -> bool:
    rows = battle.mat(me.unit).mat
    return sum(bool(row.left) + bool(row.right) for row in rows) >= SLOTS


def _common(battle: Battle, unit: UnitId) -> list[Card]:
    items = catalogue_of(battle).items
    return [c for c in inventory.carried(battle, unit) if items[c.item].deck == "common"]


def _barter(battle: Battle, me: Me, cards: list[Card]) -> None:
    text = "Gilded Fingers: which item do you discard?"
    card = asking.one_card(battle, me.unit, cards, NamedCode("gilded-fingers"), text)
    inventory.discard(battle, me.unit, card.id)
    caches.gain_top(battle, me.unit, "common")


@ability(
    "gilded-fingers",
    "Gilded Fingers",
    "Discard a common item; then draw a common item.",
    cost=1,
    can=lambda battle, me: bool(_common(battle, me.unit)),
    away=True,
)
def gilded_fingers(battle: Battle, me: Me) -> None:
    """Discard a common item as the price, then draw one."""
    _barter(battle, me, _common(battle, me.unit))


@ability(
    "gilded-fingers",
    "Gilded Fingers",
    "Discard any item; then draw a common item.",
    cost=1,
    can=lambda battle, me: bool(inventory.carried(battle, me.unit)),
    away=True,
)
def golden_fingers(battle: Battle, me: Me) -> None:
    """Discard any item as the price, a legendary one too, then draw a common one."""
    _barter(battle, me, list(inventory.carried(battle, me.unit)))


def _can_exploit(battle: Battle, me: Me) -> bool:
    return bool(battle.mat(me.unit).row) and units.is_hurt(battle.unit(me.unit))


@ability(
    "exploiter",
    "Exploiter",
    "Drain an available skill die; then heal its level + 1.",
    cost=1,
    can=_can_exploit,
    away=True,
)
def exploiter(battle: Battle, me: Me) -> None:
    """Drain the die as the price, then heal."""
    row = battle.mat(me.unit).row
    kinds = {die: catalogue_of(battle).dice[battle.state.dice[die].kind] for die in row}
    notes = {die: f"heals {kind.level + 1}" for die, kind in kinds.items()}
    text = "Exploiter: which die is drained?"
    for die in asking.some_dice(battle, me.unit, row, 1, 1, NamedCode("exploiter"), notes, text):
        track.drain(battle, die)
        heal(battle, me.unit, kinds[die].level + 1, me.unit)


def _unused(battle: Battle) -> dict[str, int]:
    """Return the class sheets of the box that nobody has."""
    taken = [mat.cls for mat in battle.state.adventurers.values()]
    more = battle.state.settings.valenwood
    sheets = [one for one in catalogue_of(battle).classes.values() if one.set == "base" or more]
    return {one.id: 1 for one in sheets if one.id not in taken}


def _learned(battle: Battle, me: Me, sheet: ClassSheet) -> dict[str, Ability]:
    """Return the abilities of a sheet, both sides, that are actions and possible now; equal ones
    once, between battles those that work there.
    """
    found: dict[str, Ability] = {}
    for name, side in (("novice", sheet.novice), ("master", sheet.master)):
        for one in side.abilities:
            fits = one.away or not battle.between_battles
            new = one.cost and fits and one not in found.values()
            if new and abilities.possible(battle, Me(me.unit, sheet.id), one):
                found[option_key(name, one.id)] = one
    return found


@ability(
    "wayfarer",
    "Wayfarer",
    "Draw an unused class sheet: use an ability of it. Or heal 1, and 1 true damage next to you.",
    cost=3,
    away=True,
)
def wayfarer(battle: Battle, me: Me) -> None:
    """Draw a sheet, then ask for one of its abilities of either side that are actions, or for the
    healing with damage. Nothing is paid for an ability but what it asks for besides tenacity.
    """
    drawn = battle.game.draw("classes", _unused(battle))
    known = _learned(battle, me, catalogue_of(battle).classes[drawn]) if drawn else {}
    ways = {key: f"{one.name} ({read_key(key).kind}): {one.text}" for key, one in known.items()}
    ways[ALONE] = "Heal 1 and deal 1 true damage to an adjacent enemy"
    text = f"Wayfarer: you have drawn the {drawn.capitalize()}." if drawn else "Wayfarer."
    chosen = asking.one_of(battle, me.unit, ways, NamedCode("wayfarer"), text)
    if chosen != ALONE:
        abilities.use(battle, Me(me.unit, drawn or ""), known[chosen], free=True)
        return
    heal(battle, me.unit, 1, me.unit)
    near = battle.neighbours(me.unit, "enemy")
    unit = asking.one_unit(battle, me.unit, near, NamedCode("wayfarer.target"), "Who is dealt it?")
    if unit:
        deal(battle, unit, me.unit, true=1, how=NamedReason("wayfarer"))


def _beast_is_out(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(warden.own_beasts(battle, me.unit))


@hook(Moment.BATTLE_ENDS, "", when=_beast_is_out, forced=True, defeated=True)
def beast_stays(battle: Battle, me: Me, now: Happening) -> None:
    """A beast that was called through Wayfarer stays with the party when the battle ends."""
    warden.keep_beasts(battle, me.unit)


def _thief_falls(battle: Battle, me: Me, now: Happening) -> bool:
    if not own_kill(battle, me, now):
        return False
    chip = catalogue_of(battle).chips[battle.unit(now.unit).chip]
    return any(skill in chip.highest for skill in COVETED)


@hook(Moment.DEFEATED, "Keen Eye: a legendary item", when=_thief_falls)
def keen_eye(battle: Battle, me: Me, now: Happening) -> None:
    """After you defeat an enemy that has Steal or Shatter: draw a legendary item."""
    caches.gain_top(battle, me.unit, "legendary")


def _masteries(battle: Battle, unit: UnitId) -> int:
    return sum(die.level == 4 for die in trained(battle, unit))


def _can_aim(battle: Battle, me: Me) -> bool:
    return bool(units.reachable(battle, me.unit)) and _masteries(battle, me.unit) > 0


@ability(
    "precision",
    "Precision",
    "2 true damage to a targetable enemy for each level 4 die you have trained.",
    cost=4,
    can=_can_aim,
)
def precision(battle: Battle, me: Me) -> None:
    """Count the level 4 dice wherever they lie, and deal the damage."""
    text = "Precision: who is dealt the true damage?"
    unit = asking.one_unit(
        battle, me.unit, units.reachable(battle, me.unit), NamedCode("precision"), text
    )
    deal(battle, unit, me.unit, true=2 * _masteries(battle, me.unit), how=NamedReason("precision"))


INN = "In a town with an inn: an adventurer uses the inn without spending a town action."
TOWN = "In a town: an adventurer has one town action more."
SHEET = ClassSheet(
    id="pilgrim",
    name="Pilgrim",
    constellation="thief",
    jailbreak="defeat-spriggan",
    novice=Side(
        hooks=(beast_stays, promotion("Pilgrim", _full_mat)),
        abilities=(gilded_fingers, exploiter, wayfarer, precision),
        elsewhere=(
            Elsewhere("pilgrim", "Pilgrim", "Town trainers show 1 skill line more.", "innate"),
            Elsewhere("diplomat", "Diplomat", INN, "interrupt", 2),
        ),
    ),
    master=Side(
        hooks=(beast_stays,),
        abilities=(golden_fingers, exploiter, wayfarer, precision),
        enduring=(Enduring("keen-eye", "Keen Eye", 3, (keen_eye,)),),
        elsewhere=(
            Elsewhere(
                "pilgrim",
                "Pilgrim",
                "Training a skill die, Combat dice excepted, gives 2 tenacity.",
                "innate",
            ),
            Elsewhere("diplomat", "Diplomat", TOWN, "interrupt", 2),
        ),
    ),
)
