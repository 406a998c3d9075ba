"""Real processes, killed without warning at random moments while four players play.

Every acknowledged commit is there afterwards, byte for byte; every unanswered intent is sent again
and applied once; the open question is open. HEXWARDEN_KILLS sets how often the kill is repeated.
"""

import asyncio
import contextlib
import os
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from protocol import codec, replies, requests
from protocol.ids import BattleId, SeatId
from protocol.replies import Closing, Commit, Paused, Resumed
from server.battles.records.recovery import chance_of, entries_of, opening_of, recorded, start_of
from server.rules.engine.replay import rerun
from server.rules.micro.ruleset import MicroRules
from server.store import FSYNC, open_store
from tests.net.party import SEATS, Party, commit_of, hang_up, meet, move
from tests.net.player import Player, first_pick
from tests.net.process import ServerProcess

KILLS = int(os.environ.get("HEXWARDEN_KILLS", "5"))
SEED = int(os.environ.get("HEXWARDEN_KILL_SEED", "11"))
GOAL = KILLS * 60 + 100  # far enough for all kills: about 20 moves lie between two of them
HURRY = (
    *("--message-rate", "10000", "--message-burst", "10000", "--player-rate", "10000"),
    *("--address-rate", "10000", "--table-rate", "10000"),
)
LOST = (ConnectionClosed, ConnectionError, InvalidHandshake, TimeoutError, OSError, EOFError)

pytestmark = pytest.mark.slow


class Stubborn:
    """A player who plays on across every loss of the connection, and remembers all promises.

    `up` is set while the server is known to run. `acknowledged` maps a running number to the
    version that the server said it made, `sent` holds every number that was used.
    """

    def __init__(self, player: Player, seat: str, party: Party, up: asyncio.Event) -> None:
        self.player, self.seat, self.party, self.up = player, seat, party, up
        self.acknowledged: dict[int, int] = {}
        self.sent: set[int] = set()
        self.number = 0
        self.picks: tuple[str, ...] = ()
        self.question = 0
        self.resent = 0

    async def play(self) -> None:
        while not self.player.over:
            try:
                await self._answer()
            except LOST:
                await self._come_back()

    async def _answer(self) -> None:
        player, seat = self.player, self.seat
        if self.number in self.acknowledged or not self.number:
            await player.wait(lambda: player.over or player.mine(seat), 60)
            asked = player.mine(seat)
            if player.over or asked is None:
                return
            self.number = max(self.number, player.numbers.get(SeatId(seat), 0)) + 1
            self.question, self.picks = asked.id, first_pick(asked)
        else:
            self.resent += 1
        await self._send()

    async def _send(self) -> None:
        player, number = self.player, self.number
        intent = requests.Intent(0, number, self.question, self.picks, SeatId(self.seat))
        self.sent.add(number)
        ref = await player.say(intent)
        found = await player.wait(
            lambda: commit_of(player, self.seat, number) or player.reply_to(ref), 60
        )
        if isinstance(found, replies.Refused):
            assert found.code in ("paused", "not_now"), found
            if found.code == "not_now":
                raise ConnectionError(found.text)
            return
        assert isinstance(found, Commit | replies.Taken), found
        self.acknowledged[number] = found.version

    async def _come_back(self) -> None:
        """Connect and resume, however long it takes."""
        while True:
            await self.up.wait()
            try:
                with contextlib.suppress(*LOST):
                    await self.player.drop()
                await self.player.hello()
                await self.player.ask(requests.Join(0, table=self.party.table), replies.Joined)
                watch = requests.Watch(0, self.party.battle, self.player.version)
                answer = await self.player.ask(watch, object)
                if isinstance(answer, replies.Done):
                    return
                assert isinstance(answer, replies.Refused), answer
                assert answer.code == "paused", answer
                await asyncio.sleep(0.05)  # manners: the server has asked for a moment
            except LOST:
                pass


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = await ServerProcess(tmp_path, *HURRY, "--log", "json").start()
    yield process
    with contextlib.suppress(ProcessLookupError):
        await process.stop(signal.SIGKILL)


async def frames_in(directory: Path, battle: str) -> list[bytes]:
    """The journal as it stands on the disk."""
    store = await open_store("embedded", data_dir=directory / "data", durability=FSYNC)
    try:
        return [frame for _, frame in await store.read(BattleId(battle))]
    finally:
        await store.close()


def check_journal(frames: list[bytes], party: Party, players: list[Stubborn]) -> None:
    """Everything acknowledged stands where it was said to stand, once, and the rules agree."""
    entries = entries_of(frames)
    made: dict[tuple[str, int], int] = {}
    for entry in entries:
        author = replies.author_of(entry.commit)
        if entry.commit.number:
            key = (author.seat, entry.commit.number)
            assert key not in made, f"{key} was applied twice"
            made[key] = entry.commit.version
    for each in players:
        for number, version in each.acknowledged.items():
            assert made[each.seat, number] == version
        assert {number for seat, number in made if seat == each.seat} <= each.sent
        for message in each.player.news:
            if isinstance(message, Commit):
                assert codec.msgpack.encode(message) == frames[message.version - 1]
    rules: Any = MicroRules()
    opening = opening_of(entries)
    closing = entries[-1].commit.pinned
    assert isinstance(closing, Closing)
    chance = chance_of(bytes.fromhex(closing.seed), opening)
    play = rerun(rules, start_of(rules, opening), chance, recorded(rules, entries))
    assert play.over


