"""Town encounters: what lies out, town actions side by side and together (p38-p41)."""

from dataclasses import dataclass
from typing import Any

import pytest

from protocol.campaign import SideQuestEnded
from protocol.ids import CardId, ItemId, LineId
from server.rules.battle.kernel.state import Card, Deck, Row
from server.rules.campaign.components.choices import Choice
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.components.quests import Guild, Kiosk, SideQuest
from server.rules.campaign.components.towns import Shop, Town, TownEffect, TownSquare, Trainer
from server.rules.campaign.components.words import GuildId, TownId
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import DayEncounter, SessionPlan
from server.rules.campaign.towns import visit
from tests.rules.campaign.sessions import strip
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
LOAF, GRUEL, SHAWL, TONIC = (
    "falkreath-meat-loaf",
    "old-aldmeri-orphan-gruel",
    "homespun-shawl",
    "stinkhorn-tonic",
)
UNDAUNTED = GuildId("undaunted")
ROWS = (
    Row("health", LineId("combat"), 0, 1),
    Row("stamina", "", 3, 0),
    Row("magicka", "", 3, 0),
    Row(),
)


@dataclass(frozen=True)
class Bolder:
    """An outcome for tests: so much tenacity more; a price that cannot be paid without any."""

    by: int

    @property
    def text(self) -> str:
        """In words."""
        return f"{self.by} tenacity"

    def can(self, session: Any, who: Any) -> bool:
        """A price needs as much."""
        return self.by > 0 or all(session.tenacity_of(one) >= -self.by for one in who)

    def do(self, session: Any, who: Any) -> None:
        """To those meant."""
        session.tenacity(who, self.by)


def town(**features: Any) -> Town:
    return Town(TownId("lilmoth"), "Lilmoth", "A harbour.", **features)


def atlas(guilds: tuple[Guild, ...], quests: tuple[SideQuest, ...]) -> Atlas:
    """The tiny province, with these guilds and side quests."""
    known = {one.id: one for one in quests}
    return Atlas({"strip": strip()}, {}, known, {one.id: one for one in guilds})


def stay(
    *heroes: Hero,
    at: Town,
    guilds: tuple[Guild, ...] = (),
    quests: tuple[SideQuest, ...] = (),
    **state: Any,
) -> Day:
    """A whole town encounter."""

    def whole(session: Session) -> None:
        assert not visit(session, at)
        assert visit(session, at)

    drawn = {"rows": ROWS, "lines": ("combat",), "plan": SessionPlan("strip"), **state}
    return Day(*heroes, do=whole, atlas=atlas(guilds, quests), **drawn)


def shop(*items: str) -> dict[str, Deck]:
    return {"common": Deck(cards=dict.fromkeys(items, 1))}


def open_to(day: Day) -> list[str]:
    return [question.to[0] for question in day.questions]


@rule("TWN-2", "TWN-3", "TWN-11")
def test_a_shop_shows_cards_of_which_an_action_takes_one_and_the_rest_is_discarded() -> None:
    day = stay(hero(), at=town(shop=Shop(2)), decks=shop(LOAF, GRUEL, SHAWL))
    day.rolls(0, 0, 0, 0)
    out = day.state.decks["common"].drawn
    assert len(out) == 2
    day.answer("together.town", f"shop:common:{out[0]}:ready")
    assert [card.item for card in day.mat("a1").ready] == [out[0]]
    day.answer("together.town", "done")
    assert day.state.decks["common"].discard == (out[1],)
    assert day.state.decks["common"].drawn == ()


@rule("TWN-11")
def test_a_town_may_say_that_a_shop_action_takes_two() -> None:
    day = stay(hero(), at=town(shop=Shop(2, takes=2), inn=True), decks=shop(LOAF, GRUEL))
    day.rolls(0, 0, 0, 0)
    day.answer("together.town", f"shop:common:{LOAF}:ready")
    assert [key.split(":")[0] for key in day.offered("together.town")] == ["done", "shop", "shop"]
    day.answer("together.town", f"shop:common:{GRUEL}:pack")
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 1}
    assert "inn" in day.offered("together.town")


@rule("TWN-7", "TWN-8", "TWN-13")
def test_everybody_has_two_actions_all_open_at_once_and_may_use_a_feature_twice() -> None:
    day = stay(hero("a1", hp=1), hero("a2", hp=2), at=town(inn=True))
    assert open_to(day) == ["a1", "a2"]
    day.answer("together.town", "inn", by="a2").answer("together.town", "inn", by="a2")
    assert open_to(day) == ["a1"]
    assert (day.hp("a1"), day.hp("a2")) == (1, 5)
    day.answer("together.town", "inn", by="a1").answer("together.town", "done", by="a1")
    assert day.session.visit is None


