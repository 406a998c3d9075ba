"""Observers are told of everything, and no failure of theirs gets any further."""

import inspect
from typing import Any

import pytest
import structlog

from protocol.ids import PlayerId
from server.net.telemetry import Metrics, StoreMetrics
from server.net.telemetry.tracing import Traces
from server.runtime.observer import TRACED, Observer, Observers
from tests.runtime.watching import PARTS, Watching

ANYTHING = object()


def dummies(name: str) -> list[Any]:
    """One argument for each parameter of an observer's method."""
    return [ANYTHING] * (len(inspect.signature(getattr(Observer, name)).parameters) - 1)


async def tell(observers: Observers, name: str) -> Any:
    told = getattr(observers, name)(*dummies(name))
    return await told if inspect.isawaitable(told) else told


@pytest.mark.parametrize("name", PARTS)
async def test_every_part_is_passed_on_to_every_observer(name: str) -> None:
    first, second = Watching(), Watching()
    await tell(Observers(first, second), name)
    assert first.heard == second.heard == [name]


@pytest.mark.parametrize("name", PARTS)
async def test_an_observer_that_raises_is_logged_once_and_told_nothing_more(name: str) -> None:
    """Given one that raises and one that does not, when they are told twice, then the first is
    switched off with one line in the log, and the second hears everything."""
    raising, other = Watching(raises=name), Watching()
    observers = Observers(raising, other)
    with structlog.testing.capture_logs() as lines:
        await tell(observers, name)
        await tell(observers, name)
    assert raising.heard == [name]
    assert other.heard == [name, name]
    (line,) = lines
    assert (line["event"], line["observer"]) == ("observer.switched_off", "Watching")


async def test_by_default_every_part_is_heard_and_nothing_done() -> None:
    observers = Observers(Observer())
    for name in PARTS:
        assert not await tell(observers, name)
    assert len(observers.observers) == 1


@pytest.mark.parametrize("kind", [Traces, StoreMetrics, Observers])
def test_an_observer_offers_what_observers_are_told_and_nothing_else(kind: type[Observer]) -> None:
    """A part that is renamed where it is told would otherwise be heard by nobody, in silence."""
    offered = {name for name in vars(kind) if not name.startswith("_")} - {"observers"}
    assert offered <= set(PARTS)


def test_whoever_names_a_trace_names_it_for_all() -> None:
    class Named(Observer):
        def intent_arrived(self, player: str) -> str:
            return f"trace of {player}"

    observers = Observers(StoreMetrics(Metrics()), Named())
    assert observers.intent_arrived(PlayerId("Ann")) == "trace of Ann"


@pytest.mark.parametrize("name", sorted(TRACED))
def test_whoever_hears_a_traced_part_is_told_of_until_it_is_switched_off(name: str) -> None:
    """Given an observer that hears one part of a move, then observed code has to tell it; not of
    metrics alone, and no more once the observer has raised."""

    def fail(*_: object) -> None:
        raise ValueError

    hears = type("Hears", (Observer,), {name: fail})
    observers = Observers(StoreMetrics(Metrics()), hears())
    assert observers.are_tracing
    assert not Observers(StoreMetrics(Metrics())).are_tracing

    getattr(observers, name)(*dummies(name))

    assert not observers.are_tracing
