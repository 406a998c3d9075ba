"""Growth that is not bought: granted dice, skill lines away from a trainer, kiosks (p41, p43)."""

from typing import Any

import pytest

from protocol.ids import DieKind, LineId, UnitId
from server.rules.battle.kernel.state import Deck, Row
from server.rules.campaign.adventurers import growth
from server.rules.campaign.components.province import Atlas
from server.rules.campaign.components.towns import Shop, Town
from server.rules.campaign.components.words import TownId
from server.rules.campaign.kernel.state import SessionPlan, TownVisit
from server.rules.campaign.outcomes import RunningSession
from server.rules.content.catalogue import catalogue
from tests.rules.campaign.sessions import strip
from tests.scene import Scene, foe, hero
from tests.scene.days import Day

rule = pytest.mark.rule
A1 = UnitId("a1")
ROWS = (
    Row("health", LineId("combat"), 0, 1),
    Row("stamina", "", 3, 0),
    Row("magicka", "", 3, 0),
    Row(LineId("bow"), "", 1, 0),
)
KNOWN: dict[str, Any] = {"rows": ROWS, "lines": ("combat", "bow")}
LOAF, GRUEL = "falkreath-meat-loaf", "old-aldmeri-orphan-gruel"


@rule("RWD-7", "ADV-6")
def test_a_granted_die_costs_nothing_and_needs_what_a_bought_one_does() -> None:
    day = Day(
        hero(row=["combat", "snipe"]),
        do=lambda session: growth.gain_die(session, A1, 2),
        saved={"a1": 0},
        **KNOWN,
    )
    offered = day.offered("growth.die")
    levels = {day.catalogue.dice[DieKind(key.split(":")[1])].level for key in offered}
    assert levels == {1, 2}
    day.answer("growth.die", "bow:snipe")
    assert day.row("a1") == ["combat", "snipe", "snipe"]
    assert day.mat("a1").mat[3] == Row(LineId("bow"), "", 2, 0)


@rule("SKL-5")
def test_a_line_away_from_a_trainer_is_one_of_two_tokens_drawn() -> None:
    day = Day(hero(), do=lambda session: growth.learn(session, A1, ("warrior",)), **KNOWN)
    day.rolls(0, 0)
    offered = day.offered("growth.line")
    assert len(offered) == 2
    assert {day.catalogue.lines[LineId(one)].constellation for one in offered} == {"warrior"}
    assert "bow" not in offered
    day.answer("growth.line", offered[0])
    day.answer("create.slot", "slot:4R")
    assert day.mat("a1").mat[3] == Row(LineId("bow"), LineId(offered[0]), 1, 0)


def test_a_master_pilgrim_gains_tenacity_by_a_trained_die() -> None:
    pilgrim = hero(cls="pilgrim", master=True, row=["combat", "snipe"])
    day = Day(pilgrim, do=lambda session: growth.gain_die(session, A1, 1), **KNOWN)
    day.answer("growth.die", "bow:snipe")
    assert day.mat("a1").tenacity == 2
    combat = Day(pilgrim, do=lambda session: growth.gain_die(session, A1, 1), **KNOWN)
    combat.answer("growth.die", "combat:combat")
    assert combat.mat("a1").tenacity == 0


def at_kiosk(name: str, **state: Any) -> Day:
    """The first adventurer takes a kiosk's action in a town with a shop of one card."""
    town = Town(TownId("lilmoth"), "Lilmoth", "", shop=Shop(1))
    return Day(
        hero(row=["combat", "volley"]),
        do=lambda session: RunningSession.of(session).special((A1,), name),
        atlas=Atlas({"strip": strip(towns={"lilmoth": town})}, {}, {}, {}),
        plan=SessionPlan("strip"),
        visit=TownVisit(TownId("lilmoth"), {A1: 1}),
        **{**KNOWN, **state},
    )


@rule("TWN-15")
def test_the_undaunted_have_the_shop_filled_anew_and_take_one_item() -> None:
    decks = {"common": Deck(cards={GRUEL: 1}, drawn=(LOAF,)), "legendary": Deck()}
    day = at_kiosk("pledged", decks=decks)
    day.rolls(0, 0)
    day.answer("kiosk.pledged", f"common:{GRUEL}:ready")
    assert [card.item for card in day.mat("a1").ready] == [GRUEL]
    assert day.state.decks["common"].discard == (LOAF,)


@rule("TWN-15")
def test_the_dark_brotherhood_fills_a_ready_slot_as_long_as_there_is_a_status_die() -> None:
    decks = {"guild": Deck(cards={"mark-of-the-black-hand": 2})}
    day = at_kiosk("mark-of-the-black-hand", decks=decks)
    day.begin()
    assert [card.item for card in day.mat("a1").ready] == ["mark-of-the-black-hand"]
    none_left = at_kiosk("mark-of-the-black-hand", decks=decks, supply={"status": 0})
    none_left.begin()
    assert none_left.mat("a1").ready == ()


def test_the_mark_of_the_black_hand_frightens_an_adjacent_enemy_in_a_battle() -> None:
    scene = Scene(
        hero(at=(1, 0), ready=["mark-of-the-black-hand"]),
        foe("e1", at=(0, 0)),
        foe("e2", at=(-3, 0)),
        decks={"guild": Deck()},
    )
    scene.answer("turn.act", "mark-of-the-black-hand")
    assert scene.unit("e1").statuses == ("fear",)
    assert scene.mat("a1").ready == ()
    assert scene.state.decks["guild"].discard == ("mark-of-the-black-hand",)


@rule("TWN-15", "UNT-3")
def test_the_psijic_order_swaps_a_level_1_mage_die_for_a_level_2_die_of_its_line() -> None:
    line = next(one for one in catalogue().lines.values() if one.constellation == "mage")
    low, high = (next(die for die in line.dice if die.level == level) for level in (1, 2))
    rows = (*ROWS[:3], Row(line.id, "", 1, 0))
    day = Day(
        hero(row=["combat"], track=[low.id]),
        do=lambda session: RunningSession.of(session).special((A1,), "the-old-ways"),
        rows=rows,
        lines=("combat", line.id),
    )
    day.begin()
    if day.questions:
        day.answer("kiosk.ways", f"{low.id}:{high.id}")
    assert day.track("a1") == []
    assert high.id in day.row("a1")
    assert day.mat("a1").mat[3] == Row(line.id, "", 1, 0)
