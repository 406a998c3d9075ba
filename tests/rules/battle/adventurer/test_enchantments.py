"""Enchantments are part of what they were put on, wherever that goes (p29)."""

import pytest
from msgspec.structs import replace

from protocol.battle import ItemMoved
from protocol.ids import CardId, ItemId, UnitId
from server.rules.battle.adventurer import enchantments, inventory
from server.rules.battle.components import active_effects
from server.rules.battle.damage.defeat import defeat
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import BattleState, Enchantment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.turn import rounds
from tests.rules.battle.printed import with_encounter
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

rule = pytest.mark.rule
MAUL, KEEN = "a1-steel-maul", "x-keen"
KEEN_EDGE = ItemId("glyph-of-the-keen-edge")
SPELLS = {KEEN: Enchantment(KEEN_EDGE, MAUL)}


def carrying(spells: dict[str, Enchantment], pack: bool = False) -> Battle:
    """A battle whose adventurer carries a Steel Maul, ready or in the pack."""
    items = {"pack": ["steel-maul"]} if pack else {"ready": ["steel-maul"]}
    enemy = foe("e1", at=(0, 0), health=5, hp=5, skills=())
    scene = Scene(hero(**items), enemy, cards=with_encounter(after=None))  # type: ignore[arg-type]
    start = scene.play.start
    assert isinstance(start, BattleState)
    return running(scene, replace(start, enchantments=spells))


def works(battle: Battle) -> list[str]:
    return [card for card, _ in active_effects.working_enchantments(battle, UnitId("a1"))]


@rule("ITM-8")
@pytest.mark.parametrize("on", [MAUL, "a1", "e1"])
def test_a_triggered_enchantment_leaves_the_inventory_for_what_it_is_put_on(on: str) -> None:
    """Its place there is free; as it ends, the card goes to the discard pile."""
    held = hero(ready=["steel-maul", KEEN_EDGE])
    battle = running(Scene(held, foe("e1", at=(0, 0), skills=())))
    card = CardId(f"a1-{KEEN_EDGE}")
    enchantments.enchant(battle, UnitId("a1"), card, on)
    assert [one.id for one in inventory.carried(battle, UnitId("a1"))] == [MAUL]
    assert battle.state.enchantments == {card: Enchantment(KEEN_EDGE, on)}
    assert KEEN_EDGE not in battle.state.decks["common"].discard
    enchantments.end(battle, card)
    assert [one.id for one in inventory.carried(battle, UnitId("a1"))] == [MAUL]
    assert battle.state.decks["common"].discard == (KEEN_EDGE,)


@rule("ITM-8", "INV-3")
def test_in_the_pack_an_enchanted_item_keeps_its_enchantment_which_rests() -> None:
    battle = carrying(SPELLS)
    assert works(battle) == [KEEN]
    battle.emit(ItemMoved(UnitId("a1"), CardId(MAUL), "pack"))
    assert (works(battle), battle.state.enchantments) == ([], SPELLS)
    battle.emit(ItemMoved(UnitId("a1"), CardId(MAUL), "ready"))
    assert works(battle) == [KEEN]


@rule("ITM-8", "ITM-19")
def test_an_expended_item_keeps_its_enchantment_which_rests() -> None:
    battle = carrying(SPELLS)
    inventory.expend(battle, UnitId("a1"), CardId(MAUL))
    assert (works(battle), battle.state.enchantments) == ([], SPELLS)
    inventory.refresh(battle, UnitId("a1"), CardId(MAUL))
    assert works(battle) == [KEEN]


@rule("ITM-8")
@pytest.mark.parametrize("pack", [False, True])
def test_a_discarded_item_takes_its_enchantment_to_the_discard_pile(pack: bool) -> None:
    battle = carrying(SPELLS, pack)
    inventory.discard(battle, UnitId("a1"), CardId(MAUL))
    assert battle.state.enchantments == {}
    assert battle.state.decks["common"].discard == ("glyph-of-the-keen-edge", "steel-maul")


@rule("ITM-8", "INV-1")
def test_an_enchantment_at_work_takes_no_place_in_the_inventory() -> None:
    assert len(inventory.carried(carrying(SPELLS), UnitId("a1"))) == 1


@rule("ITM-8")
def test_an_enchantment_on_somebody_elses_item_does_not_work_for_others() -> None:
    battle = carrying({KEEN: Enchantment(ItemId("glyph-of-the-keen-edge"), "a2-steel-maul")})
    assert works(battle) == []


@rule("ITM-8", "DEF-1")
def test_a_defeated_enemy_takes_its_enchantment_along() -> None:
    battle = carrying({"x": Enchantment(ItemId("hex-of-cracked-hide"), "e1")})
    assert battle.value(UnitId("e1"), Stat.DEFENSE, 3).value == 1
    defeat(battle, UnitId("e1"), UnitId("a1"))
    assert battle.state.enchantments == {}


@rule("ITM-8")
def test_after_a_battle_what_lies_on_adventurers_and_items_stays() -> None:
    kept = {"x1": Enchantment(ItemId("glyph-of-stamina"), "a1"), **SPELLS}
    gone = {
        "x2": Enchantment(ItemId("sigil-of-cinders"), "clash"),
        "x3": Enchantment(ItemId("mark-of-the-hunt"), "e1"),
    }
    battle = carrying({**kept, **gone})
    rounds.cleanup(battle)
    assert battle.state.enchantments == kept


@rule("ITM-8")
def test_an_enchanted_tile_works_for_the_units_on_it() -> None:
    battle = carrying({"x": Enchantment(ItemId("sigil-of-cinders"), "clash")})
    assert works(battle) == ["x"]
    assert [card for card, _ in active_effects.working_enchantments(battle, UnitId("e1"))] == ["x"]


def test_an_enchantment_may_change_a_value_of_whom_it_lies_on() -> None:
    battle = carrying({"x": Enchantment(ItemId("glyph-of-quickening"), "a1")})
    value = battle.value(UnitId("a1"), Stat.MOVEMENT, 3)
    assert str(value) == "4 = 3 printed +1 Glyph of Quickening"
