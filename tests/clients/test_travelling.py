"""What a bot does between battles."""

from typing import Any

import pytest
from msgspec.structs import replace

from clients.bots.days import Traveller, travelling
from protocol.ids import SeatId
from protocol.questions import One, Option, Picks, Question, Route, Spot

WORDS: dict[str, Any] = {
    "items": {"thing": {"subtype": "miscellaneous", "trait": "", "forms": (), "text": ""}},
    "encounters": {"even": {"figures": {"players": {"1": {"won": 20, "battles": 40}}}}},
    "campaign": {
        "encounters": {"lost": {"figures": None}},
        "provinces": {
            "marsh": {
                "quests": {
                    "guild": {
                        "steps": {
                            "A": {"decisive": False, "rules": [], "tokens": {}, "choices": {}},
                            "B": {
                                "decisive": True,
                                "rules": [],
                                "tokens": {},
                                "choices": {"bad": {"encounter": "even"}, "good": {}},
                            },
                            "C": {"decisive": True, "rules": ["It rains."], "tokens": {}},
                        }
                    }
                }
            }
        },
    },
    "drawn": {"cards": {"card": {"choices": {"fight": {"encounter": "even"}}}}},
}
"""A catalogue with a step that can be tried again and one that cannot, and a hard battle."""
FRESH = {"hp": 5, "health": 5}
TIRED = {"hp": 4, "health": 5}
HURT = {"hp": 2, "health": 5}


def view(
    chip: dict[str, int],
    *,
    day: int = 2,
    track: int = 0,
    step: str = "A",
    cards: int = 4,
    card: str = "another",
) -> dict[str, Any]:
    """What a client sees of a party of one."""
    mat = {
        "track": ["LF"] * track,
        "tenacity": 9,
        "lines": ["combat"],
        "ready": [{"item": "thing"}] * cards,
        "pack": [],
    }
    return {
        "day": day,
        "units": {"a1": chip},
        "adventurers": {"a1": mat},
        "plan": {"province": "marsh"},
        "quest": "guild",
        "step": step,
        "encounter": {"kind": "card", "name": card},
    }


def chosen(seen: dict[str, Any], question: Question) -> Picks | None:
    return Traveller(WORDS).choose(seen, question)


def move(here: str = "", ahead: str = "peaceful card") -> Question:
    """A fork: the quest lies by way of "b", a town two hexes the other way."""
    spots = (
        Spot("a", (1, 2), note=here),
        Spot("b", (0,), note=ahead),
        Spot("c", (0, 3)),
        Spot("d", (2,), note="Easting, a town"),
    )
    return Question((SeatId("1"),), "overland.move", "", Route(spots, 3), default=("b",))


def test_a_fresh_party_follows_its_quest() -> None:
    assert chosen(view(FRESH), move()) == ("b",)


@pytest.mark.parametrize("worn", [view(HURT), view({"hp": 0, "health": 5}), view(FRESH, track=6)])
def test_a_worn_party_goes_to_the_nearest_town(worn: dict[str, Any]) -> None:
    assert chosen(worn, move()) == ("c", "d")


def test_a_worn_party_stays_where_it_is_in_a_town() -> None:
    assert chosen(view(HURT), move("Westing, a town")) == ()


def test_late_in_a_session_no_town_is_worth_a_detour_but_one_where_it_is_already() -> None:
    assert chosen(view(HURT, day=10), move()) == ("b",)
    assert chosen(view(HURT, day=10), move("Westing, a town")) == ()
    assert chosen(view(HURT, day=11), move("Westing, a town")) == ("b",)


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
    went = chosen(view(FRESH, track=1), road(*notes))
    assert went == tuple(f"r{number}" for number in range(1, hexes + 1))
    assert chosen(view(FRESH, track=2), road(*notes)) == ("r1", "r2")


def test_it_takes_the_choice_that_gives_most_and_none_to_fight_over_while_it_is_worn() -> None:
    options = (
        Option("talk", "Talk", "social check 4, 1 XP"),
        Option("fight", "Fight", "clash, 3 XP"),
        Option("pay", "Pay", "Discard 1 saved XP, 0 XP"),
    )
    question = Question((SeatId("1"),), "encounter.choice", "", One(options))
    assert chosen(view(FRESH), question) == ("fight",)
    assert chosen(view(HURT), question) == ("talk",)


def in_town(*options: Option) -> Question:
    return Question((SeatId("1"),), "together.town", "", One(options), about="a1")


