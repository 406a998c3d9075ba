"""Server processes on a store whose primary is killed: play pauses, and goes on by itself."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from protocol.ids import BattleId
from protocol.replies import Paused, Resumed
from server.store.interface.keys import of
from tests.net.diagnosis import explained
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
    fleet: Fleet, store: Watched | Cluster, rng: random.Random
) -> None:
    """Four players at two processes, and a watcher; the primary of their battle is killed under
    load. Everything acknowledged is there once, and nobody had to connect or load anew."""
    party = await meet(fleet.all[0].url, goal=GOAL, absence=0)
    await split(party, fleet)
    watchers = [await spectator(process, party) for process in fleet.all]
    pauses = Pauses(watchers[1])
    players = nomads(party, fleet, rng)
    tasks = [asyncio.create_task(each.play()) for each in players]
    async with explained(fleet, watchers, players, store):
        await a_random_moment(watchers[0], rng)
        await asyncio.to_thread(kill, store, party.battle)
        for watcher in watchers:
            await while_all_play(tasks, comes_to(watcher, watcher.version + 20))
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


async def while_all_play(tasks: list[asyncio.Task[None]], wanted: Awaitable[None]) -> None:
    """Await something. A player's error, without whom nothing would come, is raised at once."""
    waiting = asyncio.ensure_future(wanted)
    pending: set[asyncio.Future[None]] = {waiting, *tasks}
    try:
        while not waiting.done():
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
    finally:
        waiting.cancel()


def kill(store: Watched | Cluster, battle: str) -> None:
    """End the primary of a battle without warning."""
    key = of(BattleId(battle), "log")
    (store.primary() if isinstance(store, Watched) else store.owner(key)).kill()


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
    try:
        fleet = await launch(store).start()
        await play_through_the_loss_of_a_primary(fleet, store, random.Random(SEED))
    finally:
        await asyncio.to_thread(store.stop)
