"""HP and bonus HP of every unit, event by event."""

from typing import Any

import pytest

from clients.core.hit_points import HitPoints
from protocol import battle as ev
from protocol.ids import NOBODY, UnitId

A1, E0, NEW = UnitId("a1"), UnitId("e0"), UnitId("e1")
STATE = {"units": {"a1": {"hp": 5, "bonus": 2}, "e0": {"hp": 3, "bonus": 0}}}


@pytest.mark.parametrize(
    ("event", "unit", "left"),
    [
        (ev.DamageDealt(A1, E0, 3, 0, 2, 1), A1, (4, 0)),
        (ev.HpChanged(A1, 6, 1, "heal"), A1, (6, 1)),
        (ev.UnitDefeated(A1, E0), A1, (0, 2)),
        (ev.UnitDeployed(NEW, (0, 0), {"hp": 4}), NEW, (4, 0)),
        (ev.UnitDeployed(E0, (0, 0), hp=2), E0, (2, 0)),
        (ev.UnitDeployed(E0, (0, 0)), E0, (3, 0)),
        (ev.AdventurerCreated(NEW, {"hp": 6}, {}, {}), NEW, (6, 0)),
        (ev.StatusGained(A1, "fear"), A1, (5, 2)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_event_changes_hp_as_it_says(event: Any, unit: UnitId, left: tuple[int, int]) -> None:
    """Given 5 HP with 2 bonus HP and an enemy of 3, when it happens, then so much is left."""
    points = HitPoints(STATE)
    points.note(event)
    assert points.of(unit) == left


def test_who_is_not_known_has_no_hp() -> None:
    assert HitPoints(STATE).of(UnitId("e9")) == (0, 0)
    assert HitPoints({}).of(NOBODY) == (0, 0)


def test_a_state_replaces_what_was_counted() -> None:
    points = HitPoints(STATE)
    points.note(ev.UnitDefeated(E0))
    points.reset(STATE)
    assert points.of(UnitId("e0")) == (3, 0)