INN, ERRAND = Option("inn", "The inn"), Option("step:0", "Sandbags")


def test_in_a_town_the_quests_errand_comes_first_but_for_who_needs_a_bed() -> None:
    assert chosen(view(FRESH), in_town(INN, ERRAND)) == ("step:0",)
    assert chosen(view(HURT), in_town(INN, ERRAND)) == ("inn",)
    assert chosen(view(HURT), in_town(ERRAND)) == ("step:0",)
    assert chosen(view(FRESH), in_town(INN)) is None


def test_a_battle_is_weighed_by_its_odds() -> None:
    """Of four battles one is lost where nobody has measured; that on the card half the time."""
    talk, fight = Option("talk", "Talk", "1 XP"), Option("fight", "Fight", "clash, 2 XP")
    question = Question((SeatId("1"),), "encounter.choice", "", One((talk, fight)))
    assert chosen(view(FRESH, card="card"), question) == ("talk",)
    assert chosen(view(FRESH, card="another"), question) == ("fight",)


def test_of_a_quests_ways_a_hard_battle_is_taken_last() -> None:
    bad, good = Option("bad", "Bad", "clash"), Option("good", "Good")
    question = Question((SeatId("1"),), "encounter.choice", "", One((bad, good)))
    seen = view(FRESH, step="B") | {"encounter": {"kind": "quest", "name": "B"}}
    assert chosen(seen, question) == ("good",)
    assert chosen(seen, Question((SeatId("1"),), "encounter.choice", "", One((bad,)))) == ("bad",)


def test_before_a_battle_that_decides_the_quest_a_tired_party_rests() -> None:
    """In a town near it, late beside where it will be; not where the step grows worse."""
    near = move("", GOAL)
    assert chosen(view(TIRED, step="B"), near) == ("c", "d")
    assert chosen(view(TIRED, step="B"), move()) == ("b",)
    assert chosen(view(TIRED, step="A"), near) == ("b",)
    assert chosen(view(TIRED, step="C"), near) == ("b",)
    assert chosen(view(FRESH, step="B"), near) == ("b",)
    assert chosen(view(TIRED, step="B", day=10), road(WAY, GOAL)) == ("r1",)
    assert chosen(view(TIRED, step="B", day=12), road(WAY, GOAL)) == ("r1", "r2")


def test_who_rests_leaves_the_hex_of_the_battle() -> None:
    spots = (Spot("a", (1, 2), note=GOAL), Spot("b", (0,), note="conflict card"), Spot("c", (0,)))
    question = Question((SeatId("1"),), "overland.move", "", Route(spots, 2), default=())
    assert chosen(view(TIRED, step="B", day=10), question) == ("c",)


def test_a_party_with_few_items_stops_in_a_town_on_its_way() -> None:
    town = f"Easting, a town, {WAY}"
    assert chosen(view(FRESH, cards=3), road(town, WAY)) == ("r1",)
    assert chosen(view(FRESH, cards=4), road(town, WAY)) == ("r1", "r2")
    assert chosen(view(FRESH, cards=3, day=9), road(town, WAY)) == ("r1", "r2")


def test_it_has_no_opinion_on_anything_else() -> None:
    question = Question((SeatId("1"),), "turn.act", "", One((Option("end", "End"),)))
    assert chosen(view(FRESH), question) is None


LOST_HERE = {"journal": {"lost:A:fight": 1}}


def test_who_has_lost_the_steps_battle_rests_before_the_next_try_while_days_are_left() -> None:
    """A step that may be tried again is not waited for before its first try."""
    where = move("the quest goes on here", "")
    assert chosen(view(TIRED) | LOST_HERE, where) == ("c", "d")
    assert chosen(view(TIRED), replace(where, default=())) == ()
    assert chosen(view(FRESH) | LOST_HERE, replace(where, default=())) == ()
    assert chosen(view(TIRED, day=9) | LOST_HERE, replace(where, default=())) == ()


def test_before_a_hard_battle_a_party_with_days_to_spare_earns_xp_by_the_way() -> None:
    hard = {"journal": {"lost:B:bad": 3}}
    spots = (Spot("a", (1, 2)), Spot("b", (0,), note=WAY), Spot("c", (0,), note="peaceful card"))
    where = replace(move(), shape=Route(spots, 2))
    assert chosen(view(FRESH, step="B") | hard, where) == ("c",)
    assert chosen(view(FRESH, step="B", day=8) | hard, where) == ("b",)
    assert chosen(view(FRESH, step="A"), where) == ("b",)
