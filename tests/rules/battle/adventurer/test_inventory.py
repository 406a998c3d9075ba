"""Ready slots and pack (p28)."""

from dataclasses import replace as figure
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import CardId, ItemId, UnitId
from protocol.questions import Plan
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.state import Deck
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
LOAF = "falkreath-meat-loaf"
FOUR = ["steel-maul", "hide-boots", "smelling-salts", "palefrost-elk"]
THREE = ["notched-hunting-bow", "poachers-knife", "cloudy-healing-draught"]


def gaining(item: str, lock: str, dice: tuple[int, int, int], **figures: Any) -> Scene:
    """An adventurer has just picked the lock of a cache with that card."""
    scene = Scene(
        hero(race="nord", **figures),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): "common"},
        decks={"common": Deck(cards={item: 1}, top=lock)},
    )
    scene.rolls(*(f"d6:{value}" for value in dice), 0)
    return scene.move((1, 0)).answer("cache.pick", "pick")


def gaining_loaf(**figures: Any) -> Scene:
    return gaining(LOAF, "3:5-2-2", (5, 2, 2), **figures)


def items(scene: Scene, where: str) -> list[str]:
    return [card.item for card in getattr(scene.mat("a1"), where)]


@rule("INV-2", "INV-7")
def test_with_full_ready_slots_a_ready_card_makes_room_in_the_pack() -> None:
    scene = gaining_loaf(ready=FOUR).answer("item.gained", "ready")
    scene.answer("item.room", "pack:a1-hide-boots")
    assert items(scene, "ready") == ["steel-maul", "smelling-salts", "palefrost-elk", LOAF]
    assert items(scene, "pack") == ["hide-boots"]


@rule("INV-7")
def test_the_ready_card_that_makes_room_may_be_discarded() -> None:
    scene = gaining_loaf(ready=FOUR).answer("item.gained", "ready")
    scene.answer("item.room", "discard:a1-hide-boots")
    assert items(scene, "pack") == []
    assert scene.state.decks["common"].discard == ("hide-boots",)


@rule("ITM-17")
def test_a_ready_pet_cannot_make_room_by_going_to_the_pack() -> None:
    scene = gaining_loaf(ready=FOUR).answer("item.gained", "ready")
    assert [key for key in scene.offered("item.room") if "elk" in key] == [
        "discard:a1-palefrost-elk"
    ]


@rule("INV-1")
def test_with_eight_cards_the_owner_chooses_one_to_discard() -> None:
    scene = gaining_loaf(ready=FOUR, pack=[*THREE, "stinkhorn-tonic"])
    scene.answer("item.gained", "pack").answer("item.discard", "a1-stinkhorn-tonic")
    assert items(scene, "pack") == [*THREE, LOAF]
    assert scene.state.decks["common"].discard == ("stinkhorn-tonic",)


SAMPLES = {(item.deck, item.subtype): item.id for item in catalogue().items.values()}
"""A card of each subtype, common and legendary."""


@rule("ITM-1")
@pytest.mark.parametrize(("deck", "subtype"), sorted(SAMPLES))
@pytest.mark.parametrize("held", [7, 8])
def test_a_card_of_any_kind_fills_one_place_of_eight(deck: str, subtype: str, held: int) -> None:
    """It takes the last place, or the place of the one card that has to go for it."""
    box = catalogue()
    item = figure(box.items[SAMPLES[deck, subtype]], lock=box.items[ItemId(LOAF)].lock)
    carried = [*THREE, "stinkhorn-tonic"][: held - len(FOUR)]
    scene = Scene(
        hero(race="nord", ready=FOUR, pack=carried),
        foe("e1", at=(-4, 0)),
        caches={(1, 0): deck},
        decks={deck: Deck(cards={item.id: 1}, top=item.lock.id)},
        cards=figure(box, items={**box.items, item.id: item}),
    )
    scene.rolls("d6:5", "d6:2", "d6:2", 0).move((1, 0)).answer("cache.pick", "pick")
    scene.answer("item.gained", "pack")
    if held == 8:
        assert len(scene.offered("item.discard")) == 8
        scene.answer("item.discard", "a1-notched-hunting-bow")
    assert "item.discard" not in {question.why for question in scene.questions}
    assert len(scene.mat("a1").ready) + len(scene.mat("a1").pack) == 8
    assert items(scene, "pack")[-1] == item.id


