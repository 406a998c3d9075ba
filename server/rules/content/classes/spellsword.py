"""Spellsword (Warrior): drains dice and discards items for sure effects (p25).

Promotion: the trained dice of Combat and of all Mage lines come to 8.
"""

from protocol.battle import NamedReason, RaceReadied
from protocol.ids import DieId, NamedCode, UnitId
from server.rules.battle.adventurer import abilities, cooldown, inventory, tenacity, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Enduring, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, hurt
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.words import Form
from server.rules.content import asking, units
from server.rules.content.classes import spellsword_sides
from server.rules.content.classes.promotion import promotion
from server.rules.content.reading import trained

DICE = 8  # Combat dice and dice of the Mage, which promote
MAGIC: tuple[Form, ...] = ("magic",)


def _schooled(battle: Battle, me: Me, now: Happening) -> bool:
    lines = [catalogue_of(battle).line_of[die.id] for die in trained(battle, me.unit)]
    return sum(line.id == "combat" or line.constellation == "mage" for line in lines) >= DICE


def _surcharge(battle: Battle, unit: UnitId, die: DieId) -> int:
    """Return what a die costs beyond the 1 tenacity that is paid first."""
    level = catalogue_of(battle).dice[battle.state.dice[die].kind].level
    return abilities.price(battle, unit, level) - abilities.price(battle, unit, 1)


def _affordable(battle: Battle, unit: UnitId, tenacity: int) -> list[DieId]:
    drained = cooldown.dice_in(battle, unit, "drained")
    return [die for die in drained if _surcharge(battle, unit, die) <= tenacity]


def _can_renew(battle: Battle, me: Me) -> bool:
    left = battle.mat(me.unit).tenacity - abilities.price(battle, me.unit, 1)
    return bool(_affordable(battle, me.unit, left))


@ability(
    "heros-vigor",
    "Hero's Vigor",
    "Recover a drained skill die; it costs its level in all.",
    cost=1,
    can=_can_renew,
    away=True,
)
def heros_vigor(battle: Battle, me: Me) -> None:
    """Recover the die that the player chooses. Its first tenacity has been paid as the ability's
    cost; the rest of its level is paid here.
    """
    unit = me.unit
    dice = _affordable(battle, unit, battle.mat(unit).tenacity)
    notes = {die: f"{_surcharge(battle, unit, die)} more tenacity" for die in dice}
    text = "Hero's Vigor: which die do you recover?"
    for die in asking.some_dice(battle, unit, dice, 1, 1, NamedCode("heros-vigor"), notes, text):
        tenacity.lose(battle, unit, _surcharge(battle, unit, die), NamedReason("heros-vigor"))
        cooldown.recover(battle, die)


def _has_items(battle: Battle, me: Me) -> bool:
    return bool(inventory.carried(battle, me.unit))


def _take_apart(battle: Battle, me: Me, *, common: bool) -> None:
    """Discard an item and heal 3; a legendary item, with `common` any item, deals 3 damage
    besides.
    """
    cards = inventory.carried(battle, me.unit)
    text = "Meticulous Disassembly: which item do you discard?"
    card = asking.one_card(battle, me.unit, cards, NamedCode("disassembly"), text)
    inventory.discard(battle, me.unit, card.id)
    heal(battle, me.unit, 3, me.unit)
    if not common and catalogue_of(battle).items[card.item].deck != "legendary":
        return
    near = battle.neighbours(me.unit, "enemy")
    unit = asking.one_unit(
        battle, me.unit, near, NamedCode("disassembly.target"), "Who is dealt 3 damage?"
    )
    if unit:
        deal(battle, unit, me.unit, 3, how=NamedReason("disassembly"))


@ability(
    "meticulous-disassembly",
    "Meticulous Disassembly",
    "Discard an item; then heal 3. A legendary one also deals 3 damage to an adjacent enemy.",
    cost=1,
    can=_has_items,
    forms=MAGIC,
    away=True,
)
def disassembly(battle: Battle, me: Me) -> None:
    """Discard the item as the price; only a legendary one deals damage."""
    _take_apart(battle, me, common=False)


@ability(
    "meticulous-disassembly",
    "Meticulous Disassembly",
    "Discard an item; then heal 3 and deal 3 damage to an adjacent enemy.",
    cost=1,
    can=_has_items,
    forms=MAGIC,
    away=True,
)
def great_disassembly(battle: Battle, me: Me) -> None:
    """Discard the item as the price; every item deals damage."""
    _take_apart(battle, me, common=True)


def _souls_wait(battle: Battle, me: Me, now: Happening) -> bool:
    return hurt(battle, me, now) and bool(battle.state.fallen)


