"""Social checks: no check is tried that cannot be passed, and no tenacity is wasted on one."""

from typing import Any

import pytest

from clients.bots.days import Traveller
from protocol.ids import SeatId
from protocol.questions import One, Option, Question


def view(tenacity: int, lines: list[str]) -> dict[str, Any]:
    """What a client sees of a party of one in good health."""
    mat = {"track": [], "tenacity": tenacity, "lines": lines, "ready": [], "pack": []}
    return {
        "day": 2,
        "plan": {"province": "marsh"},
        "units": {"a1": {"hp": 5, "health": 5}},
        "adventurers": {"a1": mat},
    }


BOT = Traveller({"items": {}})


def in_town(*options: Option) -> Question:
    return Question((SeatId("1"),), "together.town", "", One(options), about="a1")


@pytest.mark.parametrize(
    ("difficulty", "tenacity", "lines", "can"),
    [
        ("(P+2)", 3, ["combat"], True),
        ("(P+2)", 2, ["combat"], False),
        ("(P+2)", 1, ["combat", "speech"], True),
        ("(2P+1)", 2, ["combat"], False),
        ("(4)", 4, ["combat"], True),
        ("5", 4, ["combat"], False),
    ],
)
def test_no_check_is_tried_that_cannot_be_passed(
    difficulty: str, tenacity: int, lines: list[str], *, can: bool
) -> None:
    seen = view(tenacity, lines)
    errand = Option("step:0", "Read the walls", f"Social check {difficulty}: a sign")
    assert BOT.choose(seen, in_town(errand)) == (("step:0",) if can else None)
    sure = Option("pay", "Pay", "1 XP")
    choice = Question(
        (SeatId("1"),),
        "encounter.choice",
        "",
        One((sure, Option("talk", "Talk", f"social check {difficulty}, 3 XP"))),
    )
    assert BOT.choose(seen, choice) == (("talk",) if can else ("pay",))


@pytest.mark.parametrize(("tenacity", "added"), [((3, 0), "3"), ((2, 1), "2"), ((1, 1), "0")])
def test_tenacity_is_added_only_where_all_of_it_is_enough(
    tenacity: tuple[int, int], added: str
) -> None:
    mats = {f"a{n}": {"tenacity": each} for n, each in enumerate(tenacity, 1)}
    options = tuple(Option(str(n), f"{n} tenacity") for n in range(tenacity[0] + 1))
    text = "3 missing for the social check. How much tenacity do you add?"
    asked = Question((SeatId("1"),), "social.tenacity", text, One(options), about="a1")
    assert BOT.choose({"adventurers": mats}, asked) == (added,)
