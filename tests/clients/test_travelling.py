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
    mat = {"track": ["LF"] * track, "tenacity": 9, "lines": ["combat"]}
    return {"day": day, "units": {"a1": chip}, "adventurers": {"a1": mat}}


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


def test_late_in_a_session_no_town_is_worth_a_detour_but_one_where_it_is_already() -> None:
    assert travelling.choose(view(HURT, day=10), move()) == ("b",)
    assert travelling.choose(view(HURT, day=10), move("Westing, a town")) == ()
    assert travelling.choose(view(HURT, day=11), move("Westing, a town")) == ("b",)


def road(*notes: str) -> Question:
    """A road of hexes with these notes, of which the first two are in the base movement."""
    spots = [Spot("a", (1,))]
    for number, note in enumerate(notes, 1):
        ahead = (number + 1,) if number < len(notes) else ()
        spots.append(Spot(f"r{number}", (number - 1, *ahead), note=note))
    default = ("r1", "r2")[: len(notes)]
    return Question(
        (SeatId("1"),), "overland.move", "", Route(tuple(spots), len(notes)), default=default
    )


WAY, GOAL = travelling.ON_THE_WAY, travelling.ARRIVED


@pytest.mark.parametrize(
    ("notes", "hexes"),
    [
        ((WAY, WAY, WAY, WAY), 3),  # one more, whose fatigue the night takes away
        ((WAY, WAY, WAY, GOAL), 4),  # two more where the quest is reached by them
        ((WAY, WAY, WAY, WAY, GOAL), 3),
        ((WAY, WAY, GOAL, WAY), 3),
        ((WAY, GOAL, "", ""), 2),
        ((WAY, WAY, "", ""), 2),
    ],
)
def test_a_fresh_party_goes_farther_for_a_little_fatigue(
    notes: tuple[str, ...], hexes: int
) -> None:
    chosen = travelling.choose(view(FRESH, track=1), road(*notes))
    assert chosen == tuple(f"r{number}" for number in range(1, hexes + 1))
    assert travelling.choose(view(FRESH, track=2), road(*notes)) == ("r1", "r2")


def test_it_takes_the_choice_that_gives_most_and_none_to_fight_over_while_it_is_worn() -> None:
    options = (
        Option("talk", "Talk", "social check 4, 1 XP"),
        Option("fight", "Fight", "clash, 3 XP"),
        Option("pay", "Pay", "Discard 1 saved XP, 0 XP"),
    )
    question = Question((SeatId("1"),), "encounter.choice", "", One(options))
    assert travelling.choose(view(FRESH), question) == ("fight",)
    assert travelling.choose(view(HURT), question) == ("talk",)


def in_town(*options: Option) -> Question:
    return Question((SeatId("1"),), "together.town", "", One(options), about="a1")


INN, ERRAND = Option("inn", "The inn"), Option("step:0", "Sandbags")


def test_in_a_town_the_quests_errand_comes_first_but_for_who_needs_a_bed() -> None:
    assert travelling.choose(view(FRESH), in_town(INN, ERRAND)) == ("step:0",)
    assert travelling.choose(view(HURT), in_town(INN, ERRAND)) == ("inn",)
    assert travelling.choose(view(HURT), in_town(ERRAND)) == ("step:0",)
    assert travelling.choose(view(FRESH), in_town(INN)) is None


def test_it_has_no_opinion_on_anything_else() -> None:
    question = Question((SeatId("1"),), "turn.act", "", One((Option("end", "End"),)))
    assert travelling.choose(view(FRESH), question) is None