@rule("ITM-5")
def test_only_one_armor_for_a_part_of_the_body_is_ready() -> None:
    cuirass = "cuirass-of-the-hollow-oak"
    scene = gaining(
        "padded-prison-jerkin", "3:3-2-1", (3, 2, 1), ready=[cuirass, "hide-boots"]
    ).answer("item.gained", "ready")
    assert items(scene, "ready") == ["hide-boots", "padded-prison-jerkin"]
    assert items(scene, "pack") == [cuirass]


@rule("INV-3")
def test_what_is_in_the_pack_cannot_be_used_in_battle() -> None:
    scene = Scene(
        hero(race="nord", pack=["bravil-melon-salad"], ready=["bravil-melon-salad"]),
        foe("e1", at=(-4, 0)),
    )
    assert sum("melon" in key for key in scene.offered("turn.act")) == 1
    scene.answer("turn.act", "melon")
    assert items(scene, "pack") == ["bravil-melon-salad"]
    assert not any("melon" in key for key in scene.offered("turn.act"))


@rule("INV-9")
def test_a_defeated_adventurer_keeps_items_but_their_effects_are_not_offered() -> None:
    scene = Scene(
        hero("a1", race="nord", at=(1, -1), hp=1, ready=["cellar-mudcrab"]),
        hero("a2", race="nord", at=(3, -1)),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "cellar_mudcrab")
    assert scene.unit("a1").fate == "defeated"
    assert items(scene, "ready") == ["cellar-mudcrab"]
    scene.answer("round.retreat", "no")
    assert all(question.to == ("a2",) for question in scene.questions)


def deploying(**figures: Any) -> Scene:
    """An adventurer is about to be deployed with its items."""
    drawn = Scene(hero(race="nord", **figures), foe("e1", at=(-3, 0)))
    state = drawn.play.start
    waiting = replace(state.units[UnitId("a1")], at=None)
    scene = Scene.at(
        replace(state, phase="deploy", turn=None, units={**state.units, "a1": waiting})
    )
    shape = scene.asked("deploy").shape
    assert isinstance(shape, Plan)
    return scene.answer("deploy", shape.slots[0].options[0].key, "form:magic")


@rule("INV-5")
def test_cards_may_be_sorted_anew_on_being_deployed() -> None:
    scene = deploying(ready=["steel-maul"], pack=["oak-lightning-staff"])
    scene.answer("deploy.items", "pack:a1-steel-maul")
    scene.answer("deploy.items", "ready:a1-oak-lightning-staff").answer("deploy.items", "done")
    assert items(scene, "ready") == ["oak-lightning-staff"]
    assert items(scene, "pack") == ["steel-maul"]


@rule("ITM-2")
def test_an_item_without_a_stated_moment_may_be_used_while_its_owner_deploys() -> None:
    """p74: a salad eaten before the first round."""
    scene = deploying(ready=["bravil-melon-salad"], tenacity=1).answer("deploy.items", "use")
    assert scene.mat("a1").tenacity == 4
    assert items(scene, "ready") == []


@rule("ITM-17")
def test_a_ready_pet_that_is_stowed_on_being_deployed_is_discarded() -> None:
    scene = deploying(ready=["palefrost-elk"]).answer("deploy.items", "pack:a1-palefrost-elk")
    assert items(scene, "pack") == []
    assert scene.state.decks["common"].discard == ("palefrost-elk",)


@rule("ITM-18", "ITM-5")
@pytest.mark.parametrize(
    ("subtype", "ready"),
    [("armor", ["socks"]), ("clothing", ["hide-boots", "socks"])],
)
def test_only_the_traits_of_armor_carry_a_rule(subtype: str, ready: list[str]) -> None:
    """Two cards with the trait of the feet: both are ready unless both are armor."""
    box = catalogue()
    boots = box.items[ItemId("hide-boots")]
    assert boots.subtype == "armor"
    socks = figure(boots, id=ItemId("socks"), name="Socks", subtype=subtype)
    cards = figure(box, items={**box.items, socks.id: socks})
    wearing = hero(pack=["socks"], ready=["hide-boots"])
    battle = running(Scene(wearing, foe("e1", at=(-4, 0)), cards=cards))
    inventory.make_ready(battle, UnitId("a1"), CardId("a1-socks"))
    assert [card.item for card in battle.mat(UnitId("a1")).ready] == ready
