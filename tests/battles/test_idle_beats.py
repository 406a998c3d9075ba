"""Beats of battles wait for answers, and idle tables drop theirs."""

import pytest

from server.battles.idle_beats import IDLE, IdleBeats
from server.commands.headless import Simulation
from tests.service.clocks import ManualClock


def battle(beats: IdleBeats | None, seed: int = 1, players: int = 2) -> Simulation:
    """A Jailbreak of random bots, begun, whose beats wait where they are told; else run again."""
    found = Simulation("jailbreak", players, "adept", "random", seed)
    found.record.play.keeper = None
    if beats is not None:
        beats.keep_for(found.record)
    found.begin()
    return found


async def test_a_beat_is_dropped_where_nobody_answers() -> None:
    """Given two battles, when one of them is answered now and then, then the other one's beat is
    dropped, and both once nobody answers; nothing is looked after then, and a later answer waits
    anew."""
    clock = ManualClock()
    beats = IdleBeats(clock)
    one, _other = battle(beats), battle(beats, 2)
    assert len(beats) == 2
    for _ in range(4):
        await clock.advance(IDLE * 0.75)
        one.step()
    assert len(beats) == 1
    await clock.advance(2 * IDLE)
    assert len(beats) == 0
    assert clock.timers == 0
    one.step()
    assert len(beats) == 1
    assert clock.timers == 1


async def test_nothing_is_kept_of_a_battle_that_is_played_elsewhere() -> None:
    """Given a battle whose beat waits, when it is let go of, then nothing is kept, nor later."""
    beats = IdleBeats(ManualClock())
    one = battle(beats)
    beats.drop(one.record)
    assert len(beats) == 0
    one.step()
    assert len(beats) == 0


async def test_a_process_that_ends_keeps_nothing() -> None:
    """Given beats that wait, when the process ends, then they are dropped, and no timer rings."""
    clock = ManualClock()
    beats = IdleBeats(clock)
    battle(beats)
    beats.close()
    assert len(beats) == 0
    assert clock.timers == 0


@pytest.mark.parametrize("seed", range(3))
async def test_a_battle_is_the_same_byte_for_byte(seed: int) -> None:
    """Given a Jailbreak of four, when its beats wait, then its journal is that of one whose beats
    are run again."""
    one, other = battle(IdleBeats(ManualClock()), seed, 4), battle(None, seed, 4)
    while not other.record.shown.over:
        one.step()
        other.step()
    assert one.frames == other.frames
