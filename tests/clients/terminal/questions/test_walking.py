"""A route is walked to an end, or step by step."""

from clients.terminal.questions.deciding import ask
from clients.terminal.questions.walking import ends
from protocol.questions import (
    Route,
)
from tests.clients.terminal.questions.talk import TRAIL, Talk, question


def test_a_route_lists_costs_ways_and_what_lies_on_them() -> None:
    talk = Talk(ask(question(TRAIL)))
    assert "1. 0,-1  cost 1  (cache)" in talk.first
    assert "2. 1,-2  cost 2 by 0,-1  (cache)" in talk.first
    assert talk.said[0].marks == {"0,-1": "[1]", "1,-2": "[2]"}


def test_a_route_offers_no_end_that_costs_too_much_or_where_nobody_may_stop() -> None:
    keys = [TRAIL.spots[at].key for at, _ in ends(TRAIL)]
    assert keys == ["0,-1", "1,-2"]
    short = Route(TRAIL.spots, budget=1)
    assert [short.spots[at].key for at, _ in ends(short)] == ["0,-1"]
