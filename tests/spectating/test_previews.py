"""What would happen is told at once, beside the play, and never by a failure of the battle."""

import asyncio
from collections.abc import Generator
from typing import Any

import pytest

from protocol.ids import UnitId
from protocol.previews import Values
from protocol.replies import Previewed, Refused
from protocol.requests import Preview
from server.players.effort import STEPS_A_TOKEN
from server.rules.engine.foresight import TooMany
from server.runtime import slicing
from server.service.game_service import GameService
from server.spectating import previews
from tests.service.conftest import gather
from tests.service.games import CampRules
from tests.service.people import Person


async def test_a_preview_is_answered_at_the_version_shown(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def foretold(self: Any, state: Any, what: str, unit: str, picks: tuple[str, ...]) -> Values:
        return Values(UnitId(unit), {what: f"food is {state.food['1']}"})

    monkeypatch.setattr(CampRules, "preview", foretold)
    party = await gather(service, "camp", people=1)
    food = party["1"].state["food"]["1"]
    told = await party["1"].ask(Preview, "values", "a1")
    assert isinstance(told, Previewed)
    assert (told.version, told.preview) == (1, Values(UnitId("a1"), {"values": f"food is {food}"}))


async def test_where_there_is_nothing_to_tell_it_is_null(service: GameService) -> None:
    party = await gather(service, "micro", people=1)
    assert (await party["1"].ask(Preview, "engage", "a1")).preview is None


async def test_who_watches_no_running_battle_is_refused(service: GameService) -> None:
    somebody = Person(service)
    await somebody.hello("Nobody")
    refused = await somebody.ask(Preview, "enemy", "e1")
    assert isinstance(refused, Refused)
    assert refused.code == "not_now"


async def test_a_preview_that_fails_harms_nothing(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given rules that fail to foresee, then that is refused as a defect and the battle goes on."""

    def failing(*_: object) -> None:
        raise KeyError("a1")

    monkeypatch.setattr(CampRules, "preview", failing)
    party = await gather(service, "camp", people=1)
    refused = await party["1"].ask(Preview, "values", "a1")
    assert isinstance(refused, Refused)
    assert refused.code == "defect"
    await party["1"].answer("1", "keep")
    assert party["1"].version == 2


class Work:
    """Previews of so many steps, and how many have been taken."""

    def __init__(self, steps: int, *, ends: bool = True, too_many: str = "") -> None:
        self.steps, self.ends, self.taken, self.too_many = steps, ends, 0, too_many

    def foresee(self, *_asked: object) -> Generator[None, None, Values]:
        """Sliced work, as the rules offer it."""
        for _step in range(self.steps):
            self.taken += 1
            yield
        if not self.ends:
            raise TooMany(self.too_many)
        return Values(UnitId("a1"), {})


async def test_one_with_too_many_possibilities_is_refused_and_not_tried_again(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work(40, ends=False)
    monkeypatch.setattr(CampRules, "foresee", work.foresee)
    party = await gather(service, "camp", people=1)
    for _ in range(2):
        refused = await party["1"].ask(Preview, "engage", "a1", ("die:1",))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.text[:36]) == (
            "too_large",
            "That has too many possibilities to f",
        )
    assert work.taken == 40


async def test_who_foresees_says_what_there_was_too_much_of(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a game with a sentence of its own, then that is the refusal, also of the same again."""
    work = Work(1, ends=False, too_many="Too many goats.")
    monkeypatch.setattr(CampRules, "foresee", work.foresee)
    party = await gather(service, "camp", people=1)
    for _ in range(2):
        refused = await party["1"].ask(Preview, "engage", "a1")
        assert isinstance(refused, Refused)
        assert (refused.code, refused.text) == ("too_large", "Too many goats.")


async def test_the_same_question_is_worked_out_once_a_version_and_paid_once(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a plan that was foreseen, when it is asked for again, by anybody, then it costs
    nothing more; once the battle has gone on, it is foreseen anew."""
    work = Work(40)
    monkeypatch.setattr(CampRules, "foresee", work.foresee)
    party = await gather(service, "camp", people=2)
    before = {seat: party[seat].spent for seat in ("1", "2")}

    def paid(seat: str) -> float:
        return party[seat].spent - before[seat]

    for seat in ("1", "2", "1"):
        assert isinstance(await party[seat].ask(Preview, "engage", "a1"), Previewed)
    assert (work.taken, round(paid("1"), 6), paid("2")) == (40, round(40 / STEPS_A_TOKEN, 6), 0)
    await party["1"].ask(Preview, "engage", "a1", ("die:1",))
    assert work.taken == 80
    await party["1"].answer("1", "share")
    await party["2"].ask(Preview, "engage", "a1")
    assert (work.taken, round(paid("2"), 6)) == (120, round(40 / STEPS_A_TOKEN, 6))


async def test_so_many_answers_are_kept_and_the_latest_asked_for_among_them(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given room for two answers, when three plans are foreseen, then the one that was asked for
    longest ago is worked out again, and the other two are not."""
    monkeypatch.setattr(previews, "MOST_CACHED", 2)
    work = Work(1)
    monkeypatch.setattr(CampRules, "foresee", work.foresee)
    party = await gather(service, "camp", people=1)
    for die, taken in (("a", 1), ("b", 2), ("a", 2), ("c", 3), ("a", 3), ("b", 4), ("c", 5)):
        await party["1"].ask(Preview, "engage", "a1", (die,))
        assert work.taken == taken, die


async def test_many_at_once_leave_the_loop_free_between_two_slices(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given five who foresee at once, then between any two turns of the loop no more than one
    slice of one of them is worked through."""
    work = Work(400)
    monkeypatch.setattr(CampRules, "foresee", work.foresee)
    party = await gather(service, "camp", people=1)
    asked = [
        asyncio.ensure_future(party["1"].ask(Preview, "engage", "a1", (die,))) for die in "abcde"
    ]
    longest, before = 0, 0
    while not all(each.done() for each in asked):
        await asyncio.sleep(0)
        longest, before = max(longest, work.taken - before), work.taken
    assert work.taken == 2000
    assert longest <= slicing.PAUSES


async def test_where_too_much_is_waiting_one_is_told_to_come_later(
    service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.previews._slicer.patience = 0.0
    monkeypatch.setattr(CampRules, "foresee", Work(400).foresee)
    party = await gather(service, "camp", people=1)
    first = asyncio.ensure_future(party["1"].ask(Preview, "engage", "a1"))
    await asyncio.sleep(0)
    refused = await party["1"].ask(Preview, "engage", "a1", ("die:1",))
    assert isinstance(refused, Refused)
    assert refused.code == "busy"
    assert isinstance(await first, Previewed)
