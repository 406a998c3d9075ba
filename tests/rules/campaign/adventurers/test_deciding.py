"""What an act asks lets all others go on, and nothing of it happens before it is answered."""

import pytest

from protocol.ids import UnitId
from server.rules.battle.kernel.state import BattleState
from server.rules.campaign.components.towns import Shop
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionState
from server.rules.campaign.rest import rest
from server.rules.campaign.reward import grow
from tests.rules.campaign.reward.test_growing import ROWS, grown
from tests.rules.campaign.sessions import Days
from tests.rules.campaign.towns.test_visiting import LOAF, SHAWL, shop, stay, town
from tests.scene import Scene, hero
from tests.scene.days import Day

rule = pytest.mark.rule
GLYPH, DRAUGHT, BROTH = "glyph-of-stamina", "cloudy-healing-draught", "bowl-of-marrow-broth"
EIGHT = [
    LOAF, GLYPH, DRAUGHT, BROTH,
    "stinkhorn-tonic", "old-aldmeri-orphan-gruel", "glyph-of-warding", "glyph-of-quickening",
]  # fmt: skip
WARE = f"shop:common:{SHAWL}:pack"


def whys(day: Scene) -> list[str]:
    """What is open."""
    return [one.why for one in day.questions]


def left(state: BattleState) -> tuple[int, ...]:
    """The town actions that each has left."""
    assert isinstance(state, SessionState)
    assert state.visit is not None
    return tuple(state.visit.actions.values())


def full_hands() -> Scene:
    """Two at a shop with one card; the first carries eight items and has asked for it."""
    day = stay(
        hero("a1", pack=EIGHT), hero("a2", hp=1), at=town(shop=Shop(1), inn=True), decks=shop(SHAWL)
    )
    return day.rolls(0, 0).answer("together.town", WARE, by="a1")


@rule("TWN-8", "TWN-11", "INV-1")
def test_who_makes_room_for_a_ninth_item_lets_the_others_go_on() -> None:
    day = full_hands()
    assert whys(day) == ["together.town", "item.discard"]
    assert left(day.state) == (2, 2), "nothing has happened yet"
    day.answer("together.town", "inn", by="a2")
    assert day.hp("a2") == 5
    day.answer("item.discard", day.offered("item.discard")[0], by="a1")
    assert [card.item for card in day.mat("a1").pack] == [*EIGHT[1:], SHAWL]
    assert left(day.state) == (1, 1)


@rule("TWN-8", "TWN-11")
def test_a_card_that_another_takes_meanwhile_costs_neither_an_action_nor_an_item() -> None:
    day = full_hands().answer("together.town", WARE, by="a2")
    assert whys(day) == ["together.town", "together.town"]
    assert len(day.mat("a1").pack) == 8
    assert left(day.state) == (2, 1)


@rule("TWN-8", "INV-4", "ITM-8")
def test_who_uses_an_item_in_a_town_lets_the_others_go_on() -> None:
    day = stay(hero("a1", pack=[GLYPH]), hero("a2", hp=1), at=town(inn=True))
    day.answer("together.town", f"use:a1-{GLYPH}", by="a1")
    assert whys(day) == ["together.town", "enchant"]
    day.answer("together.town", "inn", by="a2").answer("enchant", "a2", by="a1")
    assert [spell.on for spell in day.state.enchantments.values()] == ["a2"]
    assert (day.hp("a2"), day.mat("a1").pack) == (5, ())


READY = [SHAWL, DRAUGHT, BROTH, "stinkhorn-tonic"]


def _rest(session: Session) -> None:
    assert rest(session)


@rule("EOD-7", "INV-7")
def test_at_night_who_makes_a_ready_slot_free_lets_the_others_sort_on() -> None:
    day = Day(hero("a1", ready=READY, pack=[GLYPH]), hero("a2", pack=[LOAF]), do=_rest)
    day.answer("together.rest.items", f"ready:a1-{GLYPH}", by="a1")
    assert whys(day) == ["together.rest.items", "item.room"]
    day.answer("together.rest.items", f"ready:a2-{LOAF}", by="a2")
    day.answer("item.room", f"pack:a1-{SHAWL}", by="a1")
    assert [card.item for card in day.mat("a1").ready] == [*READY[1:], GLYPH]
    assert [card.item for card in day.mat("a2").ready] == [LOAF]


@rule("EOD-7", "INV-4")
def test_an_item_that_was_given_to_is_asked_about_anew_as_things_stand_then() -> None:
    """Whoever is asked whom it heals is asked again with those who are hurt by now."""
    day = Day(
        hero("a1", hp=4, pack=[BROTH]), hero("a2", hp=1, pack=[DRAUGHT]), hero("a3", hp=1), do=_rest
    )
    day.answer("together.rest.items", f"use:a1-{BROTH}", by="a1")
    assert whys(day)[-1] == f"{BROTH}.who"
    day.answer("together.rest.items", f"use:a2-{DRAUGHT}", by="a2")
    day.answer(f"{BROTH}.who", "a3", by="a1")
    assert (day.hp("a3"), day.mat("a1").pack) == (5, ())


LINES = ("combat", "bow")


def _grow(session: Session) -> None:
    assert grow(session)


@rule("ADV-1", "INV-4")
def test_while_one_decides_whom_an_item_serves_others_grow() -> None:
    day = Day(
        grown("a1", pack=[GLYPH]),
        grown("a2"),
        do=_grow,
        saved={"a1": 0, "a2": 3},
        rows=ROWS,
        lines=LINES,
    )
    day.answer("together.advance", f"use:a1-{GLYPH}", by="a1")
    assert whys(day) == ["together.advance", "enchant"]
    day.answer("together.advance", "cooldown:", by="a2").answer("enchant", "a1", by="a1")
    assert [spell.on for spell in day.state.enchantments.values()] == ["a1"]


@rule("INV-4")
def test_on_the_road_the_party_may_go_on_over_what_somebody_is_asked() -> None:
    """Its item is not used up then, for nothing of it has happened."""
    days = Days(hero("a1", at=None, pack=[GLYPH]), hero("a2", at=None)).rolls(0)
    days.answer("together.road", f"use:a1-{GLYPH}")
    assert [one.why for one in days.questions] == ["overland.move", "enchant"]
    days.travel(1)
    assert [card.item for card in days.state.adventurers[UnitId("a1")].pack] == [GLYPH]
