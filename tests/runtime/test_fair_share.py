"""Battles that answer by themselves take turns, and leave half of the time to everybody else."""

import pytest

from server.runtime.fair_share import FairShare, Turn
from tests.battles.test_autopilot import bots_alone
from tests.service.clocks import ManualClock
from tests.service.conftest import World


class Thinker:
    """A battle whose bots think for so many seconds, and always have something to answer."""

    def __init__(self, clock: ManualClock, share: FairShare, name: str, seconds: float) -> None:
        self.clock, self.name, self.seconds = clock, name, seconds
        self.turn = Turn(share, self.woken)
        self.answered: list[float] = []
        self.is_woken = False

    def woken(self) -> None:
        self.is_woken = True

    def answer(self) -> None:
        assert self.turn.is_here
        self.is_woken = False
        with self.turn.used():
            self.answered.append(self.clock.now())
            self.clock._now += self.seconds  # time passes while nothing else runs
        self.turn.ask(True)


@pytest.mark.slow
async def test_one_battle_at_a_time_answers_and_the_loop_is_free_for_as_long_again() -> None:
    """Given fifty battles whose bots think for 10 ms each, then in each second they think for half
    of it, one at a time, and each has had as many turns as the others."""
    clock = ManualClock()
    share = FairShare(clock)
    thinkers = [Thinker(clock, share, str(number), 0.01) for number in range(50)]
    for each in thinkers:
        each.turn.ask(True)
    began = clock.now()
    while clock.now() < began + 10:
        woken = [each for each in thinkers if each.is_woken]
        assert len(woken) <= 1
        for each in woken:
            each.answer()
        await clock.advance(0.001)
    counts = [len(each.answered) for each in thinkers]
    assert 400 < sum(counts) <= 501
    assert max(counts) - min(counts) <= 1


async def test_a_turn_that_is_dropped_goes_to_the_next() -> None:
    clock = ManualClock()
    share = FairShare(clock)
    first, second, third = (Thinker(clock, share, name, 0.0) for name in "abc")
    for each in (first, second, third):
        each.turn.ask(True)
    second.turn.drop()
    first.turn.drop()
    assert (first.turn.is_here, second.turn.is_here, third.turn.is_here) == (False, False, True)
    third.turn.drop()
    first.turn.ask(False)
    assert not first.turn.is_here


async def test_battles_of_bots_have_their_turns_in_order(world: World) -> None:
    """Given several battles of bots at one process, then each goes on as far as the others."""
    service = await world.service(bot_delay=0.5)
    parties = [await bots_alone(service) for _ in range(5)]
    await world.clock.advance(20)
    lengths = [len(await world.store.read(party.battle)) for party in parties]
    assert min(lengths) > 30
    assert max(lengths) - min(lengths) <= 2