async def a_random_moment(player: Player, rng: random.Random) -> None:
    """Some commits later, and then somewhere between two steps of the server."""
    version = player.version + rng.randrange(2, 40)
    await player.wait(lambda: player.over or player.version >= version, 60, lost=False)
    await asyncio.sleep(rng.random() * 0.003)


async def test_kill_9_of_the_server_loses_nothing_and_doubles_nothing(
    server: ServerProcess, tmp_path: Path
) -> None:
    rng = random.Random(SEED)
    party = await meet(server.url, goal=GOAL, absence=0)
    up = asyncio.Event()
    up.set()
    players = [Stubborn(party.players[seat], seat, party, up) for seat in SEATS]
    tasks = [asyncio.create_task(each.play()) for each in players]
    one = party.players["1"]
    kills = 0
    while kills < KILLS and not one.over:
        await a_random_moment(one, rng)
        up.clear()
        await server.kill()
        kills += 1
        await server.start()
        up.set()
    async with asyncio.timeout(120):
        await asyncio.gather(*tasks)
    assert kills == KILLS, "the battle was over before the last kill"
    assert sum(each.resent for each in players) > 0, "no kill hit an intent on its way"
    assert all(party.players[seat].state == one.state for seat in SEATS)
    await hang_up(party.players.values())
    assert await server.stop() == 0
    assert server.errors() == []
    check_journal(await frames_in(tmp_path, party.battle), party, players)
    print(f"\n{kills} kills of the server: nothing lost, nothing doubled")


async def test_kill_9_of_the_store_pauses_the_battle_and_loses_nothing(
    server: ServerProcess, tmp_path: Path
) -> None:
    rng = random.Random(SEED + 1)
    party = await meet(server.url, goal=GOAL, absence=0)
    up = asyncio.Event()
    up.set()
    players = [Stubborn(party.players[seat], seat, party, up) for seat in SEATS]
    tasks = [asyncio.create_task(each.play()) for each in players]
    one = party.players["1"]
    kills = 0
    while kills < KILLS and not one.over:
        await a_random_moment(one, rng)
        try:
            server.kill_store()
            kills += 1
        except (LookupError, OSError):  # it is being started again just now
            continue
    async with asyncio.timeout(120):
        await asyncio.gather(*tasks)
    assert kills == KILLS, "the battle was over before the last kill"
    paused = [n for n in one.news if isinstance(n, Paused)]
    assert paused
    assert all("store" in n.text for n in paused)
    assert len([n for n in one.news if isinstance(n, Resumed)]) == len(paused)
    assert one.snapshots == 1, "nobody had to connect again"
    await hang_up(party.players.values())
    assert await server.stop() == 0
    assert server.errors() == []
    check_journal(await frames_in(tmp_path, party.battle), party, players)
    print(f"\n{kills} kills of the store: nothing lost, nothing doubled")


async def test_the_open_question_is_open_after_a_crash(server: ServerProcess) -> None:
    party = await meet(server.url, absence=0)
    await move(party.players["1"], "1")
    two = party.players["2"]
    await two.wait_version(2)
    open_before, state = two.questions, two.state
    await server.kill()
    await server.start()
    late = Player(server.url)
    late.token = two.token
    await late.hello()
    await late.ask(requests.Join(0, table=party.table), replies.Joined)
    await late.ask(requests.Watch(0, party.battle), replies.Done)
    await late.wait_version(2)
    assert (late.version, late.questions, late.state) == (2, open_before, state)
    assert late.numbers == {"1": 1}
    await move(late, "2")
    await late.close()


async def test_a_graceful_stop_says_so_and_the_next_start_goes_on_at_once(
    server: ServerProcess,
) -> None:
    """A lease that was not given back would hold the battle for ten minutes."""
    assert await server.stop() == 0
    server.flags = (*server.flags, "--lease", "600")
    await server.start()
    party = await meet(server.url, absence=0)
    await move(party.players["1"], "1")
    assert await server.stop() == 0
    for player in party.players.values():
        assert await player.wait_closed() == 1001
        bye = player.last(replies.Bye)
        assert bye is not None
        assert bye.code == "going_down"
    assert server.errors() == []
    await server.start()
    two = party.players["2"]
    await two.hello()
    await two.ask(requests.Join(0, table=party.table), replies.Joined)
    await two.ask(requests.Watch(0, party.battle, two.version), replies.Done)
    await move(two, "2")
    await two.close()
    assert await server.stop() == 0
