"""Items and class abilities that are used between battles (p25, p28)."""

import pytest

from protocol.ids import UnitId
from server.rules.campaign.adventurers import anytime
from server.rules.campaign.kernel.session import Session
from server.rules.content.catalogue import catalogue
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
A1 = UnitId("a1")
DRAUGHT, LOAF, ELIXIR, HOOK, GLYPH = (
    "cloudy-healing-draught",
    "falkreath-meat-loaf",
    "elixir-of-the-deep-well",
    "grappling-hook",
    "glyph-of-stamina",
)


def used(session: Session, name: str) -> None:
    anytime.use(session, A1, name)


@rule("INV-4", "ITM-11")
def test_a_potion_in_the_pack_is_used_between_battles() -> None:
    day = Day(hero(hp=1, pack=[DRAUGHT]), do=lambda session: used(session, f"a1-{DRAUGHT}"))
    assert day.hp("a1") == 3
    (card,) = day.mat("a1").pack
    assert card.expended


@rule("INV-4", "ITM-9")
def test_a_consumable_feeds_the_whole_party_for_all_are_together() -> None:
    day = Day(
        hero("a1", hp=1, ready=[LOAF]),
        hero("a2", hp=2),
        do=lambda session: used(session, f"a1-{LOAF}"),
    )
    assert (day.hp("a1"), day.hp("a2")) == (3, 4)
    assert day.mat("a1").ready == ()


def keys(*heroes: Hero) -> list[str]:
    """The keys of what the first of them could use."""
    found: list[str] = []

    def look(session: Session) -> None:
        found[:] = [option.key for option in anytime.options(session, A1)]

    Day(*heroes, do=look).begin()
    return found


@rule("INV-4")
def test_what_lasts_for_a_battle_or_needs_a_map_is_not_offered() -> None:
    assert keys(hero(ready=[ELIXIR, HOOK, "hares-foot-elixir"], hp=2)) == []


@rule("ITM-8", "INV-4")
def test_an_enchantment_can_be_put_on_between_battles() -> None:
    day = Day(hero(pack=[GLYPH]), do=lambda session: used(session, f"a1-{GLYPH}"))
    assert [spell.on for spell in day.state.enchantments.values()] == ["a1"]


@rule("INV-9")
def test_a_defeated_adventurer_uses_nothing() -> None:
    assert keys(hero(hp=2, ready=[DRAUGHT])) == [f"use:a1-{DRAUGHT}"]
    assert keys(hero(fate="defeated", ready=[DRAUGHT]), hero("a2")) == []


@rule("CLS-17")
def test_a_class_ability_has_no_limit_but_its_price() -> None:
    acrobat = hero(cls="acrobat", cooldown=1, tenacity=5, track=["LF", "LF"])
    day = Day(
        acrobat,
        do=lambda session: used(session, "quick-recovery"),
        used={"round:a1.acrobat.quick-recovery": 1},
    )
    assert day.track("a1") == ["LF"]
    assert day.mat("a1").tenacity == 1


@rule("INV-4")
def test_every_item_can_be_looked_at_between_battles() -> None:
    """No card asks for a place on a map there, whichever somebody carries."""
    every = [one.id for one in catalogue().items.values() if one.ability is not None]
    for item in every:
        carried = hero(hp=2, track=["LF", "combat"], tenacity=5, ready=[item])
        assert len(keys(carried, hero("a2", hp=1))) < 2
