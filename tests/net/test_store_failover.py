"""Server processes on a store whose primary is killed: play pauses, and goes on by itself."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from protocol.replies import Paused, Resumed
from server.store.keys import of
from tests.net.fleet import Fleet, Pauses, Reachable, saw_everything, spectator
from tests.net.party import hang_up, meet
from tests.net.player import Player
from tests.net.test_failover import comes_to, nomads, split
from tests.net.test_kill import SEED, a_random_moment, check_journal
from tests.store.cluster import Cluster
from tests.store.sentinels import Watched

pytestmark = pytest.mark.slow
GOAL = 400


@pytest.fixture
async def launch(tmp_path: Path) -> AsyncIterator[Callable[[Reachable], Fleet]]:
    fleets: list[Fleet] = []

    def made(store: Reachable) -> Fleet:
        fleets.append(Fleet(tmp_path, store, 2, "--durability", "replicas=1"))
        return fleets[-1]

    yield made
    for fleet in fleets:
        await fleet.end()


async def play_through_the_loss_of_a_primary(
    fleet: Fleet, kill: Callable[[str], None], rng: random.Random
) -> None:
    """Four players at two processes, and a watcher; the primary of their battle is killed under
    load. Everything acknowledged is there once, and nobody had to connect or load anew."""
    party = await meet(fleet.all[0].url, goal=GOAL, absence=0)
    await split(party, fleet)
    watchers = [await spectator(process, party) for process in fleet.all]
    pauses = Pauses(watchers[1])
    players = nomads(party, fleet, rng)
    tasks = [asyncio.create_task(each.play()) for each in players]
    await a_random_moment(watchers[0], rng)
    await asyncio.to_thread(kill, party.battle)
    for watcher in watchers:
        await comes_to(watcher, watcher.version + 20)
    async with asyncio.timeout(300):
        await asyncio.gather(*tasks)
    for watcher in watchers:
        await watcher.wait(lambda w=watcher: w.over, 60)  # type: ignore[misc]
    frames = await fleet.frames(party.battle)
    check_journal(frames, party, list(players))
    for watcher in watchers:
        assert watcher.snapshots == 1, "nobody had to load anew"
        assert saw_everything(watcher, frames)
        await watcher.wait(lambda w=watcher: not is_paused(w), 60)  # type: ignore[misc]
    assert sum(each.returns for each in players) == 0, "nobody had to connect anew"
    assert fleet.errors() == []
    await pauses.end()
    await hang_up([*watchers, *party.players.values()])
    print(f"\nprimary killed: nothing lost, nothing doubled, pause {pauses.longest:.2f} s")


def is_paused(watcher: Player) -> bool:
    """Whether a pause was told last, and not its end."""
    told = [one for one in watcher.news if isinstance(one, (Paused, Resumed))]
    return bool(told) and isinstance(told[-1], Paused)


def by_sentinels() -> Watched:
    """A primary, two replicas, three sentinels."""
    return Watched(replicas=2, down_after_ms=1500)


def by_itself() -> Cluster:
    """Three shards of a primary and two replicas."""
    return Cluster(replicas=2, node_timeout_ms=2000)


@pytest.mark.parametrize("made", [by_sentinels, by_itself])
async def test_a_primary_killed_under_load_is_replaced_and_nothing_is_lost(
    launch: Callable[[Reachable], Fleet], made: Callable[[], Watched | Cluster]
) -> None:
    """Given replicas=1, then the sentinels' or the cluster's next primary has all that counts."""
    store = await asyncio.to_thread(made)

    def kill(battle: str) -> None:
        (store.primary() if isinstance(store, Watched) else store.owner(of(battle, "log"))).kill()

    try:
        fleet = await launch(store).start()
        await play_through_the_loss_of_a_primary(fleet, kill, random.Random(SEED))
    finally:
        await asyncio.to_thread(store.stop)
