"""The terminal says at an engage's end which results nobody has used."""

from typing import Any

from clients.core.leftovers import Leftovers
from clients.core.names import Names
from clients.core.view import Played
from protocol.ids import QuestionId, SeatId
from protocol.questions import Option, Question, Some
from protocol.replies import Commit

STATE: dict[str, Any] = {
    "units": {"a1": {"name": "Nord (1)", "kind": "adventurer"}},
    "dice": {
        "d1": {"kind": "combat", "owner": "a1", "face": 1},
        "d2": {"kind": "bow", "owner": "a1", "face": 0},
        "d3": {"kind": "bow", "owner": "a1", "face": 2},
    },
}
RESOLVE = Question(
    to=(SeatId("1"),),
    why="engage.resolve",
    text="Which?",
    shape=Some(tuple(Option(die, die) for die in ("d1", "d2", "d3")), 1, 3),
    id=QuestionId(1),
)
ROLL = (
    ["engage", "a1", ["e1"]],
    ["gather", "a1", ["d1", "d2", "d3"]],
    ["show", ["d1", "d2", "d3"], [1, 0, 2], "roll"],
)


class Story:
    """Tells commit after commit."""

    def __init__(self) -> None:
        self.leftovers, self.version = Leftovers(), 0

    def tell(self, *events: list[Any]) -> tuple[str, ...]:
        self.version += 1
        played = Played(Commit(self.version, events, [], {}, ()), STATE, STATE, (RESOLVE,), ())
        return self.leftovers.told(played, Names(STATE))


def away(*dice: str) -> tuple[list[Any], ...]:
    return tuple(["exhaust", die] for die in dice)


def test_what_was_not_picked_is_named_with_what_it_showed() -> None:
    story = Story()
    assert story.tell(*ROLL) == ()
    turned = ["show", ["d3"], [5], "unresolved"]
    picked = ["ans", 1, "1", ["d1"]]
    said = story.tell(picked, *away("d1", "d2"), turned, *away("d3"), ["engaged", "a1"])
    assert said == ("Nord (1)'s engage is over, left unused: Bow [face 1] and Bow [face 3].",)
    assert story.tell(["engaged", "a1"]) == ()


def test_where_all_was_used_nothing_is_said() -> None:
    story = Story()
    story.tell(*ROLL)
    story.tell(["ans", 1, "1", ["d1", "d2"]], *away("d1"))
    spared = ["spared", "engage.resolve", ["1"], [["d3", "d3", ""]], "it is so"]
    assert story.tell(*away("d2"), spared, *away("d3"), ["engaged", "a1"]) == ()


def test_what_is_taken_back_is_forgotten() -> None:
    story = Story()
    story.tell(*ROLL)
    story.tell(["ans", 1, "1", ["d1", "d2", "d3"]], *away("d1", "d2", "d3"))
    story.tell(["undo", 1, ["1"]])
    story.tell(["ans", 1, "1", ["d2"]], *away("d2"))
    story.tell(["ans", 1, "1", []], ["drain", "d1"], ["recover", "d3"])
    (said,) = story.tell(["engaged", "a1"])
    assert said.endswith("left unused: Combat [face 2] and Bow [face 3].")


def test_a_price_that_was_paid_and_a_die_rolled_again_are_not_left() -> None:
    story = Story()
    story.tell(*ROLL)
    again = ["show", ["d3"], [4], "again"]
    story.tell(*away("d1"), ["ans", 1, "1", ["d2"]], again, *away("d2", "d3"))
    assert story.tell(["engaged", "a1"]) == ()


def test_of_a_roll_that_was_not_seen_nothing_is_said() -> None:
    story = Story()
    story.tell(*ROLL)
    story.version += 5
    assert story.tell(*away("d1", "d2", "d3"), ["engaged", "a1"]) == ()
