"""What is kept between sessions, and what is not (p49)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.ids import CardId, UnitId
from server.rules.battle.kernel.state import Card, Enchantment
from server.rules.campaign.ending import Carried, carried, resume
from server.rules.campaign.kernel.state import SessionPlan
from server.rules.content.catalogue import catalogue
from tests.rules.campaign.sessions import Days
from tests.scene import hero

rule = pytest.mark.rule
A1 = UnitId("a1")


def won(*heroes: Any, **changes: Any) -> Carried:
    """What is carried from a session of the tiny province that was won."""
    kept = carried(Days(*heroes, outcome="victory", day_phase="over", **changes).state, catalogue())
    assert kept is not None
    return kept


@rule("SES-5", "SES-8", "CMP-2", "CMP-3")
def test_the_dial_saved_xp_and_the_cooldown_stat_are_kept_and_tenacity_is_not() -> None:
    kept = won(hero(at=None, cooldown=3, tenacity=4), dial=17, saved={A1: 2})
    assert (kept.dial, kept.saved) == (17, {A1: 2})
    mat = kept.party.adventurers[A1]
    assert (mat.cooldown, mat.tenacity) == (3, 0)


@rule("SES-7", "CMP-2")
def test_everybody_has_full_hp_no_bonus_and_all_dice_home() -> None:
    track = ["LF", "OF", "bane", "snipe"]
    worn = hero(at=None, hp=1, health=6, bonus=2, row=["combat"], track=track, drained=["snipe"])
    kept = won(worn)
    chip, mat = kept.party.units[A1], kept.party.adventurers[A1]
    assert (chip.hp, chip.bonus, chip.fate) == (6, 0, "")
    assert (mat.track, mat.active, mat.drained) == ((), (), ())
    kinds = [kept.party.dice[die].kind for die in mat.row]
    assert kinds == ["combat", "snipe", "snipe"]


@rule("SES-7")
def test_who_lay_defeated_stands_again() -> None:
    chip = won(hero(at=None, fate="defeated")).party.units[A1]
    assert (chip.hp, chip.fate) == (5, "")


@rule("SES-9", "CMP-2")
def test_the_class_keeps_its_side_and_loses_its_extras() -> None:
    mat = won(hero(at=None, cls="necromancer", master=True, tokens=3)).party.adventurers[A1]
    assert (mat.cls, mat.master, mat.tokens) == ("necromancer", True, 0)


@rule("SES-10")
def test_expended_items_pets_with_chips_and_active_enchantments_go() -> None:
    items = catalogue().items
    by_kind = {item.subtype: item.id for item in items.values()}
    cards = (
        Card(CardId("i1"), by_kind["potion"], expended=True),
        Card(CardId("i2"), by_kind["pet"], chips=1),
        Card(CardId("i3"), by_kind["weapon"]),
    )
    held = hero(at=None)
    held.ready = list(cards)
    held.pack = [Card(CardId("i4"), by_kind["pet"])]
    kept = won(held, enchantments={"i9": Enchantment(by_kind["enchantment"], "a1")})
    mat = kept.party.adventurers[A1]
    assert ([card.id for card in mat.ready], [card.id for card in mat.pack]) == (["i3"], ["i4"])
    assert kept.party.enchantments == {}


@rule("SES-6", "SES-11", "SQ-5")
def test_side_quests_effects_and_closed_towns_end_with_the_session() -> None:
    kept = won(
        side_quests_held=("grave",), effects={"fog": "session"}, closed=("easting",), kept="meadow"
    )
    assert kept.party.side_quests == ()
    later = resume(kept, Days().state.settings)
    assert (later.effects, later.closed, later.side_quests) == ({}, (), ())


@rule("SES-3", "CMP-1")
def test_the_second_session_is_where_the_epilogue_led() -> None:
    kept = won(chosen="quest:strip:undaunted")
    assert (kept.session, kept.plan) == (2, SessionPlan("strip", "undaunted", "undaunted"))


@rule("SES-4", "CMP-1", "GEN-14")
def test_the_third_session_is_the_endgame_of_the_seconds_province() -> None:
    kept = won(settings={"session": 2})
    assert (kept.session, kept.plan.province, kept.plan.endgame) == (3, "strip", True)


@rule("CMP-1", "CMP-5", "QST-5")
@pytest.mark.parametrize(("session", "outcome"), [(1, "defeat"), (2, "defeat"), (3, "victory")])
def test_after_a_loss_or_after_the_endgame_no_session_comes(session: int, outcome: str) -> None:
    over = Days(outcome=outcome, day_phase="over", settings={"session": session}).state
    assert carried(over, catalogue()) is None


@rule("DIF-6", "CMP-3", "CMP-4")
def test_the_next_session_begins_before_day_1_and_may_be_harder() -> None:
    settings = replace(Days().state.settings, difficulty="expert")
    later = resume(won(keywords=("Walked",), settings={"assist": True}), settings)
    assert (later.day, later.day_phase, later.keywords) == (0, "prepare", ("Walked",))
    assert (later.settings.difficulty, later.settings.session) == ("expert", 2)
    assert later.settings.assist


@rule("GA-1", "KEY-2")
def test_the_guilds_assist_comes_once_in_a_campaign() -> None:
    assert not won(major="Guild Assist", settings={"assist": True}).assist
    assert not won(settings={"assist": False}).assist
