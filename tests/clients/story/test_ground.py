"""Sentences about the map and about an encounter's own count."""

from typing import Any

import pytest

from clients.core.story.ground import SAY
from protocol import battle as ev
from tests.clients.story.scene import E0, told

TOLD: list[tuple[Any, str]] = [
    (
        ev.GroundChanged(((0, 1), (1, 1)), ((2, 0),)),
        "Impassable from now on: 0,1 and 1,1. Passable again: 2,0.",
    ),
    (ev.CacheMoved((0, 1), (1, 1)), "The cache at 0,1 goes to 1,1."),
    (ev.Tallied("locks-opened", 2), "Locks Opened: 2."),
    (ev.UnitRoused(E0), "Skeever Pup is roused."),
    (ev.CounterSet(0), "The Round Counter is set to 0."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