@rule("TWN-10")
def test_what_a_town_does_not_have_is_not_offered() -> None:
    day = stay(hero(ready=[TONIC]), at=town(alchemy_station=True, quest_board=False))
    assert not day.questions  # no potion is expended


@rule("TWN-17", "ITM-12")
def test_an_alchemy_station_refreshes_one_expended_potion_for_an_action() -> None:
    drinker = hero()
    drinker.ready = [
        Card(CardId("p1"), ItemId(TONIC), expended=True),
        Card(CardId("p2"), ItemId(TONIC), expended=True),
    ]
    day = stay(drinker, at=town(alchemy_station=True))
    day.answer("together.town", "alchemy:p2")
    assert [card.expended for card in day.mat("a1").ready] == [True, False]


@rule("TWN-4", "TWN-5", "TWN-12", "SKL-4", "ADV-11", "SET-14")
def test_a_trainer_shows_tokens_and_an_action_puts_one_into_an_open_slot() -> None:
    day = stay(hero(), at=town(trainer=Trainer(2, of=("warrior",))))
    day.rolls(0, 2)
    assert day.session.visit is not None
    lines = day.session.visit.trainer
    assert {day.catalogue.lines[LineId(one)].constellation for one in lines} == {"warrior"}
    day.answer("together.town", f"trainer:{lines[0]}:4L")
    assert day.mat("a1").mat[3] == Row(lines[0])
    assert day.mat("a1").lines == ("combat", lines[0])
    assert day.session.visit.trainer == lines[1:]


@rule("TWN-12", "ADV-12")
def test_any_trainer_teaches_magicka_again() -> None:
    rows = (*ROWS[:2], Row(), Row())
    day = stay(hero(magicka=0), at=town(trainer=Trainer(1)), rows=rows)
    day.rolls(0)
    day.answer("together.town", "trainer:magicka:3L")
    assert day.mat("a1").mat[2] == Row("magicka")
    assert day.mat("a1").magicka == 0


SQUARE = TownSquare("Tide Clock", "Tick.", (Bolder(2),), costs=())
GROUP = TownSquare("Mud", "Warm.", (Bolder(1),), group=True)


@rule("TWN-8", "TWN-16")
def test_the_square_is_for_everybody_once() -> None:
    day = stay(hero("a1"), hero("a2"), at=town(square=SQUARE, inn=True))
    day.answer("together.town", "square", by="a1")
    assert day.mat("a1").tenacity == 2
    assert "square" not in _keys(day, "a1")
    assert "square" in _keys(day, "a2")


def _keys(day: Day, seat: str) -> list[str]:
    shape: Any = day.asked("together.town", seat).shape
    return [option.key for option in shape.options]


@rule("TWN-9")
def test_a_group_action_takes_one_action_of_everybody_who_joins() -> None:
    day = stay(hero("a1"), hero("a2"), at=town(square=GROUP, inn=True))
    day.answer("together.town", "square", by="a2")
    day.answer("together.town.join", "yes", by="a1")
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 1, "a2": 1}
    assert (day.mat("a1").tenacity, day.mat("a2").tenacity) == (1, 1)


@rule("TWN-9")
def test_a_group_action_that_somebody_refuses_costs_nothing() -> None:
    day = stay(hero("a1"), hero("a2"), at=town(square=GROUP, inn=True))
    day.answer("together.town", "square", by="a2")
    day.answer("together.town.join", "no", by="a1")
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 2, "a2": 2}


@rule("TWN-9")
def test_nobody_can_propose_one_when_somebody_has_no_action_left() -> None:
    day = stay(hero("a1", hp=1), hero("a2"), at=town(square=GROUP, inn=True))
    day.answer("together.town", "inn", by="a1").answer("together.town", "inn", by="a1")
    assert "square" not in _keys(day, "a2")


