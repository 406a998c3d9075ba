"""Jailbreaks whose server or store is killed with kill -9 at random moments, real processes all.

Four programs play on the SDK and come back by themselves. Battle after battle is played until there
were enough kills (HEXWARDEN_KILLS). Of each battle: it finishes, its replay verifies, and whatever
was acknowledged stands in it where it was said to stand, exactly once.
"""

import asyncio
import contextlib
import os
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import pytest

from clients.sdk import Client, Lost, Played, Refusal, connect
from protocol import codec, replay_file
from protocol.ids import NO_BATTLE, BattleId, SeatId
from protocol.questions import Picks
from protocol.replies import Commit, Paused, Resumed, author_of
from protocol.tables import Settings
from server.commands.bots import sensible
from tests.e2e.commands import HexwardenServer, run
from tests.e2e.test_jailbreak import SEATS, fetch

KILLS = int(os.environ.get("HEXWARDEN_KILLS", "5"))
SEED = int(os.environ.get("HEXWARDEN_KILL_SEED", "11"))
LONGEST_BATTLE = 120.0
HURRY = (
    *("--message-rate", "10000", "--message-burst", "10000", "--player-rate", "10000"),
    *("--address-rate", "10000", "--table-rate", "10000"),
)

FASTER = ("stale", "not_now")  # another seat has answered for the party, maybe for the last time

pytestmark = pytest.mark.slow


class Answer(NamedTuple):
    """An answer that the server has acknowledged."""

    seat: str
    question: int
    picks: Picks


class Player:
    """A program in a seat: it plays to win, and remembers everything that it was promised."""

    def __init__(self, client: Client, seat: str) -> None:
        self.client, self.seat = client, seat
        self.acknowledged: dict[Answer, int] = {}
        self.seen: list[Commit] = []
        self.losses = self.pauses = self.resumptions = 0
        self._policy = sensible()

    async def listen(self) -> None:
        """Take everything down that comes."""
        async for news in self.client:
            match news:
                case Played(commit=commit):
                    self.seen.append(commit)
                case Lost():
                    self.losses += 1
                case Paused():
                    self.pauses += 1
                case Resumed():
                    self.resumptions += 1
                case _:
                    pass

    async def play(self) -> None:
        """Answer whatever is asked until the battle is over."""
        client = self.client
        while not client.over:
            await client.until(lambda: client.over or client.questions())
            if not (questions := client.questions()):
                return
            assert client.view is not None
            asked, picks, *_ = self._policy.choose(client.view.state, SeatId(self.seat), questions)
            question = next(each for each in questions if each.id == asked)
            try:
                version = await client.answer(question, picks)
            except Refusal as no:
                if no.code not in FASTER:
                    raise
                continue
            self.acknowledged[Answer(self.seat, asked, picks)] = version


class Table:
    """Four players, and the battle that they play."""

    def __init__(self, server: HexwardenServer, players: list[Player]) -> None:
        self.server, self.players = server, players
        self.battle = NO_BATTLE

    @property
    def leader(self) -> Client:
        """Who opened the table; the tests look through these eyes."""
        return self.players[0].client

    @property
    def version(self) -> int:
        """How far the battle is."""
        return self.leader.view.version if self.leader.view is not None else 0

    async def moment(self, rng: random.Random) -> None:
        """Some commits later, and then somewhere between two steps of the server."""
        wanted = self.version + rng.randrange(1, 12)
        await self.leader.until(lambda: self.leader.over or self.version >= wanted)
        await asyncio.sleep(rng.random() * 0.004)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[HexwardenServer]:
    process = await HexwardenServer(tmp_path, *HURRY).start()
    yield process
    await process.end()


