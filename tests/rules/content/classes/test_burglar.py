from typing import Any

import pytest

from protocol.battle import TenacityChanged, TurnBegan
from server.rules.battle.kernel.state import MAX_TENACITY, Deck
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())
HERE = (2, -1)
LOAF, SALTS, SALAD = "falkreath-meat-loaf", "smelling-salts", "bravil-melon-salad"
PICKED = ("d6:5", "d6:2", "d6:2")
SUPPLIER, SPRINT = "shadowy-supplier", "padomaic-sprint"


def burglar(**figures: Any) -> Hero:
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "burglar", "tenacity": 3, "at": (1, -1), **figures
    }  # fmt: skip
    return hero(**drawn)


def at_cache(*heroes: Hero, deck: Deck | None = None, **figures: Any) -> Scene:
    """Somebody has just moved onto a cache whose lock is 3:5-2-2."""
    party = heroes or (burglar(**figures),)
    pile = deck or Deck(cards={LOAF: 1}, top="3:5-2-2")
    scene = Scene(*party, FAR, caches={HERE: "common"}, decks={"common": pile})
    return scene.move(HERE)


def killing(*heroes: Hero, deck: Deck | None = None, **figures: Any) -> Scene:
    """The Burglar is about to defeat an adjacent enemy."""
    near = foe("e1", at=(0, 0), hp=1, skills=())
    drawn = {"row": ["combat"], "tenacity": 2, **figures}
    decks = {"common": deck or Deck(), "legendary": Deck(cards={"feast-of-the-harvest": 1})}
    scene = Scene(burglar(**drawn), *heroes, near, FAR, decks=decks)
    return scene.rolls("combat:1").engage("a1", "e1", ["combat"]).resolve("combat")


def test_the_valenwood_set_brings_the_sheet() -> None:
    assert catalogue().classes["burglar"].set == "valenwood"


