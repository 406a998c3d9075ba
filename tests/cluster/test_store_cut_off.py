"""When a server takes itself for cut off from its store, and when for slow."""

from types import SimpleNamespace
from typing import Any

import pytest

from server.cluster.processes.store_cut_off import SLICE, SPREAD, StoreCutOff
from server.store import StoreState, StoreUnavailable
from tests.service.clocks import ManualClock

LEASE = 2.0


class SlowStore:
    """Answers each question `takes` seconds later, or never while it is None."""

    def __init__(self, clock: ManualClock, takes: float | None) -> None:
        self.state = StoreState(up=True)
        self.clock, self.takes = clock, takes

    async def ping(self) -> float:
        if self.takes is None:
            await self.clock.sleep(10.0)
            raise StoreUnavailable("it has not answered for 10 s")
        await self.clock.sleep(self.takes)
        return self.takes


class ConnectedVisitor:
    """Somebody connected here."""

    def __init__(self) -> None:
        self.sent_away: list[str] = []

    def bye(self, code: str, _text: str) -> None:
        self.sent_away.append(code)


class Place:
    """A server that does not reach the store by its signs of life, beside another that lives."""

    def __init__(self, takes: float | None) -> None:
        self.clock, self.guest = ManualClock(), ConnectedVisitor()
        self.store = SlowStore(self.clock, takes)
        self.heartbeat = SimpleNamespace(answered=1, others=("another",))
        heartbeat: Any = self.heartbeat
        store: Any = self.store
        everybody: Any = lambda: [self.guest]  # noqa: E731
        self.store_cut_off = StoreCutOff(heartbeat, store, self.clock, LEASE, everybody)
        self.store_cut_off.begin()


@pytest.mark.parametrize("takes", [0.5, 1.0, 2.0, 3.0])
async def test_nobody_is_sent_away_from_a_store_that_is_only_slow(takes: float) -> None:
    """Given a store that takes half a second to three for each answer, longer than a lease lasts,
    then for minutes nobody is sent away, and nobody who comes."""
    place = Place(takes)
    await place.clock.advance(300)
    late: Any = ConnectedVisitor()
    place.store_cut_off.receive(late)
    assert (place.guest.sent_away, late.sent_away) == ([], [])
    place.store_cut_off.end()


async def test_everybody_is_sent_away_from_a_silent_store_until_it_speaks_again() -> None:
    """Given a store that falls silent, then after 3.5 s (a look more or less, and the time over
    which they are spread) everybody is sent to the others, and who comes as well; once it has
    answered, whoever comes may stay."""
    place = Place(0.01)
    await place.clock.advance(10)
    place.store.takes = None
    await place.clock.advance(3.5 - SLICE)
    assert place.guest.sent_away == []
    await place.clock.advance(2 * SLICE + SPREAD)
    assert place.guest.sent_away == ["moved"]
    late: Any = ConnectedVisitor()
    place.store_cut_off.receive(late)
    assert late.sent_away == ["moved"]
    place.store.takes = 0.01
    await place.clock.advance(15)
    last: Any = ConnectedVisitor()
    place.store_cut_off.receive(last)
    assert last.sent_away == []
    assert place.guest.sent_away == ["moved"]
    place.store_cut_off.end()


async def test_nobody_is_sent_away_where_no_other_server_lives() -> None:
    place = Place(None)
    place.heartbeat.others = ()
    await place.clock.advance(60)
    assert place.guest.sent_away == []
    place.store_cut_off.end()
