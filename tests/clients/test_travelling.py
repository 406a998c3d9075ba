"""What a bot does between battles."""

from typing import Any

import pytest

from clients.bots.days import travelling
from protocol.ids import SeatId
from protocol.questions import One, Option, Question, Route, Spot

FRESH = {"hp": 5, "health": 5}
HURT = {"hp": 2, "health": 5}


def view(chip: dict[str, int], *, day: int = 2, track: int = 0) -> dict[str, Any]:
    """What a client sees of a party of one."""
    return {"day": day, "units": {"a1": chip}, "adventurers": {"a1": {"track": ["LF"] * track}}}


def move(here: str = "") -> Question:
    """A fork: the quest lies by way of "b", a town two hexes the other way."""
    spots = (
        Spot("a", (1, 2), note=here),
        Spot("b", (0,), note="peaceful card"),
        Spot("c", (0, 3)),
        Spot("d", (2,), note="Easting, a town"),
    )
    return Question((SeatId("1"),), "overland.move", "", Route(spots, 3), default=("b",))


def test_a_fresh_party_follows_its_quest() -> None:
    assert travelling.choose(view(FRESH), move()) == ("b",)


@pytest.mark.parametrize("worn", [view(HURT), view({"hp": 0, "health": 5}), view(FRESH, track=6)])
def test_a_worn_party_goes_to_the_nearest_town(worn: dict[str, Any]) -> None:
    assert travelling.choose(worn, move()) == ("c", "d")


def test_a_worn_party_stays_where_it_is_in_a_town() -> None:
    assert travelling.choose(view(HURT), move("Westing, a town")) == ()


def test_late_in_a_session_the_quest_cannot_wait() -> None:
    assert travelling.choose(view(HURT, day=10), move()) == ("b",)


def test_it_takes_the_choice_that_gives_most_and_none_to_fight_over_while_it_is_worn() -> None:
    options = (
        Option("talk", "Talk", "social check 4, 1 XP"),
        Option("fight", "Fight", "clash, 3 XP"),
        Option("pay", "Pay", "Discard 1 saved XP, 0 XP"),
    )
    question = Question((SeatId("1"),), "encounter.choice", "", One(options))
    assert travelling.choose(view(FRESH), question) == ("fight",)
    assert travelling.choose(view(HURT), question) == ("talk",)


def test_in_a_town_the_quests_errand_comes_first() -> None:
    inn, errand = Option("inn", "The inn"), Option("step:0", "Sandbags")
    question = Question((SeatId("1"),), "together.town", "", One((inn, errand)))
    assert travelling.choose(view(FRESH), question) == ("step:0",)
    plain = Question((SeatId("1"),), "together.town", "", One((inn,)))
    assert travelling.choose(view(FRESH), plain) is None


def test_it_has_no_opinion_on_anything_else() -> None:
    question = Question((SeatId("1"),), "turn.act", "", One((Option("end", "End"),)))
    assert travelling.choose(view(FRESH), question) is None
