"""Sentences about advancement."""

from typing import Any

import pytest

from clients.core.story.growth import SAY
from protocol import battle as ev
from protocol.ids import DieKind, LineId
from tests.clients.story.scene import A1, told

TOLD: list[tuple[Any, str]] = [
    (ev.Advanced(A1, "health", xp=1), "Khajiit (1) gains 1 Health for 1 XP."),
    (ev.Advanced(A1, LineId("bow"), DieKind("snipe")), "Khajiit (1) gains a Snipe die."),
    (ev.LineTrained(A1, LineId("bow"), "3R"), "Khajiit (1) trains Bow."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
