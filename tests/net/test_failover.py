"""Server processes on one real store, killed, stopped and restarted while their players play.

HEXWARDEN_KILLS sets how often the kill is repeated.
"""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from protocol import replies, requests
from tests.net.fleet import Fleet, Nomad, Pauses, rooms_of, saw_everything, spectator
from tests.net.party import SEATS, Party, hang_up, meet
from tests.net.player import Player
from tests.net.test_kill import KILLS, SEED, a_random_moment, check_journal
from tests.store.servers import Server as StoreServer

pytestmark = pytest.mark.slow
LONGEST_PAUSE = float(os.environ.get("HEXWARDEN_LONGEST_PAUSE", "3"))


@pytest.fixture
async def launch(tmp_path: Path) -> AsyncIterator[Callable[[int], Fleet]]:
    store = StoreServer(appendfsync="everysec")
    fleets: list[Fleet] = []

    def made(size: int) -> Fleet:
        fleets.append(Fleet(tmp_path, store, size))
        return fleets[-1]

    yield made
    for fleet in fleets:
        await fleet.end()
    store.stop()


async def split(party: Party, fleet: Fleet) -> None:
    """Spread the players over the processes, the first one stays where the table was opened."""
    for number, seat in enumerate(SEATS):
        await move_to(party.players[seat], fleet.up[number % len(fleet.up)].url, party)


async def move_to(player: Player, url: str, party: Party) -> None:
    if player.url == url:
        return
    await player.close()
    player.url = url
    await player.hello()
    await player.ask(requests.Join(0, table=party.table), replies.Joined)
    await player.ask(requests.Watch(0, party.battle, player.version), replies.Done)


async def comes_to(player: Player, version: int) -> None:
    """Wait until the battle is that far, or over."""
    await player.wait(lambda: player.over or player.version > version, 60, lost=False)


def nomads(party: Party, fleet: Fleet, rng: random.Random, thinks: float = 0.0) -> list[Nomad]:
    return [Nomad(party.players[seat], seat, party, fleet, rng, thinks) for seat in SEATS]


