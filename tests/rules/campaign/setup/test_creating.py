"""Adventurers of a session are created side by side."""

from typing import Any

import pytest

from protocol.battle import AdventurerCreated
from protocol.events import Answered
from protocol.ids import SeatId
from protocol.questions import Question, options_of
from server.commands.sessions import sessions
from server.rules.engine.advance import CommitContents, Illegal, Play
from server.rules.engine.replay import matches_log
from tests.scene.scene import Script

rule = pytest.mark.rule
STEPS = {"create.race": "orc", "create.line": "bow", "create.class": "archer"}


class Making:
    """A session of a few seats, of which none has an adventurer yet."""

    def __init__(self, seats: str = "12", **options: str) -> None:
        setup = next(one for one in sessions() if one.name == "black-marsh")
        named = tuple(map(SeatId, seats))
        options = {"guild": "undaunted", **options}
        built = setup.build(named, "apprentice", options)
        script = Script()
        script.numbers += [0] * 400
        self.play: Play[Any] = Play(built.ruleset, built.start, script)
        self.told: list[CommitContents] = [self.play.begin()]

    def asked(self, seat: str) -> Question:
        """What a seat is asked."""
        return next(one for one in self.play.questions if one.to == (seat,))

    def answer(self, seat: str, *picks: str) -> None:
        """Answer what a seat is asked; without picks as is suggested."""
        question = self.asked(seat)
        self.told.append(self.play.answer(question.id, SeatId(seat), picks or question.default))

    def offered(self, seat: str) -> list[str]:
        """The keys that a seat may pick from."""
        return [option.key for option in options_of(self.asked(seat).shape)]

    def to(self, seat: str, why: str, **steps: str) -> None:
        """Answer for a seat up to its question of that code."""
        known = {**STEPS, **steps}
        while (now := self.asked(seat).why) != why:
            self.answer(
                seat,
                *(("own",) if now == "create.ready" else (known[now],) if now in known else ()),
            )

    @property
    def events(self) -> list[Any]:
        """All that was told."""
        return [event for told in self.told for event in told.events]


@rule("CRE-1")
def test_all_seats_create_their_adventurers_at_once_and_each_goes_on_by_itself() -> None:
    making = Making("1234")
    assert [one.to for one in making.play.questions] == [("1",), ("2",), ("3",), ("4",)]
    making.to("3", "create.line")
    making.to("2", "create.race")
    assert [(one.to[0], one.why) for one in making.play.questions] == [
        ("1", "create.ready"),
        ("2", "create.race"),
        ("3", "create.line"),
        ("4", "create.ready"),
    ]


def test_the_journal_has_the_answers_in_the_order_in_which_they_came() -> None:
    making = Making()
    for seat in ("2", "1"):
        making.to(seat, "create.race")
    by = [event.by for event in making.events if isinstance(event, Answered)]
    assert by == ["2", "1"]


def test_an_adventurer_is_there_with_its_own_last_answer_whatever_others_are_at() -> None:
    making = Making()
    making.answer("2", "ready:reaver")
    (made,) = [event for event in making.events if isinstance(event, AdventurerCreated)]
    assert (made.unit, list(making.play.state.adventurers)) == ("a2", ["a2"])
    assert making.play.state.adventurers["a2"].cls == "dragonknight"
    assert [one.to for one in making.play.questions] == [("1",)]
    making.answer("1", "ready:deadeye")
    assert making.play.state.day == 1


def test_the_party_stands_by_its_seats_whoever_was_made_first() -> None:
    making = Making("123")
    for seat, model in (("3", "reaver"), ("1", "deadeye"), ("2", "shieldbearer")):
        making.answer(seat, f"ready:{model}")
    assert list(making.play.state.adventurers) == ["a1", "a2", "a3"]
    assert list(making.play.state.units) == ["a1", "a2", "a3"]


@rule("LIM-9")
def test_of_two_who_want_one_class_the_first_has_it_and_the_other_is_told_and_asked_again() -> None:
    making = Making()
    making.to("1", "create.class")
    making.to("2", "create.class", **{"create.line": "two-handed"})
    before = making.asked("1")
    making.answer("2", "archer")
    again = making.asked("1")
    assert "archer" in [option.key for option in options_of(before.shape)]
    assert "archer" not in making.offered("1")
    assert again.text == f"{before.text} Archer is no longer free."
    with pytest.raises(Illegal) as late:
        making.play.answer(before.id, SeatId("1"), ("archer",))
    assert late.value.code == "stale"
    making.answer("1", "knight")
    assert [mat.cls for mat in making.play.state.adventurers.values()] == ["knight", "archer"]


@rule("LIM-1", "SKL-9")
def test_what_others_have_chosen_is_out_of_the_box_before_they_are_done() -> None:
    """Given a line of which two tokens are in the box, when two have chosen it, then nobody else
    may, though neither of them has finished."""
    making = Making("1234")
    for seat in ("1", "2"):
        making.to(seat, "create.line")
        making.answer(seat, "bow")
    making.to("3", "create.line", **{"create.race": "nord"})
    assert "bow" not in making.offered("3")
    assert "ready:deadeye" not in making.offered("4")
    gone = "Wood Elf Archer with a bow, Orc Knight in heavy armor and Argonian Warden with a bow"
    assert making.asked("4").text.endswith(f" {gone} are no longer free.")


def test_an_answer_that_crosses_anothers_last_one_still_counts() -> None:
    """Given a question that nothing was taken from, when another's adventurer is made before the
    answer comes, then the answer counts under the id that its player saw."""
    making = Making()
    making.to("1", "create.line")
    seen = making.asked("1")
    making.answer("2", "ready:shieldbearer")
    making.play.answer(seen.id, SeatId("1"), ("bow",))
    assert making.asked("1").why == "create.class"


@pytest.mark.parametrize("asks", ["matters", "all"])
def test_creation_that_is_run_again_comes_out_the_same(asks: str) -> None:
    making = Making("1234", asks=asks)
    at = 0
    while making.play.questions[0].why.startswith("create."):
        open_ = making.play.questions
        question = open_[at % len(open_)]
        at += 1
        making.answer(question.to[0], *(("own",) if question.why == "create.ready" else ()))
        assert matches_log(making.play)
    assert len(making.play.state.adventurers) == 4
