"""Which cards the sensible bot takes along and holds ready, and what it does with a weapon."""

from typing import Any

from clients.bots import arming, outfitting
from protocol.questions import One, Option, Plan, Question, Slot, Some

BOW = {"adventurers": {"a1": {"lines": ["combat", "bow"], "ready": []}}}
LONGBOW = Option("longbow", "Longbow", "ranged-weapon weapon: 1 enemy Combat die more.")
MAUL = Option("maul", "Maul", "heavy-weapon weapon: 1 enemy Combat die more.")
HELM = Option("helm", "Helm", "head armor: Prevent 1.")
SOUP = Option("soup", "Soup", "consumable: You heal 2.")
PICKS = Option("picks", "Picks", "miscellaneous: 2 more attempts in a lockpick check.")


def choose(why: str, shape: Some | One, ready: int = 0) -> tuple[str, ...] | None:
    mat: dict[str, Any] = {**BOW["adventurers"]["a1"], "ready": [{}] * ready}
    question = Question(("1",), why, "", shape)
    return outfitting.choose({"adventurers": {"a1": mat}}, "a1", question)


def sorting(*options: Option, ready: int) -> tuple[str, ...] | None:
    return choose("deploy.items", One((Option("done", "Go"), *options)), ready)


def test_of_a_kit_it_keeps_a_weapon_for_its_own_form_and_what_saves_its_hp() -> None:
    kept = choose("kit.choose", Some((PICKS, MAUL, SOUP, LONGBOW, HELM), 3, 3))
    assert kept == ("longbow", "helm", "soup")


def test_it_takes_one_weapon_and_no_second() -> None:
    other = Option("bow", "Bow", LONGBOW.note)
    assert choose("kit.choose", Some((LONGBOW, other, SOUP), 2, 2)) == ("longbow", "soup")


def test_it_fills_its_ready_slots_with_the_best_of_its_pack() -> None:
    packed = [Option(f"ready:{one.key}", one.text, one.note) for one in (PICKS, SOUP, HELM)]
    assert sorting(*packed, ready=2) == ("ready:helm",)
    assert sorting(*packed, ready=4) == ("done",)


def test_it_does_not_swap_two_armors_for_one_body_area() -> None:
    worn, packed = Option("pack:h", "Helm", HELM.note), Option("ready:g", "Cap", HELM.note)
    assert sorting(worn, packed, ready=1) == ("done",)


def test_it_enchants_before_it_goes_into_battle() -> None:
    spell = Option("use:i1", "Enchant adventurer", "Put it on yourself or an adjacent adventurer.")
    assert sorting(spell, ready=1) == ("use:i1",)


def test_it_overtaxes_a_weapon_for_the_blow_that_fells() -> None:
    text = "3 damage to the target."
    plan = Plan((Slot("overtax", (Option("overtax:i1", "Overtax", text),), 0, 1),))
    assert arming.overtax(plan, ("weapon:i1",), 2.0, 4) == ("overtax:i1",)
    assert arming.overtax(plan, ("weapon:i1",), 4.0, 4) == ()
    assert arming.overtax(plan, (), 2.0, 4) == ()


def test_a_weapon_promises_its_dice_and_its_damage_but_not_what_comes_afterwards() -> None:
    assert arming.promised("2 damage to the target") == 2
    assert arming.promised("2 enemy Combat dice more.") == 2 * arming.DIE
    assert arming.promised("Then: 1 damage to each other enemy next to you.") == 0
