"""Untraining and advancements, each for oneself, all at once (p31, p43)."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.battle import Advanced
from protocol.ids import LineId, SeatId
from server.rules.battle.kernel.state import Row
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.reward import grow
from tests.scene import hero
from tests.scene.builders import Hero
from tests.scene.days import Day

rule = pytest.mark.rule
ROWS = (
    Row("health", LineId("combat"), 0, 1),
    Row("stamina", "", 3, 0),
    Row("magicka", "", 3, 0),
    Row(LineId("bow"), "", 2, 0),
)
BOW = ["combat", "snipe", "snipe"]


def grown(name: str = "a1", **figures: Any) -> Hero:
    """An adventurer with its attribute rows: 3 Stamina, 3 Magicka, Combat and Bow."""
    return hero(name, **{"row": BOW, **figures})


def _grow(session: Session) -> None:
    assert grow(session)


def growing(*heroes: Hero, saved: dict[str, int], **state: Any) -> Day:
    """The steps Untrain and Gain Advancements."""
    return Day(*heroes, do=_grow, saved=saved, rows=ROWS, lines=("combat", "bow"), **state)


@rule("ADV-1", "ADV-2", "ADV-3", "RWD-1", "RWD-9")
def test_saved_xp_buys_a_die_of_a_trained_line() -> None:
    day = growing(grown(), saved={"a1": 3})
    day.answer("together.advance", "bow:snipe")
    assert sorted(day.row("a1")) == ["combat", "snipe", "snipe", "snipe"]
    assert day.session.saved == {"a1": 1}  # the third square of a row costs 2
    (bought,) = day.events(Advanced)
    assert (bought.attribute, bought.kind, bought.xp) == ("bow", "snipe", 2)


@rule("RWD-3", "ADV-7")
def test_more_than_3_saved_xp_can_be_spent_while_the_phase_lasts() -> None:
    day = growing(grown(cooldown=4), saved={"a1": 6})
    day.answer("together.advance", "cooldown:")
    assert day.mat("a1").cooldown == 5
    assert day.session.saved == {"a1": 1}


@rule("ADV-9")
def test_what_is_saved_beyond_3_becomes_tenacity_and_the_rest_is_lost() -> None:
    day = growing(grown(tenacity=4), saved={"a1": 6})
    day.answer("together.advance", "done")
    assert day.session.saved == {"a1": 3}
    assert day.mat("a1").tenacity == 5


@rule("UNT-1", "UNT-2", "UNT-3")
def test_an_untrained_line_leaves_with_all_its_dice_wherever_they_lie() -> None:
    day = growing(grown(row=["combat", "snipe"], track=["LF", "snipe"]), saved={"a1": 2})
    day.answer("together.advance", "whole:bow")
    assert (day.row("a1"), day.track("a1")) == (["combat"], ["LF"])
    assert day.mat("a1").lines == ("combat",)
    assert day.mat("a1").mat[3] == Row()
    assert day.session.saved == {"a1": 2}


@rule("UNT-4")
def test_after_one_die_is_untrained_the_next_one_costs_what_its_square_does() -> None:
    day = growing(grown(), saved={"a1": 3})
    day.answer("together.advance", "die:snipe")
    assert day.mat("a1").mat[3] == Row(LineId("bow"), "", 1, 0)
    day.answer("together.advance", "bow:snipe")
    assert day.session.saved == {"a1": 2}


@rule("UNT-5")
def test_health_stamina_and_combat_stay_but_for_their_squares_and_dice() -> None:
    offered = growing(grown(), saved={"a1": 0}).offered("together.advance")
    wholes = [key for key in offered if key.startswith("whole:")]
    assert wholes == ["whole:magicka", "whole:bow"]
    assert {"square:stamina", "square:magicka", "die:combat"} <= set(offered)
    assert "square:health" not in offered  # it has none


@rule("UNT-5", "STA-4")
def test_a_health_square_that_is_untrained_takes_hp_above_it_along() -> None:
    rows = (Row("health", LineId("combat"), 1, 1), *ROWS[1:])
    day = Day(grown(hp=5, health=5), do=_grow, saved={"a1": 0}, rows=rows, lines=("combat", "bow"))
    day.answer("together.advance", "square:health")
    assert (day.hp("a1"), day.unit("a1").health) == (4, 4)


@rule("UNT-1")
def test_who_has_bought_something_is_past_untraining() -> None:
    day = growing(grown(), saved={"a1": 3})
    day.answer("together.advance", "tenacity:")
    kinds = {key.split(":")[0] for key in day.offered("together.advance")}
    assert kinds.isdisjoint({"whole", "square", "die"})


def test_everybody_advances_at_the_same_time() -> None:
    """The second answers first; the first one's question stays open as it was."""
    day = growing(grown("a1"), grown("a2"), saved={"a1": 2, "a2": 2})
    assert [question.to for question in day.questions] == [("a1",), ("a2",)]
    before = day.questions[0]
    day.answer("together.advance", "tenacity:", by="a2")
    assert replace(day.questions[0], id=before.id) == before
    day.play.answer(before.id, SeatId("a1"), ("done",))
    day.answer("together.advance", "done", by="a2")
    assert (day.mat("a1").tenacity, day.mat("a2").tenacity) == (0, 1)


@rule("ADV-12", "UNT-5")
def test_magicka_can_be_untrained() -> None:
    day = growing(grown(), saved={"a1": 0})
    day.answer("together.advance", "whole:magicka").answer("together.advance", "done")
    assert day.mat("a1").magicka == 0
    assert day.mat("a1").mat[2] == Row()
