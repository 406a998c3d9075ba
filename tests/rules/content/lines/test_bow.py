"""Bow: Snipe, Volley, Acid Spray, Vinedusk Training, Rapid Fire."""

from typing import Any

import pytest

from protocol.battle import DamageDealt, UnitMoved, UnitPlaced
from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero

SNIPE, VOLLEY, VINEDUSK = "snipe", "volley", "vinedusk-training"


def archer(*row: str, **figures: Any) -> Hero:
    """An archer two hexes from the middle, where the enemies of these scenes stand."""
    figures = {"at": (2, -2), **figures}
    return hero(form="ranged-weapon", row=list(row), **figures)


@pytest.mark.parametrize(("face", "left"), [("snipe:1", 3), ("snipe:2", 2)])
def test_snipe_deals_its_value_to_the_target(face: str, left: int) -> None:
    scene = Scene(archer(SNIPE), foe("e1", at=(0, 0), hp=4))
    scene.rolls(face).engage("a1", "e1", [SNIPE]).resolve(SNIPE)
    assert scene.hp("e1") == left
    assert scene.track("a1") == [SNIPE]


@pytest.mark.rule("ENG-18", "DMG-8")
def test_every_snipe_ignores_1_of_the_targets_defense() -> None:
    scene = Scene(archer(SNIPE, SNIPE), foe("e1", at=(0, 0), hp=4, defense=3))
    scene.rolls("snipe:1", "snipe:1").engage("a1", "e1", [SNIPE, SNIPE]).resolve(SNIPE, SNIPE)
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented, damage.taken) == (2, 1, 1)


def test_snipe_ignores_defense_for_one_engage_only() -> None:
    scene = Scene(archer(SNIPE, "combat"), foe("e1", at=(0, 0), hp=4, defense=1))
    scene.rolls("snipe:1").engage("a1", "e1", [SNIPE]).resolve(SNIPE)
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert [damage.taken for damage in scene.events(DamageDealt)] == [1, 1]


@pytest.mark.rule("FRM-4")
def test_a_bow_does_not_reach_an_adjacent_target() -> None:
    scene = Scene(archer(SNIPE), foe("e1", at=(1, -1)), foe("e2", at=(0, 0)))
    targets = [key for key in scene.offered("turn.engage") if key.startswith("target:")]
    assert targets == ["target:e1", "target:e2"]
    needs = {n.key: n.others for n in scene.asked("turn.engage").shape.needs}  # type: ignore[union-attr]
    assert "form:ranged-weapon" not in needs["target:e1"]
    assert "form:ranged-weapon" in needs["target:e2"]


def test_volley_shares_4_damage_over_adjacent_enemies_and_places_the_archer_2_to_4_hexes_away() -> (
    None
):
    scene = Scene(
        archer(VOLLEY, at=(0, 0)),
        foe("e1", at=(1, 0), hp=5),
        foe("e2", at=(0, 1), hp=5),
        foe("e3", at=(0, 2), hp=5),
    )
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY)
    scene.answer("volley", "e1", "e2", "e2", "e1")
    hexes = scene.offered("volley.place")
    assert "0,2" not in hexes
    assert len(hexes) == 61 - 7 - 1
    scene.answer("volley.place", "-3,0")
    assert scene.unit("a1").at == (-3, 0)
    assert [scene.hp(f"e{n}") for n in (1, 2, 3)] == [3, 3, 5]
    assert (len(scene.events(UnitPlaced)), len(scene.events(UnitMoved))) == (1, 0)


@pytest.mark.rule("ENG-29")
def test_volley_without_an_adjacent_enemy_gives_no_placement() -> None:
    scene = Scene(archer(VOLLEY), foe("e1", at=(0, 0)))
    scene.rolls("volley").engage("a1", "e1", [VOLLEY])
    assert scene.questions[-1].why == "turn.act"
    assert scene.unit("a1").at == (2, -2)
    assert scene.track("a1") == [VOLLEY]


@pytest.mark.rule("ENG-7")
def test_enemies_hit_by_volley_are_not_engaged() -> None:
    """Fumes blinds whoever engaged its bearer: Volley does not, Snipe would."""
    scene = Scene(archer(VOLLEY), foe("e1", at=(1, -1), hp=5, skills=("fumes",)))
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY)
    scene.answer("volley.place", "0,0")
    assert scene.hp("e1") == 1
    assert scene.track("a1") == [VOLLEY]


@pytest.mark.parametrize("order", ["now", "later"])
@pytest.mark.rule("ENG-26")
def test_riposte_answers_volley_whether_the_archer_is_placed_before_or_after_it(order: str) -> None:
    scene = Scene(archer(VOLLEY), foe("e1", at=(1, -1), hp=5, skills=("riposte 2",)))
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY)
    scene.answer("volley.order", order).answer("volley.place", "0,0")
    assert (scene.hp("a1"), scene.hp("e1")) == (3, 1)
    story = [type(event) for event in scene.told if isinstance(event, (DamageDealt, UnitPlaced))]
    placed = UnitPlaced, DamageDealt, DamageDealt
    assert story == list(placed if order == "now" else reversed(placed))


def test_volley_asks_for_no_order_where_no_riposte_can_come() -> None:
    scene = Scene(
        archer(VOLLEY),
        foe("e1", at=(1, -1), hp=5),
        foe("e2", at=(3, -2), hp=5, skills=("riposte 2",)),
    )
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY)
    scene.answer("volley", *["e1"] * 4)
    assert scene.offered("volley.place")


