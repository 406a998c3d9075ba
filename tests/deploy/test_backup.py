"""A copy of a store's files, taken in full play, restores every battle; each one then verifies."""

import asyncio
import shutil
from pathlib import Path

from protocol.ids import BattleId
from protocol import replay_file, requests
from protocol.replay_file import ReplayFile
from server.process.app import Server, running
from server.commands.checking import check
from server.battles.records.recorded_battle import RecordedBattle
from server.settings import Settings
from server.store.embedded import EmbeddedStore
from server.store import open_store
from tests.net.conftest import url_of
from tests.net.party import Party, hang_up, meet, play_on, play_out
from tests.net.serve_micro import MICRO


def settings(folder: Path) -> Settings:
    """Of a server on whose requests there is no limit: these play like no person."""
    rates = dict.fromkeys(("player_rate", "message_rate", "address_rate", "table_rate"), 1e6)
    return Settings(port=0, close_timeout=1.0, data=str(folder), **rates)  # type: ignore[arg-type]


async def in_full_play(folder: Path, copy: Path) -> tuple[list[Party], dict[BattleId, int]]:
    """Play three battles on a store, two to their end, and copy its files in the middle.

    Gives the parties, and of each battle the version that was acknowledged before the copy.
    """
    store = await open_store(None, data_dir=folder)
    try:
        async with running(settings(folder), store, setups=[MICRO], bots={}) as server:
            parties = [await meet(url_of(server), goal=goal) for goal in (20, 25, 400)]
            await asyncio.gather(*(play_out(party) for party in parties[:2]))
            last = parties[2]
            playing = asyncio.create_task(play_out(last))
            await last.players["1"].wait_version(30)
            seen = {party.battle: party.players["1"].version for party in parties}
            await asyncio.to_thread(shutil.copytree, folder, copy)
            before = last.players["1"].version
            await last.players["1"].wait_version(before + 10)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            for party in parties:
                await hang_up(party.players.values())
    finally:
        await store.close()
    return parties, seen


async def finished(server: Server, battle: str) -> ReplayFile:
    return replay_file.read(await server.service.library.file(BattleId(battle)))


async def play_to_the_end(server: Server, party: Party) -> None:
    """The same four people come to the restored server, and finish their battle."""
    for player in party.players.values():
        player.url = url_of(server)
        player.version = 0
        player.news.clear()
        await player.hello()
        await player.say(requests.Join(0, table=party.table))
        await player.say(requests.Watch(0, party.battle))
        await player.wait_version(1)
    async with asyncio.timeout(120):
        await asyncio.gather(*(play_on(each, seat) for seat, each in party.players.items()))
    await hang_up(party.players.values())


async def test_a_store_restored_from_a_copy_of_its_files_has_every_battle(tmp_path: Path) -> None:
    """Given a copy made while a battle was being played, when another server starts on it, then
    what was acknowledged before the copy is there, and the battle that was on can be finished;
    all of them verify, die by die and commit by commit."""
    copy = tmp_path / "elsewhere"
    parties, seen = await in_full_play(tmp_path / "data", copy)
    shutil.rmtree(tmp_path / "data")
    store = await open_store(None, data_dir=copy)
    assert isinstance(store, EmbeddedStore)
    try:
        async with running(settings(copy), store, setups=[MICRO], bots={}) as server:
            await server.service.settled()
            for party in parties:
                restored = RecordedBattle([entry for _, entry in await store.read(party.battle)])
                assert restored.last >= seen[party.battle]
            await play_to_the_end(server, parties[2])
            for party in parties:
                verdict = check(await finished(server, party.battle), [MICRO])
                assert verdict.rules
                assert verdict.commits >= seen[party.battle]
    finally:
        await store.close()
