"""What each of the party is given or gives away is asked of all at once."""

from collections.abc import Callable

import pytest

from protocol.battle import ItemGained
from protocol.ids import UnitId
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes.running import RunningSession
from tests.rules.campaign.towns.test_visiting import LOAF, SHAWL
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
GLYPH, DRAUGHT, BROTH = "glyph-of-stamina", "cloudy-healing-draught", "bowl-of-marrow-broth"
GAINED, DISCARD = "item.gained", "item.discard"


def outcome(*heroes: Hero, does: Callable[[RunningSession], object], deck: tuple[str, ...]) -> Day:
    """A beat that is one outcome, with these cards in the common deck."""

    def do(session: Session) -> None:
        does(RunningSession.of(session))

    return Day(*heroes, do=do, decks={"common": Deck(cards=dict.fromkeys(deck, 1))})


def asked(day: Day) -> list[tuple[str, str]]:
    """What is open, and to whom."""
    return [(one.why, one.to[0]) for one in day.questions]


def held(day: Day, unit: str) -> list[str]:
    """The items that an adventurer carries."""
    mat = day.mat(unit)
    return [card.item for card in (*mat.ready, *mat.pack)]


def two_each() -> Day:
    """Two adventurers gain two items each, of a deck of five."""
    day = outcome(
        hero("a1"),
        hero("a2"),
        does=lambda session: session.gain_items(session.party, "common", 2),
        deck=(SHAWL, LOAF, GLYPH, DRAUGHT, BROTH),
    )
    day.rolls(*[0] * 8)
    return day


@rule("INV-7")
def test_where_items_go_that_all_gain_is_asked_of_all_at_once() -> None:
    day = two_each()
    assert asked(day) == [(GAINED, "a1"), (GAINED, "a2")]
    day.answer(GAINED, "pack", by="a2").answer(GAINED, "discard", by="a2")
    assert asked(day) == [(GAINED, "a1")]
    day.answer(GAINED, "ready", by="a1").answer(GAINED, "pack", by="a1")
    assert not day.questions
    assert (len(held(day, "a1")), len(held(day, "a2"))) == (2, 1)


@rule("INV-7", "LIM-14")
def test_a_card_that_waits_for_its_place_is_drawn_by_nobody_else() -> None:
    day = two_each()
    for by in ("a1", "a2", "a2", "a1"):
        day.answer(GAINED, "pack", by=by)
    gained = [event.item for event in day.events(ItemGained)]
    assert len(set(gained)) == len(gained) == 4
    deck = day.state.decks["common"]
    assert (sum(deck.cards.values()), deck.drawn) == (1, ())


@rule("INV-1")
def test_who_carries_eight_items_makes_room_while_others_choose() -> None:
    eight = [
        LOAF, GLYPH, DRAUGHT, BROTH,
        "stinkhorn-tonic", "old-aldmeri-orphan-gruel", "glyph-of-warding", "glyph-of-quickening",
    ]  # fmt: skip
    day = outcome(
        hero("a1", pack=eight),
        hero("a2"),
        does=lambda session: session.gain_items(session.party, "common"),
        deck=(SHAWL, "hide-boots"),
    )
    day.rolls(*[0] * 4).answer(GAINED, "pack", by="a1")
    assert asked(day) == [(GAINED, "a2"), (DISCARD, "a1")]
    day.answer(DISCARD, day.offered(DISCARD)[0], by="a1").answer(GAINED, "pack", by="a2")
    assert (len(held(day, "a1")), len(held(day, "a2"))) == (8, 1)


@rule("ENC-1")
def test_a_price_that_each_pays_with_an_item_is_asked_of_all_at_once() -> None:
    day = outcome(
        hero("a1", pack=[LOAF, GLYPH]),
        hero("a2", pack=[DRAUGHT, BROTH]),
        does=lambda session: session.discard_item(session.party),
        deck=(),
    )
    assert asked(day) == [(DISCARD, "a1"), (DISCARD, "a2")]
    day.answer(DISCARD, f"a2-{BROTH}", by="a2").answer(DISCARD, f"a1-{LOAF}", by="a1")
    assert (held(day, "a1"), held(day, "a2")) == ([GLYPH], [DRAUGHT])


def test_who_is_alone_is_asked_as_before() -> None:
    day = outcome(
        hero("a1", pack=[LOAF, GLYPH]),
        hero("a2", pack=[DRAUGHT]),
        does=lambda session: session.discard_item((UnitId("a1"),)),
        deck=(),
    )
    assert asked(day) == [(DISCARD, "a1")]
