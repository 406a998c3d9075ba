from typing import Any

import msgspec
import pytest

from server.rules.battle.kernel.state import Card, Deck
from server.rules.content.catalogue import catalogue
from tests.scene import Scene, foe, hero
from tests.scene.builders import Foe, Hero

rule = pytest.mark.rule
FAR = foe("e9", at=(-4, 4), skills=())
HERE = (2, -1)
LOAF, SALAD, SALTS = "falkreath-meat-loaf", "bravil-melon-salad", "smelling-salts"
FEAST, DRAUGHT, ALEMBIC = "feast-of-the-harvest", "cloudy-healing-draught", "traveling-alembic"


def chef(*, used: tuple[str, ...] = (), **figures: Any) -> Hero:
    """A Chef; `used` names the cards that are expended."""
    drawn: dict[str, Any] = {
        "race": "dark-elf", "cls": "chef", "tenacity": 5, "at": (1, -1), **figures
    }  # fmt: skip
    made = hero(**drawn)
    for cards in (made.ready, made.pack):
        cards[:] = [Card(card.id, card.item, expended=card.item in used) for card in cards]
    return made


def turn_of(*others: Foe | Hero, **figures: Any) -> Scene:
    return Scene(chef(**figures), *others, FAR)


def carried(scene: Scene, unit: str = "a1") -> dict[str, bool]:
    """The cards of an inventory, and whether each is expended."""
    mat = scene.mat(unit)
    return {card.item: card.expended for card in (*mat.ready, *mat.pack)}


def test_the_sheet_is_no_part_of_the_base_game() -> None:
    """Fifteen sheets are, and the Jailbreak earns nobody this one."""
    sheets = catalogue().classes.values()
    chef_ = catalogue().classes["chef"]
    assert sum(sheet.set == "base" for sheet in sheets) == 15
    assert (chef_.set, chef_.jailbreak) == ("promo", "")


@rule("CLS-2")
def test_the_refreshing_of_a_potion_refreshes_a_consumable_instead() -> None:
    scene = turn_of(ready=[ALEMBIC, DRAUGHT, LOAF], used=(DRAUGHT, LOAF), tenacity=0)
    scene.answer("turn.act", "traveling-alembic").answer("item_refreshed", "leftovers")
    assert carried(scene) == {DRAUGHT: True, LOAF: False}


def test_a_master_refreshes_two_consumables_in_a_potions_place() -> None:
    ready = [ALEMBIC, DRAUGHT, LOAF, SALAD]
    scene = turn_of(ready=ready, used=(DRAUGHT, LOAF, SALAD), tenacity=0, master=True)
    scene.answer("turn.act", "traveling-alembic").answer("item_refreshed", "rich_leftovers")
    scene.answer("chef.refresh", "a1-bravil-melon-salad")
    assert carried(scene) == {DRAUGHT: True, LOAF: False, SALAD: False}


def test_the_potion_may_be_refreshed_all_the_same() -> None:
    scene = turn_of(ready=[ALEMBIC, DRAUGHT, LOAF], used=(DRAUGHT, LOAF), tenacity=0)
    scene.answer("turn.act", "traveling-alembic").passes("item_refreshed")
    assert carried(scene) == {DRAUGHT: False, LOAF: True}


@rule("CLS-5")
@pytest.mark.parametrize(("master", "left"), [(False, 0), (True, 1)])
def test_gourmand_expends_a_consumable_that_would_be_discarded(master: bool, left: int) -> None:
    scene = turn_of(ready=[LOAF], hp=3, tenacity=1, master=master)
    scene.answer("turn.act", "falkreath").answer("item_discarded", "gourmand")
    assert (carried(scene), scene.hp("a1")) == ({LOAF: True}, 5)
    assert scene.mat("a1").tenacity == left
    assert all(LOAF not in key for key in scene.offered("turn.act"))


def test_gourmand_does_not_keep_what_is_expended_already() -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = turn_of(near, ready=[LOAF], used=(LOAF,)).answer("turn.act", "recipe-card")
    assert (carried(scene), scene.hp("e1")) == ({}, 4)


def test_gourmand_answers_a_loss_for_whatever_reason() -> None:
    """A ready slot is needed: the consumable stays, so something else has to go."""
    ready = [LOAF, "steel-maul", "poachers-knife", "yew-longbow"]
    scene = at_cache(deck=Deck(cards={SALTS: 1}, top="3:5-2-2"), ready=ready)
    scene.rolls("d6:5", "d6:2", "d6:2", 0).answer("cache.pick", "pick")
    scene.answer("item.gained", "ready").answer("item.room", f"discard:a1-{LOAF}")
    scene.answer("item_discarded", "gourmand").answer("item.room", "discard:a1-steel-maul")
    assert carried(scene)[LOAF] is True
    assert [card.item for card in scene.mat("a1").ready][-1] == SALTS


def at_cache(*, deck: Deck, **figures: Any) -> Scene:
    """The Chef has just moved onto a cache."""
    scene = Scene(chef(**figures), FAR, caches={HERE: "common"}, decks={"common": deck})
    return scene.move(HERE)


