"""The Reward Phase and the end of a day (p43, p45)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.campaign import DayPhaseBegan, OverlandCardPlaced
from protocol.ids import UnitId
from server.rules.battle.kernel.state import Deck
from server.rules.campaign.components.blocks import Rule
from tests.rules.campaign.asks import Count, Says
from tests.rules.campaign.sessions import (
    CONFLICT,
    EFFECT,
    PEACE,
    PEACEFUL,
    RAIN,
    WAR,
    WEATHER,
    Days,
    at,
    strip,
)
from tests.scene import hero

rule = pytest.mark.rule
BOTH = replace(RAIN, icons=("rain", "rain"))
CLEARING = replace(RAIN, icons=("rain", "sun"))
NONE = replace(RAIN, icons=())


def night(card: Any = RAIN, column: int = 1, **changes: Any) -> Days:
    """A day that ends with this card as the only peaceful one."""
    fields = {"province": strip(cards=(card, WAR)), "party_at": at(column), **changes}
    return Days(**fields, decks={"peaceful": Deck(cards={card.id: 1})})


def placed(days: Days) -> list[tuple[str, str]]:
    return [(one.card, one.where) for one in days.events(OverlandCardPlaced)]


@rule("EOD-2", "EOD-4")
def test_without_a_peaceful_card_one_is_drawn_for_its_icon_and_put_under_the_deck() -> None:
    days = night().rolls(0).travel(2)
    assert days.state.trackers[WEATHER] == 1
    assert placed(days) == [("shower", "icon"), ("shower", "bottom")]


@rule("EOD-2", "EOD-4", "OVL-13")
def test_the_peaceful_card_of_the_day_tells_the_icon_and_is_discarded() -> None:
    days = night(column=PEACEFUL - 1).rolls(0).travel(PEACEFUL)
    assert days.state.trackers[WEATHER] == 1
    assert placed(days) == [("shower", "icon"), ("shower", "discard")]


@rule("EOD-3")
@pytest.mark.parametrize(("card", "start", "weather"), [(BOTH, 0, 2), (CLEARING, 1, 0)])
def test_several_icons_count_from_left_to_right(card: Any, start: int, weather: int) -> None:
    days = night(card, trackers={WEATHER: start}).rolls(0).travel(2)
    assert days.state.trackers[WEATHER] == weather


@rule("EOD-3")
def test_a_card_without_an_icon_does_what_the_province_says() -> None:
    dull = replace(EFFECT, otherwise=(Count("dull", 1),))
    days = night(NONE, province=strip(cards=(NONE, WAR), effect=dull)).rolls(0).travel(2)
    assert days.state.trackers["dull"] == 1


@rule("ENC-8")
def test_a_conflict_card_tells_no_icon() -> None:
    days = night(column=CONFLICT - 1).rolls(0, 0).travel(CONFLICT).returns("victory")
    assert placed(days) == [("bandits", "discard"), ("shower", "icon"), ("shower", "bottom")]


@rule("EOD-1")
def test_the_province_acts_before_the_rest() -> None:
    days = night().rolls(0).travel(2)
    phases = [one.phase for one in days.events(DayPhaseBegan)]
    assert phases.index("end-of-day") < phases.index("rest")
    assert days.state.trackers[WEATHER] == 1


@rule("EOD-10")
def test_an_effect_makes_the_party_skip_its_rest() -> None:
    rules = (Rule("icons", (Says("skip_rest"),)),)
    awake = strip(effect=replace(EFFECT, rules=rules))
    tired = hero(at=None, hp=2)
    days = Days(tired, province=awake, party_at=at(1)).rolls(0).travel(2)
    assert days.state.effects == {}
    assert days.state.units[UnitId("a1")].hp == 2
    days = Days(tired, party_at=at(1)).rolls(0).travel(2)
    assert days.state.units[UnitId("a1")].hp == 3


@rule("EOD-9")
def test_what_acts_at_the_end_of_a_day_does() -> None:
    rules = (Rule("rest", (Count("rested", 1),)), Rule("day-ends", (Count("ended", 1),)))
    days = night(province=strip(cards=(RAIN, WAR), effect=replace(EFFECT, rules=rules)))
    days.rolls(0).travel(2)
    assert (days.state.trackers["rested"], days.state.trackers["ended"]) == (1, 1)


@rule("EOD-2")
def test_after_a_full_party_defeat_no_province_effect_comes() -> None:
    """Ours of the card: what had been drawn goes away unread."""
    days = Days(hero(at=None), party_at=at(CONFLICT - 1)).rolls(0).travel(CONFLICT)
    days.returns("defeat", all_fell=True).answer("overland.refuge", "town:westing").rests()
    assert days.state.trackers[WEATHER] == 0
    assert PEACE.id not in [card for card, _ in placed(days)]
