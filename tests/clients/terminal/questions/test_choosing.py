"""One option, some of them, an order, points to share out: how they are typed."""

from clients.terminal.questions.deciding import ask
from protocol.questions import (
    One,
    Option,
    Order,
    Some,
    Split,
)
from tests.clients.terminal.questions.talk import FRUIT, Talk, question


def test_a_refused_answer_is_asked_again_with_the_reason() -> None:
    talk = Talk(ask(question(Split(FRUIT, 3, 3, (1, 3, 3)))), "1 1 2")
    assert talk.last.startswith("At most 1 for one of the receivers.")
    talk = Talk(ask(question(Order(FRUIT))), "1 2")
    assert talk.last.startswith("Put every option into the order once.")


def test_an_example_of_several_picks_has_as_many_as_are_wanted() -> None:
    assert "Pick 1, such as: 1\n" in Talk(ask(question(Some(FRUIT, 1, 1)))).first + "\n"
    assert "Pick 1 to 3, such as: 1 2\n" in Talk(ask(question(Some(FRUIT, 1, 3)))).first + "\n"
    assert Talk(ask(question(One(FRUIT[:1]))), "7").last == "Type 1."


def test_a_way_to_lay_a_tile_can_be_seen_on_the_map_before_it_is_chosen() -> None:
    ways = One(
        (
            Option("turn-0:1,0", "South by 1,0", "hexes 1,0 1,1 2,0; doors 1,0; hearts 1,1"),
            Option("turn-1:1,0", "South by 1,0, turned", "hexes 1,0 1,1 2,0; doors 2,0"),
        )
    )
    talk = Talk(ask(question(ways)), "v2", "v 1", "2")
    assert "hexes" not in talk.first
    assert talk.said[1].marks == {"1,0": "new", "1,1": "new", "2,0": "door"}
    assert talk.said[2].marks == {"1,0": "door", "1,1": "heart", "2,0": "new"}
    assert talk.result == ("turn-1:1,0",)