@pytest.mark.parametrize("master", [False, True])
def test_connoisseur_gains_the_first_consumable_in_place_of_the_cards_above_it(
    master: bool,
) -> None:
    deck = Deck(cards={SALTS: 1, ALEMBIC: 1, SALAD: 1}, top="3:5-2-2", bottom=("2:4-2-6",))
    scene = at_cache(deck=deck, master=master).rolls("d6:5", "d6:2", "d6:2", *[0] * 9)
    scene.answer("cache.pick", "pick").answer("cache_yields", "connoisseur")
    scene.answer("item.gained", "ready")
    pile = scene.state.decks["common"]
    assert (carried(scene), scene.mat("a1").tenacity) == ({SALAD: False}, 4)
    assert {item for item, count in pile.cards.items() if count} == {SALTS, ALEMBIC}
    assert (pile.top, pile.bottom, pile.drawn) == ("", (), ())


@pytest.mark.parametrize(("item", "points"), [(SALAD, 1), (FEAST, 2)])
def test_a_recipe_card_turns_a_consumable_into_true_damage(item: str, points: int) -> None:
    near = foe("e1", at=(0, 0), health=5, hp=5, defense=3, skills=())
    scene = turn_of(near, pack=[item], tenacity=2).answer("turn.act", "recipe-card")
    assert (scene.hp("e1"), carried(scene), scene.mat("a1").tenacity) == (5 - points, {}, 0)


def test_a_recipe_book_serves_every_adventurer_and_each_deals_its_own_damage() -> None:
    scene = turn_of(
        hero("a2", at=(0, 1), ready=[FEAST]),
        hero("a3", at=(0, -1), ready=[LOAF]),
        foe("e1", at=(0, 0), health=6, hp=6, skills=()),
        ready=[SALAD],
        tenacity=2,
        master=True,
    )
    scene.answer("turn.act", "recipe-card").answer("recipe", "a1-bravil-melon-salad", by="a1")
    scene.passes("item_discarded")
    scene.answer("recipe", f"a2-{FEAST}", by="a2").answer("recipe", "", by="a3")
    assert scene.hp("e1") == 3
    assert [carried(scene, name) for name in ("a1", "a2", "a3")] == [{}, {}, {LOAF: False}]


@rule("CLS-4")
@pytest.mark.parametrize(
    ("way", "hp", "bonus", "track"),
    [("heal", 5, 0, ["LF", "LF"]), ("bonus", 4, 1, ["LF", "LF"]), ("rest", 4, 0, [])],
)
def test_brewer_follows_every_consumable_with_a_little_more(
    way: str, hp: int, bonus: int, track: list[str]
) -> None:
    scene = turn_of(ready=[LOAF], hp=2, track=["LF", "LF"], master=True, tenacity=3)
    scene.answer("turn.act", "falkreath").passes("item_discarded").answer("brewer", way)
    if way == "rest":
        scene.answer("brewer.rest", "2")
    assert (scene.hp("a1"), scene.unit("a1").bonus, scene.track("a1")) == (hp, bonus, track)


def test_brewer_works_at_three_tenacity() -> None:
    scene = turn_of(ready=[LOAF], hp=2, master=True, tenacity=2)
    scene.answer("turn.act", "falkreath").passes("item_discarded")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (4, 0)


def test_master_provisioner_uses_a_ready_consumable_and_keeps_it() -> None:
    scene = turn_of(ready=[LOAF], pack=[SALAD], hp=2, tenacity=4)
    scene.answer("turn.act", "master-provisioner")
    assert (scene.hp("a1"), carried(scene)) == (4, {LOAF: False, SALAD: False})
    assert scene.mat("a1").tenacity == 0


def test_a_masters_provisions_may_lie_in_the_pack() -> None:
    scene = turn_of(pack=[SALAD], tenacity=4, master=True).answer("turn.act", "master-provisioner")
    assert (scene.mat("a1").tenacity, carried(scene)) == (3, {SALAD: False})


def test_an_expended_consumable_cannot_be_provided() -> None:
    scene = turn_of(ready=[LOAF], used=(LOAF,), hp=2, tenacity=4)
    assert "use:chef:master-provisioner" not in scene.offered("turn.act")


def starting(*used: str) -> Scene:
    """The first round of a battle of two is about to begin; the Chef has those cards expended."""
    ready = [LOAF, SALAD, FEAST]
    drawn = Scene(chef(ready=ready, used=used), hero("a2", at=(3, -2)), FAR).state
    return Scene.at(msgspec.structs.replace(drawn, phase="round", turn=None, rounds=0))


@rule("CLS-1", "CLS-20")
def test_two_empty_plates_at_the_start_of_a_battle_of_two_make_a_master() -> None:
    scene = starting(LOAF, SALAD).answer("battle_starts", "promotion")
    assert scene.mat("a1").master


def test_the_promotion_may_wait_for_the_middle_of_the_battle() -> None:
    scene = starting(LOAF, FEAST).passes("battle_starts").answer("anytime", "promotion")
    assert scene.mat("a1").master


def test_one_empty_plate_is_not_enough() -> None:
    scene = starting(LOAF)
    assert [question.why for question in scene.questions if question.why == "battle_starts"] == []


def test_foraging_is_for_towns() -> None:
    sheet = catalogue().classes["chef"]
    for side in (sheet.novice, sheet.master):
        assert [(one.id, one.cost) for one in side.elsewhere] == [("forager", 2)]


@pytest.mark.parametrize(("valenwood", "offered"), [(False, []), (True, ["burglar", "chef"])])
def test_sheets_beyond_the_base_game_are_offered_with_the_expansion_alone(
    valenwood: bool, offered: list[str]
) -> None:
    scene = Scene.fresh("1", encounter="plain-clash", xp=2, valenwood=valenwood)
    while scene.questions[0].why != "create.class":
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    classes = scene.offered("create.class")
    assert [name for name in classes if name in ("burglar", "chef")] == offered
    assert "bard" in classes
