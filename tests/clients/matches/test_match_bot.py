"""The bot that plays matches to win: what it answers, question by question."""

import pytest

from protocol.questions import One, Place, Plan, Question, Slot
from tests.clients.matches.views import answered, asked, named, options, put, view


def engage(*units: str, targets: tuple[str, ...]) -> Question:
    shape = Plan(
        (
            Slot("unit", options(*(f"unit:{one}" for one in units)), 1, 1),
            Slot("targets", options(*(f"target:{one}" for one in targets)), 1, 4),
            Slot("path", options("path:1", "path:2", "path:3"), 1, 1),
            Slot("checks", (), 0, 4),
        )
    )
    return asked("match.engage", shape, may_pass=True)


@pytest.mark.parametrize(("far", "engages"), [(8.0, True), (13.5, False)])
def test_it_engages_who_is_in_reach_and_nobody_else(far: float, engages: bool) -> None:
    seen = view()
    knight, rat = named(seen, "knight"), named(seen, "blight-host", "2")
    put(seen, **{knight: (2, 5), rat: (2 + far + 1, 5)})
    picks = answered(seen, engage(knight, targets=(rat,)))
    assert picks == ((f"unit:{knight}", f"target:{rat}", "path:1") if engages else ())


def test_it_strikes_who_is_down_before_who_stands() -> None:
    seen = view()
    knight = named(seen, "knight")
    rats = [u["id"] for u in seen["units"].values() if u["type"]["id"] == "underrat"]
    put(seen, **{knight: (5, 5), rats[0]: (8, 5), rats[1]: (5, 8)})
    seen["units"][rats[1]]["injury"] = "stunned"
    picks = answered(seen, engage(knight, targets=tuple(rats)))
    assert f"target:{rats[1]}" in picks


def test_the_nearest_one_goes_for_a_treasure_and_takes_it() -> None:
    """Given a treasure six inches away from one unit and far from the other, then that one moves,
    to the place that is nearest to it; where it lies, it is taken up."""
    seen = view()
    near, far = named(seen, "infantry"), named(seen, "knight")
    put(seen, **{near: (18, 12), far: (2, 2)})
    menu = asked("match.move", Plan((Slot("unit", options(f"move:{near}", f"run:{near}"), 1, 1),)))
    assert answered(seen, menu) in ((f"move:{near}",), (f"run:{near}",))
    places = options("18000,6000,0", "18000,17500,0", "14000,12000,0")
    where = asked("match.go", Place(places, (0, 0, 0), (36_000, 36_000, 3000)), near)
    assert answered(seen, where) == ("18000,17500,0",)
    assert answered(seen, asked("match.treasure", One(options("take", "leave")), near)) == ("take",)


def test_who_carries_treasure_keeps_away() -> None:
    seen = view()
    carrier, rat = named(seen, "infantry"), named(seen, "underrat", "2")
    put(seen, **{carrier: (5, 10), rat: (5, 16), named(seen, "knight"): (30, 4)})
    seen["units"][carrier]["token"] = "token-1"
    places = options("5000,13000,0", "5000,5000,0")
    where = asked("match.go", Place(places, (0, 0, 0), (36_000, 36_000, 3000)), carrier)
    assert answered(seen, where) == ("5000,5000,0",)


def test_what_it_does_not_know_it_answers_by_default() -> None:
    seen = view()
    assert answered(seen, asked("match.rout", One(options("stay", "rout")))) == ("stay",)
    unknown = asked("match.melee.next", One(options("a1", "a2")), default=("a2",))
    assert answered(seen, unknown) == ("a2",)
    where = Place(options("1000,1000,0"), (0, 0, 0), (9000, 9000, 0))
    assert answered(seen, asked("match.deploy", where, may_pass=True)) == ()