def test_an_archer_felled_by_the_riposte_is_not_placed_any_more() -> None:
    scene = Scene(
        archer(VOLLEY, hp=1),
        hero("a2", at=(-2, 0)),
        foe("e1", at=(1, -1), hp=5, skills=("riposte 2",), level=10, combat=0),
    )
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY).answer("volley.order", "later")
    assert scene.unit("a1").fate == "defeated"
    assert not scene.events(UnitPlaced)


@pytest.mark.rule("ENG-26")
def test_iron_bark_gives_nothing_against_volley() -> None:
    scene = Scene(archer(VOLLEY), foe("e1", at=(1, -1), hp=5, skills=("iron-bark",)))
    scene.rolls("volley").engage("a1", "", [VOLLEY]).resolve(VOLLEY)
    scene.answer("volley.place", "0,0")
    assert scene.hp("e1") == 1


@pytest.mark.rule("ENG-28")
def test_a_target_out_of_reach_after_volley_cannot_be_hit_any_more() -> None:
    scene = Scene(
        archer(VOLLEY, SNIPE, at=(0, 0)), foe("e1", at=(1, 0), hp=9), foe("e2", at=(3, 0), hp=9)
    )
    scene.rolls("volley", "snipe:1").engage("a1", "e2", [VOLLEY, SNIPE]).resolve(VOLLEY, SNIPE)
    scene.answer("volley.place", "-3,0")
    assert (scene.hp("e1"), scene.hp("e2")) == (5, 9)
    assert scene.track("a1") == [VOLLEY, SNIPE]


def test_acid_spray_puts_bane_on_each_chosen_enemy_whose_two_dice_sum_to_7() -> None:
    scene = Scene(
        archer("acid-spray"),
        foe("e1", at=(0, 0)),
        foe("e2", at=(0, -1)),
        foe("e3", at=(1, -2), hp=4),
        foe("e4", at=(0, -2)),
    )
    scene.rolls("acid-spray").engage("a1", "e1", ["acid-spray"])
    scene.rolls("d6:3", "d6:4", "d6:1", "d6:5").resolve("acid-spray")
    assert scene.offered("acid-spray") == ["e1", "e2", "e4"]
    scene.answer("acid-spray", "e1", "e4").done()
    assert [scene.unit(f"e{n}").statuses for n in (1, 2, 4)] == [("bane",), (), ()]


@pytest.mark.rule("TRM-5", "TRM-8")
def test_acid_spray_needs_no_target_but_somebody_targetable() -> None:
    scene = Scene(
        archer("acid-spray"),
        foe("e1", at=(0, 0), statuses=("stealth",)),
        foe("e2", at=(-2, 2)),
    )
    scene.rolls("acid-spray").engage("a1", "", ["acid-spray"])
    assert scene.questions[-1].why == "turn.act"
    assert scene.track("a1") == ["acid-spray"]


@pytest.mark.rule("SKR-1")
def test_vinedusk_training_recovers_two_bow_dice_at_the_start_of_a_turn() -> None:
    scene = Scene(
        archer(active=[f"{VINEDUSK}@{VINEDUSK}"], track=[VOLLEY, "LF", "combat", SNIPE]),
        foe("e1", at=(-3, 3), range=1, combat=0),
        turn=None,
    )
    scene.answer("turn_starts", "prepare")
    names = [key.split(".")[1] for key in scene.offered(VINEDUSK)]
    assert names == [VOLLEY, SNIPE, VINEDUSK]
    scene.answer(VINEDUSK, VOLLEY, SNIPE)
    assert scene.row("a1") == [VOLLEY, SNIPE]
    assert scene.track("a1") == ["LF", "combat", VINEDUSK]
    assert not scene.active("a1")


def test_vinedusk_training_recovers_three_dice_if_all_are_snipe() -> None:
    scene = Scene(
        archer(active=[f"{VINEDUSK}@{VINEDUSK}"], track=[SNIPE, SNIPE, VOLLEY, SNIPE]),
        foe("e1", at=(-3, 3), range=1, combat=0),
        turn=None,
    )
    scene.answer("turn_starts", "prepare").answer("vinedusk", "snipe")
    scene.answer(VINEDUSK, *scene.offered(VINEDUSK))
    assert scene.row("a1") == [SNIPE] * 3
    assert scene.track("a1") == [VOLLEY, VINEDUSK]


def test_vinedusk_training_may_recover_itself() -> None:
    scene = Scene(
        archer(active=[f"{VINEDUSK}@{VINEDUSK}"]),
        foe("e1", at=(-3, 3), range=1, combat=0),
        turn=None,
    )
    scene.answer("turn_starts", "prepare").answer(VINEDUSK, VINEDUSK)
    assert scene.row("a1") == [VINEDUSK]


@pytest.mark.rule("GEN-4")
def test_vinedusk_training_may_be_kept_for_another_turn() -> None:
    scene = Scene(
        archer(active=[f"{VINEDUSK}@{VINEDUSK}"], track=[SNIPE]),
        foe("e1", at=(-3, 3), range=1, combat=0),
        turn=None,
    )
    scene.passes("turn_starts")
    assert (scene.active("a1"), scene.track("a1")) == ([VINEDUSK], [SNIPE])


def test_vinedusk_training_waits_in_a_slot_once_it_is_resolved() -> None:
    scene = Scene(archer(VINEDUSK, track=[SNIPE]), foe("e1", at=(0, 0)))
    scene.rolls(VINEDUSK).engage("a1", "", [VINEDUSK]).resolve(VINEDUSK)
    assert (scene.active("a1"), scene.track("a1")) == ([VINEDUSK], [SNIPE])
