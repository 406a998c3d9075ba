"""Which weapon the sensible bot wields in an engage, and when it overtaxes it."""

from clients.bots import arming
from clients.bots.figures import Dice
from protocol.questions import Option, Plan, Slot
from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import glossary

DICE = Dice(glossary(catalogue()))
CLUB = Option("weapon:club", "Club", "1 damage to the target.")
AXE = Option("weapon:axe", "Axe", "3 damage to the target.")
BOW = Option("weapon:bow", "Bow", "2 damage to the target.")
HELD = Plan((Slot("weapon", (CLUB, AXE, BOW), 0, 1),))


def fits(plan: Plan, key: str, form: str) -> bool:
    """A bow is for the ranged form, everything else for any other one."""
    return (key == BOW.key) == (form == "form:ranged-weapon")


def test_of_the_weapons_that_fit_the_form_it_wields_the_one_that_adds_most() -> None:
    assert arming.weapon(HELD, "form:light-weapon", DICE, fits) == (("weapon:axe",), 3.0)
    assert arming.weapon(HELD, "form:ranged-weapon", DICE, fits) == (("weapon:bow",), 2.0)


def test_without_a_weapon_that_fits_it_wields_none() -> None:
    assert arming.weapon(Plan(()), "form:magic", DICE, fits) == ((), 0.0)


def test_it_overtaxes_only_the_weapon_that_it_holds() -> None:
    text = "3 damage to the target."
    both = (Option("overtax:club", "Overtax", text), Option("overtax:axe", "Overtax", text))
    plan = Plan((Slot("overtax", both, 0, 1),))
    assert arming.overtax(plan, DICE, ("weapon:axe",), 2.0, 4) == ("overtax:axe",)


def test_against_much_hp_a_weapon_is_overtaxed_even_if_it_fells_nobody() -> None:
    """Given 3 damage more than planned, against 5 HP that would be left it is worth the weapon."""
    plan = Plan((Slot("overtax", (Option("overtax:axe", "", "3 damage to the target."),), 0, 1),))
    assert arming.overtax(plan, DICE, ("weapon:axe",), 2.0, 2 + arming.BIG) == ("overtax:axe",)
    assert arming.overtax(plan, DICE, ("weapon:axe",), 2.0, 1 + arming.BIG) == ()


def test_it_overtaxes_a_weapon_for_the_blow_that_fells() -> None:
    text = "3 damage to the target."
    plan = Plan((Slot("overtax", (Option("overtax:i1", "Overtax", text),), 0, 1),))
    assert arming.overtax(plan, DICE, ("weapon:i1",), 2.0, 4) == ("overtax:i1",)
    assert arming.overtax(plan, DICE, ("weapon:i1",), 4.0, 4) == ()
    assert arming.overtax(plan, DICE, (), 2.0, 4) == ()


def test_a_weapon_promises_its_dice_and_its_damage_but_not_what_comes_afterwards() -> None:
    assert arming.promised("2 damage to the target", DICE) == 2
    assert arming.promised("2 enemy Combat dice more.", DICE) == 2 * DICE.enemy_combat
    assert arming.promised("Then: 1 damage to each other enemy next to you.", DICE) == 0