def _spend_souls(battle: Battle, me: Me, now: Happening) -> None:
    assert now.instance is not None
    now.instance.prevent(len(battle.state.fallen))


@hook(Moment.DAMAGE_COMING, "Soul Reservoir", when=_souls_wait, prevents=_spend_souls)
def soul_reservoir(battle: Battle, me: Me, now: Happening) -> None:
    """When you are dealt damage: prevent 1 of it for each enemy in the defeated stack."""
    _spend_souls(battle, me, now)


def _warrior_dice(battle: Battle, unit: UnitId) -> list[DieId]:
    lines = catalogue_of(battle).line_of
    row = battle.mat(unit).row
    return [die for die in row if lines[battle.state.dice[die].kind].constellation == "warrior"]


def _can_reave(battle: Battle, me: Me) -> bool:
    worth = units.reachable(battle, me.unit) or units.is_hurt(battle.unit(me.unit))
    return bool(_warrior_dice(battle, me.unit)) and bool(worth)


@ability(
    "reaving-blows",
    "Reaving Blows",
    "Drain an available Warrior die; then 2 true damage to a targetable enemy, and heal 2.",
    cost=3,
    can=_can_reave,
    forms=("heavy-weapon", "light-weapon"),
)
def reaving_blows(battle: Battle, me: Me) -> None:
    """Drain the die as the price, then deal the damage and heal. Combat dice are Warrior dice."""
    dice = _warrior_dice(battle, me.unit)
    text = "Reaving Blows: which die is drained?"
    for die in asking.some_dice(battle, me.unit, dice, 1, 1, NamedCode("reaving-blows"), text=text):
        track.drain(battle, die)
    text = "Reaving Blows: who is dealt 2 true damage?"
    there = units.reachable(battle, me.unit)
    unit = asking.one_unit(battle, me.unit, there, NamedCode("reaving-blows.target"), text)
    if unit:
        deal(battle, unit, me.unit, true=2, how=NamedReason("reaving-blows"))
    heal(battle, me.unit, 2, me.unit)


def _spent_races(battle: Battle) -> list[Unit]:
    """Return the adventurers who have used their race ability in this battle."""
    found = []
    for unit, mat in battle.state.adventurers.items():
        if any(notes.below(battle.state.used, unit, mat.race, scopes=("battle",))):
            found.append(battle.unit(unit))
    return found


def _some_race_spent(battle: Battle, me: Me) -> bool:
    return bool(_spent_races(battle))


def _renew_race(battle: Battle, me: Me) -> None:
    text = "Strategic Reserve: whose race ability is ready again?"
    unit = asking.one_unit(
        battle, me.unit, _spent_races(battle), NamedCode("strategic-reserve"), text
    )
    battle.emit(RaceReadied(unit))


@ability(
    "strategic-reserve",
    "Strategic Reserve",
    "An adventurer's race ability is ready again.",
    cost=5,
    can=_some_race_spent,
    forms=MAGIC,
)
def strategic_reserve(battle: Battle, me: Me) -> None:
    """Make a race ability ready again, a defeated adventurer's too."""
    _renew_race(battle, me)


@ability(
    "strategic-reserve",
    "Strategic Reserve",
    "An adventurer's race ability is ready again.",
    cost=4,
    can=_some_race_spent,
    forms=MAGIC,
)
def cheap_reserve(battle: Battle, me: Me) -> None:
    """Do as the novice does, for 1 tenacity less."""
    _renew_race(battle, me)


SHEET = ClassSheet(
    id="spellsword",
    name="Spellsword",
    constellation="warrior",
    jailbreak="defeat-skeleton",
    novice=Side(
        hooks=(promotion("Spellsword", _schooled),),
        abilities=(
            spellsword_sides.novice,
            heros_vigor,
            disassembly,
            reaving_blows,
            strategic_reserve,
        ),
        interrupts=(Interrupt("soul-reservoir", "Soul Reservoir", 3, soul_reservoir),),
    ),
    master=Side(
        abilities=(
            spellsword_sides.master,
            heros_vigor,
            great_disassembly,
            reaving_blows,
            cheap_reserve,
        ),
        interrupts=(Interrupt("soul-reservoir", "Soul Reservoir", 2, soul_reservoir),),
        enduring=(
            Enduring(
                "eldritch-insight",
                "Eldritch Insight",
                spellsword_sides.INSIGHT,
                traits=(spellsword_sides.ANY_LEVEL,),
                text="Your innate ability takes dice of all levels.",
            ),
        ),
    ),
)
