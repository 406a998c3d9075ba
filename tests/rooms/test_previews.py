"""What would happen is told at once, beside the play, and never by a failure of the battle."""

from typing import Any

import pytest

from protocol.previews import Values
from protocol.replies import Previewed, Refused
from protocol.requests import Preview
from server.rooms.hall import Hall
from tests.rooms.conftest import gather
from tests.rooms.games import CampRules
from tests.rooms.people import Person


async def test_a_preview_is_answered_at_the_version_shown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    def foretold(self: Any, state: Any, what: str, unit: str, picks: tuple[str, ...]) -> Values:
        return Values(unit, {what: f"food is {state.food['1']}"})

    monkeypatch.setattr(CampRules, "preview", foretold)
    party = await gather(hall, "camp", people=1)
    food = party["1"].state["food"]["1"]
    told = await party["1"].ask(Preview, "values", "a1")
    assert isinstance(told, Previewed)
    assert (told.version, told.preview) == (1, Values("a1", {"values": f"food is {food}"}))


async def test_where_there_is_nothing_to_tell_it_is_null(hall: Hall) -> None:
    party = await gather(hall, "micro", people=1)
    assert (await party["1"].ask(Preview, "engage", "a1")).preview is None


async def test_who_watches_no_running_battle_is_refused(hall: Hall) -> None:
    somebody = Person(hall)
    await somebody.hello("Nobody")
    refused = await somebody.ask(Preview, "enemy", "e1")
    assert isinstance(refused, Refused)
    assert refused.code == "not_now"


async def test_a_preview_that_fails_harms_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given rules that fail to foresee, then that is refused as a defect and the battle goes on."""

    def failing(*_: object) -> None:
        raise KeyError("a1")

    monkeypatch.setattr(CampRules, "preview", failing)
    party = await gather(hall, "camp", people=1)
    refused = await party["1"].ask(Preview, "values", "a1")
    assert isinstance(refused, Refused)
    assert refused.code == "defect"
    await party["1"].answer("1", "keep")
    assert party["1"].version == 2