@rule("TWN-15", "QST-11")
def test_a_guild_kiosk_offers_the_guilds_own_action_to_who_can_pay() -> None:
    kiosk = Kiosk("Pledge", "Pay 1.", (Bolder(3),), costs=(Bolder(-1),))
    day = stay(
        hero("a1", tenacity=1),
        hero("a2"),
        at=town(guild_kiosk=True, inn=True),
        guilds=(Guild(UNDAUNTED, "Undaunted", "", kiosk),),
        guild="undaunted",
    )
    assert "kiosk" not in _keys(day, "a2")
    day.answer("together.town", "kiosk", by="a1")
    assert day.mat("a1").tenacity == 3


@rule("TWN-10")
def test_without_a_kiosk_the_guilds_action_is_not_offered() -> None:
    guild = Guild(UNDAUNTED, "Undaunted", "", Kiosk("Pledge", "", (Bolder(3),)))
    day = stay(hero(hp=1), at=town(inn=True), guilds=(guild,), guild="undaunted")
    assert day.offered("together.town") == ["done", "inn"]


@rule("CLS-17")
def test_a_pilgrim_lets_somebody_use_the_inn_for_tenacity() -> None:
    day = stay(hero("a1", cls="pilgrim", tenacity=2), hero("a2", hp=1), at=town(inn=True))
    day.answer("together.town", "diplomat:a2", by="a1")
    assert day.hp("a2") == 5
    assert day.mat("a1").tenacity == 0
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 2, "a2": 2}


def test_a_master_pilgrim_gives_an_action_more() -> None:
    pilgrim = hero("a1", cls="pilgrim", master=True, tenacity=2)
    day = stay(pilgrim, hero("a2"), at=town(inn=True))
    day.answer("together.town", "diplomat:a2", by="a1")
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 2, "a2": 3}


def test_a_novice_pilgrim_brings_one_more_token_to_light() -> None:
    day = stay(hero(cls="pilgrim"), at=town(trainer=Trainer(1)))
    day.rolls(0, 0)
    assert day.session.visit is not None
    assert len(day.session.visit.trainer) == 2


@rule("LOK-12")
def test_a_burglar_picks_the_lock_of_a_shops_item_before_anybody_acts() -> None:
    burglar = hero("a1", cls="burglar", tenacity=2)
    day = stay(burglar, at=town(shop=Shop(1)), decks=shop(LOAF, GRUEL))
    day.rolls(0, 0)
    (item,) = day.state.decks["common"].drawn
    lock = day.catalogue.items[ItemId(item)].lock
    day.rolls(*[digit - 1 for digit in lock.digits], 0, 0)
    day.answer("together.town", f"cutpurses-art:common:{item}")
    day.answer("item.gained", "ready")
    assert [card.item for card in day.mat("a1").ready] == [item]
    assert len(day.state.decks["common"].drawn) == 1
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 2}


def test_a_chef_trades_an_item_of_the_shop_for_the_first_consumable() -> None:
    chef = hero("a1", cls="chef", tenacity=2)
    day = stay(chef, at=town(shop=Shop(1)), decks=shop(SHAWL))
    day.rolls(0, 0)
    day.answer("together.town", f"forager:common:{SHAWL}")
    assert day.mat("a1").tenacity == 0
    assert day.state.decks["common"].discard == ()  # nothing was found, and the deck was made anew


EFFECT = TownEffect(
    "A Face",
    "She looks up.",
    (
        Choice("sit", "Sit", "You sit.", outcomes=(Bolder(1),)),
        Choice("ask", "Ask", "You ask.", outcomes=(Bolder(2),)),
    ),
    once=True,
)
HERE = DayEncounter("town", "lilmoth")


@rule("TWN-18", "TWN-1")
def test_a_town_effect_comes_first_and_the_party_takes_exactly_one_of_its_choices() -> None:
    day = stay(
        hero("a1"),
        hero("a2"),
        at=town(effect=EFFECT, shop=Shop(1)),
        decks=shop(LOAF),
        encounter=HERE,
    )
    day.rolls(0, 0)
    assert day.asked("encounter.choice").to == ("a1", "a2")
    assert list(day.state.decks["common"].drawn) == []
    day.answer("encounter.choice", "ask", by="a2")
    assert (day.mat("a1").tenacity, day.mat("a2").tenacity) == (2, 2)
    assert list(day.state.decks["common"].drawn) == [LOAF]
    assert open_to(day) == ["a1", "a2"]


@rule("TWN-19")
def test_a_town_effect_of_once_a_session_is_in_the_journal() -> None:
    day = stay(hero(), at=town(effect=EFFECT), encounter=HERE)
    day.answer("encounter.choice", "sit")
    again = stay(hero(), at=town(effect=EFFECT), encounter=HERE, journal=day.session.journal)
    assert not again.questions
    assert again.mat("a1").tenacity == 0