async def meet(stack: AsyncExitStack, server: HexwardenServer) -> Table:
    """Four programs sit down at a new table and begin."""
    leader = await stack.enter_async_context(connect(server.site, "Seat 1"))
    await leader.create(Settings("jailbreak", "adept", 4, absence=0))
    players = []
    for seat in SEATS:
        client = leader
        if seat == "1":
            await leader.claim(SeatId(seat))
        else:
            link = await leader.invite(SeatId(seat))
            client = await stack.enter_async_context(connect(link, f"Seat {seat}"))
            await client.join()
        await client.ready()
        players.append(Player(client, seat))
    table = Table(server, players)
    for player in players:
        listening = asyncio.create_task(player.listen())
        stack.callback(listening.cancel)
    table.battle = BattleId(await leader.start())
    for player in players:
        await player.client.until(lambda client=player.client: client.view is not None)  # type: ignore[misc]
    return table


async def play(table: Table, kill_on: asyncio.Task[int]) -> int:
    """Play to the end while somebody kills; gives the number of kills."""
    async with asyncio.timeout(LONGEST_BATTLE):
        await asyncio.gather(*(player.play() for player in table.players))
        return await kill_on


async def check(table: Table, home: Path) -> None:
    """The record holds everything that was promised and shown, once, and verifies."""
    data = await fetch(await table.players[0].client.share(table.battle))
    frames = replay_file.read(data).commits
    made: dict[Answer, int] = {}
    for frame in frames:
        commit = codec.msgpack.reply(frame)
        assert isinstance(commit, Commit)
        author = author_of(commit)
        if commit.number:
            answer = Answer(author.seat, author.question, author.picks)
            assert answer not in made, "an answer was applied twice"
            made[answer] = commit.version
    assert sum(len(player.acknowledged) for player in table.players) == len(made)
    for player in table.players:
        seen = {shown.version for shown in player.seen}
        for answer, version in player.acknowledged.items():
            # Where a snapshot took the commit's place, its version is all that the player has.
            assert made[answer] == version if version in seen else made[answer] <= version
        for shown in player.seen:
            assert codec.msgpack.encode(shown) == frames[shown.version - 1]
        view = player.client.view
        assert view is not None
        assert view.version == len(frames)
    replay = home / f"{table.battle}.hwr"
    replay.write_bytes(data)
    verified = await run(home, "verify", str(replay))
    assert verified.code == 0, verified.err


async def test_jailbreaks_survive_kill_9_of_the_server(
    server: HexwardenServer, tmp_path: Path
) -> None:
    rng = random.Random(SEED)
    kills = battles = losses = 0

    async def kill_on(table: Table, most: int) -> int:
        done = 0
        while done < most:
            await table.moment(rng)
            if table.leader.over:
                break
            await server.kill()
            done += 1
            await server.start()
        return done

    while kills < KILLS:
        async with AsyncExitStack() as stack:
            table = await meet(stack, server)
            kills += await play(table, asyncio.create_task(kill_on(table, KILLS - kills)))
            await check(table, tmp_path)
            losses += sum(player.losses for player in table.players)
            battles += 1
    assert losses >= kills, "no kill was noticed"
    assert await server.stop() == 0
    assert server.errors() == []
    print(f"\n{kills} kills of the server in {battles} battles: nothing lost, nothing doubled")


async def test_jailbreaks_survive_kill_9_of_the_store(
    server: HexwardenServer, tmp_path: Path
) -> None:
    rng = random.Random(SEED + 1)
    kills = battles = pauses = 0

    async def kill_on(table: Table, most: int) -> int:
        done = 0
        while done < most:
            await table.moment(rng)
            if table.leader.over:
                break
            with contextlib.suppress(LookupError, OSError):  # it is being started again just now
                server.kill_store()
                done += 1
        return done

    while kills < KILLS:
        async with AsyncExitStack() as stack:
            table = await meet(stack, server)
            kills += await play(table, asyncio.create_task(kill_on(table, KILLS - kills)))
            await check(table, tmp_path)
            for player in table.players:
                assert player.losses == 0, "nobody had to connect again"
                assert player.resumptions == player.pauses
            pauses += table.players[0].pauses
            battles += 1
    assert pauses > 0, "no kill was noticed"
    assert await server.stop() == 0
    assert server.errors() == []
    print(f"\n{kills} kills of the store in {battles} battles: nothing lost, nothing doubled")
