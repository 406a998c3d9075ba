"""Which cards the sensible bot takes along and holds ready."""

from typing import Any

from clients.bots import outfitting
from protocol.ids import NamedCode, SeatId, UnitId
from protocol.questions import One, Option, Question, Some

BOW = {"adventurers": {"a1": {"lines": ["combat", "bow"], "ready": []}}}
LONGBOW = Option("longbow", "Longbow", "ranged-weapon weapon: 1 enemy Combat die more.")
MAUL = Option("maul", "Maul", "heavy-weapon weapon: 1 enemy Combat die more.")
HELM = Option("helm", "Helm", "head armor: Prevent 1.")
SOUP = Option("soup", "Soup", "consumable: You heal 2.")
PICKS = Option("picks", "Picks", "miscellaneous: 2 more attempts in a lockpick check.")


def choose(why: str, shape: Some | One, ready: int = 0) -> tuple[str, ...] | None:
    mat: dict[str, Any] = {**BOW["adventurers"]["a1"], "ready": [{}] * ready}
    question = Question((SeatId("1"),), NamedCode(why), "", shape)
    return outfitting.choose({"adventurers": {"a1": mat}}, UnitId("a1"), question)


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
