"""A session's set-up (p12, p13)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import AdventurerCreated
from protocol.campaign import DayBegan, GuildsOffered, SessionBegan
from server.rules.campaign.components.choices import Card
from server.rules.campaign.components.quests import Guild, Kiosk
from server.rules.campaign.components.words import GuildId
from server.rules.campaign.kernel.state import SessionPlan
from server.rules.content.provinces import shipped
from tests.rules.campaign.sessions import PEACE, QUEST, WEATHER, Days, at, strip

rule = pytest.mark.rule
GENERAL = {f"g{n}": replace(PEACE, id=f"g{n}") for n in range(10)}


def prepared(*, cards: dict[str, Card] | None = None, **changes: Any) -> Days:
    fields = {"day": 0, "day_phase": "prepare", "step": "", "guild": "", "quest": "", **changes}
    return Days(party_at=None, cards=cards, **fields)


@rule("SET-1", "SET-10", "SET-13", "DAY-2")
def test_the_party_begins_in_the_town_of_its_quest_and_the_first_day_is_day_1() -> None:
    days = prepared().rolls(0).rests()
    assert (days.state.plan.province, days.state.party_at) == ("strip", at(0))
    assert days.state.step == "A01"
    assert [one.day for one in days.events(DayBegan)] == [1, 2]


@rule("SET-4")
def test_an_overland_deck_has_four_general_cards_and_the_provinces_own() -> None:
    days = prepared(cards=GENERAL).rolls(0, 0, 0, 0, *[0] * 4)
    (begun,) = days.events(SessionBegan)
    assert sorted(begun.decks["peaceful"]["cards"]) == ["g0", "g1", "g2", "g3", "meadow", "shower"]
    assert sorted(begun.decks["conflict"]["cards"]) == ["bandits"]


@rule("SET-4")
def test_another_provinces_cards_are_no_general_ones() -> None:
    """Given cards of two provinces, then the four that are added come from the general ten."""
    foreign = {f"e{n}": replace(PEACE, id=f"e{n}", province="elsewhere") for n in range(10)}
    days = prepared(cards={**foreign, **GENERAL}).rolls(0, 0, 0, 0, *[0] * 4)
    (begun,) = days.events(SessionBegan)
    assert not begun.decks["peaceful"]["cards"].keys() & foreign.keys()


@rule("SET-3", "SET-6")
def test_side_quests_and_both_item_decks_are_whole() -> None:
    (begun,) = prepared().events(SessionBegan)
    assert len(begun.decks["common"]["cards"]) > 50
    assert len(begun.decks["legendary"]["cards"]) > 20
    assert begun.decks["side-quests"]["cards"] == {}


@rule("SET-12")
def test_of_three_guild_cards_the_party_keeps_one() -> None:
    names = ["a", "b", "c", "d", "undaunted"]
    guilds = {name: Guild(GuildId(name), name, "", Kiosk("", "", ())) for name in names}
    quests = {name: replace(QUEST, guild=GuildId(name)) for name in names}
    days = prepared(province=strip(quests=quests), guilds=guilds, plan=SessionPlan("strip")).rolls(
        0, 0, 2
    )
    assert days.offered("session.guild") == ["a", "b", "undaunted"]
    days.rolls(*[0] * 4).answer("session.guild", "b")
    assert (days.state.guild, days.state.quest) == ("b", "b")
    assert [one.guilds for one in days.events(GuildsOffered)] == [("a", "b", "undaunted")]


@rule("SET-12")
def test_a_guild_without_a_quest_in_the_province_is_not_drawn() -> None:
    idle = Guild(GuildId("idle"), "Idle", "", Kiosk("", "", ()))
    days = prepared(guilds={"idle": idle}, plan=SessionPlan("strip")).rolls(0)
    assert [one.guilds for one in days.events(GuildsOffered)] == [("undaunted",)]


@rule("SET-9")
def test_the_dial_stands_at_2_and_nobody_has_saved_anything() -> None:
    days = prepared()
    assert (days.state.dial, set(days.state.saved.values())) == (2, {0})


@rule("SET-11", "CRE-1")
def test_a_later_session_has_the_difficulty_of_its_own_and_the_adventurers_of_the_first() -> None:
    days = prepared(settings={"difficulty": "expert"})
    assert days.state.settings.difficulty == "expert"
    assert not days.events(AdventurerCreated)
    assert list(days.state.adventurers) == ["a1"]


@rule("LIM-15")
def test_the_box_holds_what_the_components_list_says() -> None:
    """General overland cards: ten of each type, of which a session uses four."""
    box = shipped.atlas()
    assert (len(box.side_quests), len(box.guilds)) == (30, 9)
    general = [card.deck for card in box.cards.values() if not card.province]
    assert (general.count("peaceful"), general.count("conflict")) == (10, 10)


def test_the_gauge_begins_where_the_province_says() -> None:
    (begun,) = prepared().events(SessionBegan)
    assert begun.trackers == {WEATHER: 0}
