"""Sentences about class sheets, status dice in hexes and side quests."""

from typing import Any

import pytest

from clients.core.story.sheets import SAY
from protocol import battle as ev
from protocol.battle import NamedReason
from tests.clients.story.scene import A1, E0, told

TOLD: list[tuple[Any, str]] = [
    (
        ev.TokensChanged(A1, 2, NamedReason("fatecarver")),
        "Khajiit (1) has 2 tokens on its class sheet (fatecarver).",
    ),
    (
        ev.TokenPlaced(A1, E0),
        "Khajiit (1) puts a token of its class sheet on Skeever Pup.",
    ),
    (
        ev.TokenPlaced(A1, A1),
        "Khajiit (1) puts a token of its class sheet in an active slot.",
    ),
    (ev.StatusLaid((0, 1), "fear", "enemy"), "Fear lies at 0,1 for the next enemy."),
    (ev.StatusLifted((0, 1), "fear"), "Fear lies at 0,1 no longer."),
    (ev.SideQuestGained("bard-harder"), "The party gains the side quest Bard Harder."),
    (ev.SideQuestDiscarded("lost-lute"), "The party gives up the side quest Lost Lute."),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_told_in_a_sentence(event: Any, text: str) -> None:
    assert told(event) == text


def test_no_event_of_its_kind_is_forgotten() -> None:
    assert {type(event) for event, _ in TOLD} == set(SAY)
