"""The guild's assist at the end of a day (p51)."""

from typing import Any

import pytest

from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import SessionPlan
from server.rules.campaign.rest import rest
from tests.rules.campaign.sessions import strip
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
LOAF, SHAWL = "falkreath-meat-loaf", "homespun-shawl"


def night(*heroes: Hero, session: int = 1, assist: bool = True, **state: Any) -> Day:
    """The rest of a party that stands at the strip's western end."""
    cards = {
        "common": Deck(cards={LOAF: 2}),
        "legendary": Deck(cards={"elixir-of-the-last-ember": 2}),
    }
    return Day(
        *heroes,
        do=lambda running: _rest(running),
        atlas=Atlas({"strip": strip()}, {}, {}, {}),
        plan=SessionPlan("strip"),
        party_at=(0, 0),
        decks=cards,
        session=session,
        settings={"assist": assist},
        **state,
    )


def _rest(session: Session) -> None:
    assert rest(session)


def assisted(day: Day) -> Day:
    day.rolls(*[0] * 8)
    day.answer("together.rest.items", "assist").answer("rest.assist", "yes")
    return day


@rule("GA-2", "GA-3", "GA-4", "KEY-2")
def test_everybody_is_made_whole_and_gains_two_items() -> None:
    worn = hero("a1", hp=1, track=["OF", "bane", "combat", "LF"])
    day = assisted(night(worn, hero("a2", fate="defeated")))
    day.answer("assist.dice", "a1.combat.1")
    for _ in range(4):
        day.answer("item.gained", "ready")
    assert (day.hp("a1"), day.hp("a2"), day.unit("a2").fate) == (5, 5, "")
    assert (day.track("a1"), day.row("a1")) == ([], ["combat"])
    for name in ("a1", "a2"):
        assert [card.item for card in day.mat(name).ready] == ["elixir-of-the-last-ember", LOAF]
    assert day.session.major == "Guild Assist"


@rule("GA-6")
def test_the_party_token_may_move_up_to_6_hexes_at_once() -> None:
    day = assisted(night(hero()))
    day.answer("item.gained", "discard").answer("item.gained", "discard")
    reach = day.offered("rest.assist.move")
    assert "hex:6,0" in reach
    assert "hex:7,0" not in reach
    day.answer("rest.assist.move", "hex:6,0")
    assert day.session.party_at == (6, 0)


@rule("GA-1")
@pytest.mark.parametrize(
    "figures", [{"session": 3}, {"assist": False}, {"major": "Guild Assist"}], ids=str
)
def test_it_comes_once_in_a_campaign_and_not_in_its_endgame(figures: dict[str, Any]) -> None:
    day = night(hero(), **figures)
    day.begin()
    assert not day.questions


@rule("GA-2")
def test_the_party_can_think_better_of_it() -> None:
    day = night(hero(hp=1))
    day.answer("together.rest.items", "assist").answer("rest.assist", "no")
    assert day.hp("a1") == 2
    assert "assist" in day.offered("together.rest.items")
