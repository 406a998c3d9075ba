"""How fights end, as a bot reckons it."""

import pytest

from clients.bots.matches import duels
from tests.clients.matches.views import named, view


def test_who_strikes_better_wins_more_often() -> None:
    seen = view()
    captain = seen["units"]["a1"]
    rat = seen["units"][named(seen, "underrat", "2")]
    ending = duels.fight(captain, rat)
    assert ending.won > 3 * ending.lost > 0
    assert ending.won + ending.lost <= 1


def test_the_first_strike_is_worth_something() -> None:
    seen = view()
    one, other = (seen["units"][named(seen, "infantry", seat)] for seat in ("1", "1"))
    ending = duels.fight(one, other)
    assert ending.won > ending.lost


def test_a_scared_enemy_answers_less_and_an_advantage_wins_more() -> None:
    seen = view()
    captain = seen["units"]["a1"]
    rat = seen["units"][named(seen, "underrat", "2")]
    usual = duels.fight(captain, rat)
    assert duels.fight(captain, rat, answering=-1).lost < usual.lost
    assert duels.fight(captain, rat, edge=1).won > usual.won


@pytest.mark.parametrize(("injury", "won"), [("stunned", 1.0), ("dazed", 0.6)])
def test_who_is_down_does_not_answer(injury: str, won: float) -> None:
    seen = view()
    captain = seen["units"]["a1"]
    rat = seen["units"][named(seen, "underrat", "2")]
    rat["injury"] = injury
    ending = duels.fight(captain, rat)
    assert ending.won >= won
    assert ending.lost < duels.fight(captain, {**rat, "injury": ""}).lost


def test_wounds_have_to_be_taken_one_by_one() -> None:
    seen = view("sellswords", "undead")
    captain = seen["units"]["a1"]
    knight = seen["units"][named(seen, "death-knight", "2")]
    assert duels.fight(captain, {**knight, "wounds": 1}).won > duels.fight(captain, knight).won
