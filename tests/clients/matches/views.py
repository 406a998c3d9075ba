"""Matches as bots see them: units put where a test wants them."""

from typing import Any

import msgspec

from clients.bots.matches import answer
from protocol.ids import QuestionId, SeatId, Why
from protocol.questions import Option, Picks, Question, Shape
from server.rules.engine.patch import plain
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.setup.beginning import start

View = dict[str, Any]


def view(one: str = "sellswords", two: str = "ratlings", board: str = "alley") -> View:
    """A match with nobody on the board."""
    found = box()
    rosters = {SeatId("1"): found.rosters[one], SeatId("2"): found.rosters[two]}
    packed = msgspec.msgpack.encode(plain(start(found.boards[board], rosters, found)))
    made: View = msgspec.msgpack.decode(packed)
    return made


def put(view: View, **places: tuple[float, ...]) -> View:
    """The same with units at these points, in inches."""
    for name, at in places.items():
        x, y, z = (*(int(1000 * part) for part in at), 0)[:3]
        view["units"][name]["at"] = [x, y, z]
    return view


def named(view: View, kind: str, seat: str = "1") -> str:
    """The id of a side's first unit of a type."""
    units = view["units"].values()
    return str(next(u["id"] for u in units if u["side"] == seat and u["type"]["id"] == kind))


def asked(why: Why, shape: Shape, about: str = "", **more: Any) -> Question:
    """A question for seat 1."""
    return Question(
        (SeatId("1"),),
        why,
        "?",
        shape,
        about=about,
        id=QuestionId(7),
        **more,
    )


def answered(seen: View, question: Question) -> Picks:
    """What the bot answers for seat 1."""
    chosen = answer(seen, SeatId("1"), (question,))
    assert chosen.question == question.id
    return chosen.picks


def options(*keys: str) -> tuple[Option, ...]:
    """Options with these keys."""
    return tuple(Option(key, key) for key in keys)