@rule("TWN-6", "TWN-1")
def test_a_side_quest_that_ends_in_a_town_is_completed_before_the_town_actions() -> None:
    quest = SideQuest("errand", "Errand", "", "", in_town=True, xp=1)
    decks = {"side-quests": Deck()}
    day = stay(hero(hp=1), at=town(inn=True), quests=(quest,), side_quests=("errand",), decks=decks)
    assert "inn" in day.offered("together.town")
    assert day.state.side_quests == ()
    assert [event.quest for event in day.events(SideQuestEnded)] == ["errand"]


@rule("TWN-14")
def test_a_quest_board_shows_two_side_quests_of_which_one_may_be_kept() -> None:
    quests = tuple(SideQuest(name, name, "", "") for name in ("a", "b", "c"))
    decks = {"side-quests": Deck(cards={"a": 1, "b": 1, "c": 1})}
    day = stay(hero(), at=town(quest_board=True), quests=quests, decks=decks)
    day.rolls(0, 0)
    day.answer("together.town", "board")
    assert day.offered("quest.side") == ["a", "b"]
    day.answer("quest.side", "b")
    assert day.state.side_quests == ("b",)
    assert day.state.decks["side-quests"].discard == ("a",)


@rule("OUT-1", "OUT-3")
def test_friends_in_low_places_give_an_action_and_come_home() -> None:
    """No fatigue, no form, no target is asked for; a tenacity face gives nothing."""
    rogue = hero("a1", row=["friends-in-low-places", "friends-in-low-places"], hp=1)
    day = stay(rogue, at=town(inn=True))
    day.rolls("friends-in-low-places", "tenacity")
    day.answer("together.town", "dice:a1.friends-in-low-places.1")
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 3}
    day.answer("together.town", "dice:a1.friends-in-low-places.2")
    assert (day.session.visit.actions, day.mat("a1").tenacity) == ({"a1": 3}, 0)
    assert not [key for key in day.offered("together.town") if key.startswith("dice")]
    assert day.row("a1") == ["friends-in-low-places"] * 2
    assert day.track("a1") == []


@rule("OUT-1")
def test_light_fingers_take_an_item_of_the_shop_before_anybody_acts() -> None:
    thief = hero("a1", row=["light-fingers"], hp=1)
    day = stay(thief, at=town(shop=Shop(2), inn=True), decks=shop(LOAF, GRUEL))
    day.rolls(0, 0, 0, 0, "light-fingers-1", "light-fingers-4")
    day.answer("together.town", "dice:").answer("town.fingers", f"{LOAF}:pack")
    day.answer("town.again", "yes")
    assert [card.item for card in day.mat("a1").pack] == [LOAF]
    assert day.track("a1") == ["light-fingers", "LF"]  # caught: that result is forced
    assert day.session.visit is not None
    assert day.session.visit.actions == {"a1": 2}


def test_light_fingers_stay_at_home_once_somebody_has_acted() -> None:
    thief = hero("a1", row=["light-fingers"], hp=1)
    day = stay(thief, at=town(shop=Shop(1), inn=True), decks=shop(LOAF))
    day.rolls(0, 0)
    day.answer("together.town", "inn")
    assert not [key for key in day.offered("together.town") if key.startswith("dice")]


@rule("OUT-2", "LOK-12")
def test_a_die_that_answers_a_lockpick_roll_helps_with_a_shops_lock() -> None:
    """Locksmith is rolled in response, before the attempt is over, and comes home."""
    burglar = hero("a1", cls="burglar", tenacity=2, row=["locksmith"])
    day = stay(burglar, at=town(shop=Shop(1)), decks=shop(LOAF))
    day.rolls(0, 0)
    lock = day.catalogue.items[ItemId(LOAF)].lock
    near = [digit - 1 for digit in lock.digits]
    near[0] += 1 if near[0] < 5 else -1
    day.rolls(*near, "locksmith")
    day.answer("together.town", f"cutpurses-art:common:{LOAF}")
    day.answer("lockpick_rolled", "lend_a_hand")
    wrong, right = near[0] + 1, lock.digits[0]
    day.answer("legerdemain.turn", f"{wrong}>{right}").answer("item.gained", "ready")
    assert [card.item for card in day.mat("a1").ready] == [LOAF]
    assert (day.row("a1"), day.track("a1")) == (["locksmith"], [])