@rule("CLS-2")
@pytest.mark.parametrize("master", [False, True])
def test_a_burglars_checks_have_one_more_attempt(master: bool) -> None:
    scene = at_cache(master=master).rolls("d6:1", "d6:1", "d6:1").answer("cache.pick", "pick")
    scene.passes("lockpick.adjust")
    assert "3 left" in scene.asked("lockpick.keep").shape.slots[0].options[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("master", [False, True])
def test_a_picked_lock_gives_one_tenacity(master: bool) -> None:
    scene = at_cache(master=master, tenacity=0).rolls(*PICKED, 0).answer("cache.pick", "pick")
    assert scene.mat("a1").tenacity == 1


def test_fortunes_favor_draws_two_cards_more_and_keeps_one_of_the_three() -> None:
    deck = Deck(cards={LOAF: 1, SALTS: 1, SALAD: 1}, top="3:5-2-2")
    scene = at_cache(deck=deck).rolls(*PICKED, 0, 0, 0, 0, 0).answer("cache.pick", "pick")
    scene.answer("cache_yields", "fortunes-favor")
    assert len(scene.offered("fortunes-favor")) == 3
    scene.answer("fortunes-favor", "2").answer("item.gained", "pack")
    pile = scene.state.decks["common"]
    (kept,) = scene.mat("a1").pack
    assert sorted([*pile.discard, kept.item]) == sorted([LOAF, SALTS, SALAD])
    assert (pile.drawn, sum(pile.cards.values()), scene.mat("a1").tenacity) == ((), 0, 3)


def test_fortunes_favor_costs_a_master_nothing() -> None:
    deck = Deck(cards={LOAF: 1, SALTS: 1}, top="3:5-2-2")
    scene = at_cache(deck=deck, master=True, tenacity=0).rolls(*PICKED, 0, 0, 0)
    scene.answer("cache.pick", "pick").answer("cache_yields", "fortunes-favor")
    assert (len(scene.offered("fortunes-favor")), scene.mat("a1").tenacity) == (2, 1)


def test_without_fortunes_favor_the_top_card_comes() -> None:
    deck = Deck(cards={LOAF: 1, SALTS: 1}, top="3:5-2-2")
    scene = at_cache(deck=deck).rolls(*PICKED, 0).answer("cache.pick", "pick")
    scene.passes("cache_yields").answer("item.gained", "ready")
    assert len(scene.mat("a1").ready) == 1


@pytest.mark.parametrize(("number", "healed"), [(1, 3), (2, 3), (3, 0), (5, 0)])
def test_shadowy_supplier_heals_three_on_one_or_two(number: int, healed: int) -> None:
    scene = killing(hp=1).rolls(f"d6:{number}").answer("defeated", SUPPLIER)
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (1 + healed, 0)


def test_shadowy_supplier_takes_up_to_three_light_fatigue_on_three_or_four() -> None:
    scene = killing(track=["LF", "OF", "LF", "LF", "LF"]).rolls("d6:4")
    scene.answer("defeated", SUPPLIER).answer("shadowy-supplier.rest", "3")
    assert scene.track("a1") == ["OF", "LF", "combat"]


@pytest.mark.parametrize("number", [5, 6])
def test_shadowy_supplier_draws_a_common_item_on_five_or_six(number: int) -> None:
    scene = killing(deck=Deck(cards={LOAF: 1})).rolls(f"d6:{number}", 0, 0)
    scene.answer("defeated", SUPPLIER).answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == [LOAF]


def test_a_masters_supplier_may_draw_a_legendary_item() -> None:
    scene = killing(master=True, deck=Deck(cards={LOAF: 1})).rolls("d6:5", 0, 0)
    scene.answer("defeated", SUPPLIER).answer("shadowy-supplier.again", "keep")
    scene.answer("shadowy-supplier.deck", "legendary").answer("item.gained", "ready")
    assert [card.item for card in scene.mat("a1").ready] == ["feast-of-the-harvest"]


def test_a_master_rolls_the_suppliers_die_once_more() -> None:
    scene = killing(master=True, hp=1).rolls("d6:3").answer("defeated", SUPPLIER)
    scene.rolls("d6:1").answer("shadowy-supplier.again", "again")
    assert scene.hp("a1") == 4


def test_the_supplier_pays_for_the_burglars_own_kill_alone() -> None:
    """A ruling."""
    near = foe("e1", at=(0, 0), hp=1, skills=())
    ally = hero("a2", at=(0, 1), row=["combat"])
    scene = Scene(burglar(), ally, near, FAR, turn="a2")
    scene.rolls("combat:1").engage("a2", "e1", ["combat"]).resolve("combat")
    assert all(question.why != "defeated" for question in scene.questions)


@rule("CLS-4")
@pytest.mark.parametrize(("tenacity", "left", "gained"), [(3, 3, 1), (2, 2, 0)])
def test_clemency_lends_the_other_adventurers_the_innate_ability(
    tenacity: int, left: int, gained: int
) -> None:
    ally = hero("a2", at=(1, -1), race="nord")
    scene = at_cache(ally, burglar(name="a1", at=(-3, 0), tenacity=tenacity))
    scene.rolls("d6:1", "d6:1", "d6:1").answer("cache.pick", "pick").passes("lockpick.adjust")
    text = scene.asked("lockpick.keep").shape.slots[0].options[0].text  # type: ignore[union-attr]
    assert f"{left} left" in text
    scene.rolls(*PICKED, 0).answer("lockpick.keep", "roll")
    assert (scene.mat("a2").tenacity, scene.mat("a1").tenacity) == (gained, tenacity)


def enemies_turn_over(**figures: Any) -> Scene:
    """An enemy's turn is about to end; the Burglar has 5 tenacity."""
    near = foe("e1", at=(0, 0), health=5, hp=5, combat=0, skills=())
    last = foe("e2", at=(-4, 4), combat=0, skills=())
    scene = Scene(burglar(tenacity=5, row=["combat"], **figures), near, last, turn=None)
    return scene.answer("enemy.order", "e1")


@rule("ENG-30")
def test_padomaic_sprint_is_a_whole_turn_at_the_end_of_an_enemys() -> None:
    scene = enemies_turn_over().answer("turn_ends", SPRINT)
    scene.rolls("combat:2").engage("a1", "e1", ["combat"]).resolve("combat")
    assert (scene.hp("e1"), scene.mat("a1").tenacity) == (3, 0)
    scene.end_turn()
    begun = [event.unit for event in scene.events(TurnBegan)]
    assert begun[:3] == ["e1", "a1", "e2"]


@rule("CLS-3")
def test_padomaic_sprint_comes_beside_the_turn_of_the_round_and_once_in_it() -> None:
    scene = enemies_turn_over().answer("turn_ends", SPRINT)
    assert "round:a1.burglar.sprint" in scene.state.used
    scene.end_turn().default()
    assert scene.state.turn is not None
    assert (scene.state.round, scene.state.turn.unit, scene.state.turn.extra) == (2, "a1", False)
    assert "round:a1.burglar.sprint" not in scene.state.used


def test_padomaic_sprint_may_follow_the_burglars_own_turn() -> None:
    scene = Scene(burglar(tenacity=5), foe("e1", at=(0, 0), combat=0, skills=()))
    scene.end_turn().answer("turn_ends", SPRINT).end_turn()
    begun = [(event.unit, event.extra) for event in scene.events(TurnBegan)]
    assert begun[:2] == [("a1", True), ("e1", False)]


def looted(caches: int) -> Scene:
    """The Burglar picks one lock after the other in a single move."""
    hexes = ((0, 0), (1, 0), (2, 0), (3, 0))
    scene = Scene(
        burglar(at=(-1, 0), tenacity=0, stamina=4),
        FAR,
        caches=dict.fromkeys(hexes[:caches], "common"),
        decks={"common": Deck(cards={LOAF: 9}, top="3:5-2-2")},
    )
    scene.rolls(*(*PICKED, 0, 0) * caches).move(*hexes)
    for _ in range(caches):
        scene.answer("cache.pick", "pick").passes("cache_yields").answer("item.gained", "ready")
    return scene


@rule("CLS-1", "CLS-20")
def test_the_fourth_item_of_a_battle_makes_a_master_in_the_middle_of_a_move() -> None:
    scene = looted(4).answer("item_gained", "promotion")
    assert scene.mat("a1").master


def test_the_promotion_can_wait() -> None:
    scene = looted(4).passes("item_gained").answer("anytime", "promotion")
    assert scene.mat("a1").master


def test_three_items_are_not_enough() -> None:
    scene = looted(3)
    assert all(question.why not in ("anytime", "item_gained") for question in scene.questions)


def test_what_only_a_town_has_a_use_for_is_on_the_sheet_as_such() -> None:
    sheet = catalogue().classes["burglar"]
    assert [(one.id, one.cost) for one in sheet.novice.elsewhere] == [("cutpurses-art", 2)]
    master = [(one.id, one.cost) for one in sheet.master.elsewhere]
    assert master == [("cutpurses-art", 1), ("haggling", 2)]


@rule("STS-7")
def test_a_dazed_burglar_who_has_moved_rolls_nothing_for_the_supplier() -> None:
    near = foe("e1", at=(0, 0), hp=1, skills=())
    drawn = burglar(at=(2, -2), ready=["vitriol-flask"], track=["daze"], tenacity=2)
    scene = Scene(drawn, near, FAR).move((1, -1)).answer("turn.act", ":drink")
    assert scene.unit("e1").fate == "defeated"
    assert scene.offered("turn.act")


@pytest.mark.parametrize(("tenacity", "told"), [(MAX_TENACITY - 1, 1), (MAX_TENACITY, 0)])
def test_who_has_all_tenacity_gains_none_by_a_picked_lock(tenacity: int, told: int) -> None:
    scene = at_cache(tenacity=tenacity).rolls(*PICKED, 0).answer("cache.pick", "pick")
    assert scene.mat("a1").tenacity == MAX_TENACITY
    assert len([one for one in scene.events(TenacityChanged) if one.unit == "a1"]) == told