async def test_kill_9_of_the_host_again_and_again_loses_nothing_and_doubles_nothing(
    launch: Callable[[int], Fleet],
) -> None:
    """Given players and spectators at two processes, when the one that plays the battle is killed
    at random moments, then the other goes on within three seconds and everything acknowledged is
    there once."""
    fleet, rng = await launch(2).start(), random.Random(SEED)
    party = await meet(fleet.all[0].url, goal=KILLS * 600 + 500, absence=0)
    await split(party, fleet)
    players = nomads(party, fleet, rng, thinks=0.1)
    tasks = [asyncio.create_task(each.play()) for each in players]
    longest: list[float] = []
    for _ in range(KILLS):
        host = await fleet.host()
        other = next(process for process in fleet.up if process is not host)
        watcher = await spectator(other, party)
        pauses = Pauses(watcher)
        await a_random_moment(watcher, rng)
        await fleet.kill(host)
        await fleet.start_one(host)
        version = watcher.version
        await comes_to(watcher, version + 5)
        longest.append(pauses.longest)
        assert watcher.snapshots == 1
        await pauses.end()
        await watcher.close()
    assert not party.players["1"].over, "the battle was over before the last kill"
    for each in players:
        each.thinks = 0.0
    async with asyncio.timeout(600):
        await asyncio.gather(*tasks)
    frames = await fleet.frames(party.battle)
    check_journal(frames, party, list(players))
    assert sum(each.resent for each in players) > 0, "no kill hit an intent on its way"
    assert max(longest) <= LONGEST_PAUSE, longest
    assert fleet.errors() == []
    await hang_up(party.players.values())
    typical = sorted(longest)[len(longest) // 2]
    print(f"\n{KILLS} kills of the host: nothing lost, nothing doubled; ", end="")
    print(f"pause {typical:.2f} s (median), {max(longest):.2f} s (longest)")


async def test_a_host_stopped_for_longer_than_its_lease_is_replaced_and_fenced(
    launch: Callable[[int], Fleet],
) -> None:
    """Given a host that is stopped like a virtual machine in migration, then players elsewhere go
    on; when it wakes, its own visitors see all of it without having to connect again."""
    fleet, rng = await launch(2).start(), random.Random(SEED)
    host, other = fleet.all
    party = await meet(host.url, goal=400, absence=0)
    watcher, stays = await spectator(host, party), await spectator(other, party)
    for player in party.players.values():
        await move_to(player, other.url, party)
    players = nomads(party, fleet, rng)
    tasks = [asyncio.create_task(each.play()) for each in players]
    assert await fleet.host() is host
    pauses = Pauses(stays)
    await a_random_moment(stays, rng)
    os.kill(host.pid, signal.SIGSTOP)
    stopped = asyncio.get_running_loop().time()
    version = stays.version
    await stays.wait(lambda: stays.version > version + 20, 60)
    await asyncio.sleep(max(0.0, stopped + 4 - asyncio.get_running_loop().time()))
    os.kill(host.pid, signal.SIGCONT)
    async with asyncio.timeout(120):
        await asyncio.gather(*tasks)
    await watcher.wait_over()
    frames = await fleet.frames(party.battle)
    check_journal(frames, party, list(players))
    assert saw_everything(watcher, frames)
    assert saw_everything(stays, frames)
    assert sum(each.returns for each in players) == 0
    assert pauses.longest <= LONGEST_PAUSE
    assert await rooms_of(host) == 0
    assert fleet.errors() == []
    await pauses.end()
    await hang_up([watcher, stays, *party.players.values()])
    print(f"\nhost stopped for 4 s: nobody reconnected, pause {pauses.longest:.2f} s")


async def test_a_rolling_restart_under_load_refuses_nothing(
    launch: Callable[[int], Fleet],
) -> None:
    """Given three processes with a table of four each, when one after the other is told to stop and
    started again, then nothing is lost or refused, and each ends with exit code 0."""
    fleet, rng = await launch(3).start(), random.Random(SEED)
    parties = [await meet(process.url, goal=2500, absence=0) for process in fleet.all]
    for party in parties:
        await split(party, fleet)
    players = [nomads(party, fleet, rng) for party in parties]
    tasks = [asyncio.create_task(each.play()) for table in players for each in table]
    pauses = [Pauses(party.players["1"]) for party in parties]
    for process in fleet.all:
        versions = [party.players["1"].version for party in parties]
        assert await fleet.stop(process) == 0
        await fleet.start_one(process)
        for party, version in zip(parties, versions, strict=True):
            await comes_to(party.players["1"], version + 20)
    over = [party.players["1"].over for party in parties]
    async with asyncio.timeout(300):
        await asyncio.gather(*tasks)
    assert not all(over), "the battles were over before the last restart"
    for party, table in zip(parties, players, strict=True):
        check_journal(await fleet.frames(party.battle), party, list(table))
    refused = [n for t in parties for p in t.players.values() for n in p.news if is_refusal(n)]
    assert refused == []
    longest = max(each.longest for each in pauses)
    assert longest <= LONGEST_PAUSE
    assert fleet.errors() == []
    for each in pauses:
        await each.end()
    for party in parties:
        await hang_up(party.players.values())
    everybody = [each for table in players for each in table]
    print(f"\nrolling restart of three processes, {len(parties)} tables of {len(SEATS)}")
    print(f"  acknowledged                {sum(len(p.acknowledged) for p in everybody):>10,}")
    print(f"  lost, doubled, refused      {0:>10}")  # as asserted
    print(f"  connected elsewhere         {sum(p.returns for p in everybody):>10} times")
    print(f"  each table's longest pause  {', '.join(f'{p.longest:.2f}' for p in pauses)} s")


def is_refusal(news: object) -> bool:
    return isinstance(news, replies.Refused)
