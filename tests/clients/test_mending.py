"""What a bot uses between battles."""

from typing import Any

import pytest

from clients.bots.days import mending
from protocol.ids import SeatId, Why
from protocol.questions import One, Option, Picks, Question

DONE, BREAD = Option("done", "Sleep"), Option("use:c1", "Use Bread", "Heal 2.")
LAMP, SHEET = Option("use:c2", "Use Lamp", "Gain 1 tenacity."), Option("use:promote", "Master")


def used(hp: int, *options: Option, why: Why = "together.rest.items") -> Picks | None:
    view: dict[str, Any] = {"units": {"a1": {"hp": hp, "health": 6}}}
    question = Question((SeatId("1"),), why, "", One((DONE, *options)), about="a1")
    return mending.choose(view, question)


def test_who_has_half_of_its_hp_uses_what_heals_and_nothing_else() -> None:
    assert used(3, LAMP, BREAD) == ("use:c1",)
    assert used(4, LAMP, BREAD) is None
    assert used(3, LAMP) is None


def test_in_a_town_what_heals_is_kept_for_there_are_inns() -> None:
    assert used(1, BREAD, why="together.town") is None


@pytest.mark.parametrize("why", mending.MENUS)
def test_a_promotion_is_taken_where_it_is_offered(why: Why) -> None:
    assert used(6, BREAD, SHEET, why=why) == ("use:promote",)


def test_it_has_no_opinion_elsewhere() -> None:
    assert used(1, BREAD, why="turn.act") is None
