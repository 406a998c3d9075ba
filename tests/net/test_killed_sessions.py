"""A real process, killed again and again while a session calls for battle after battle."""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol import replies, requests
from protocol.ids import BattleId, SeatId, TableId
from protocol.questions import One, Question
from protocol.replies import Closing
from protocol.tables import BattleLine, Settings, TableState
from server.battles import called_id
from server.battles.records.recovery import entries_of, opening_of
from server.store import FSYNC, open_store
from tests.net.player import Player
from tests.net.process import ServerProcess
from tests.net.test_kill import HURRY, LOST

DUELS, KILLS, SEED = 12, 6, 5

pytestmark = pytest.mark.slow


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    process = await ServerProcess(tmp_path, *HURRY, "--log", "json").start()
    yield process
    with contextlib.suppress(ProcessLookupError):
        await process.stop(signal.SIGKILL)


def lines_of(player: Player) -> tuple[BattleLine, ...]:
    """The battles that the table names."""
    state = player.last(TableState)
    return state.battles if state is not None else ()


def is_done(player: Player) -> bool:
    """Whether enough battles are over, and the session is on again."""
    lines = lines_of(player)
    return sum(line.over for line in lines) >= DUELS and player.battle == lines[-1].battle


def picked(question: Question) -> str:
    """A duel whenever there may be one; else whatever comes last."""
    assert isinstance(question.shape, One)
    return question.shape.options[-1].key


async def begin(server: ServerProcess) -> tuple[str, TableId]:
    """A session of one player: who it is, and the table."""
    player = await Player(server.url).hello("Ann")
    wish = Settings("calling", party=1, absence=0, options={"goal": "100000"})
    joined = await player.ask(requests.Create(0, wish, "Days"), replies.Joined)
    await player.ask(requests.Claim(0, SeatId("1")), replies.Done)
    await player.ask(requests.Ready(0, True, "luck"), replies.Done)
    await player.ask(requests.Start(0), replies.Started)
    await player.close()
    return player.token, joined.table


async def play(server: ServerProcess, token: str, table: TableId, up: asyncio.Event) -> Player:
    """Play on, over every loss of the connection, until enough battles have been fought."""
    while True:
        await up.wait()
        player = Player(server.url)
        player.token = token
        try:
            await player.hello()
            await player.ask(requests.Join(0, table=table), replies.Joined)
            await player.wait(lambda at=player: lines_of(at))  # type: ignore[misc]
            await player.ask(requests.Watch(0, lines_of(player)[-1].battle), object)
            while not is_done(player):
                await answer(player)
        except LOST:
            continue
        return player


async def answer(player: Player) -> None:
    """Answer what is asked, wherever that is, and wait for what comes of it."""
    await player.wait(lambda: is_done(player) or player.mine("1"), 20)
    asked = player.mine("1")
    if asked is None:
        return
    before = player.battle, player.version
    number = player.numbers.get(SeatId("1"), 0) + 1
    picks = (picked(asked),)
    await player.say(requests.Intent(0, number, asked.id, picks, SeatId("1"), player.battle))
    await player.wait(lambda: (player.battle, player.version) != before, 20)


async def test_kill_9_in_a_session_leaves_one_battle_and_one_outcome_for_each_call(
    server: ServerProcess, tmp_path: Path
) -> None:
    """Given a session whose server is killed at random moments, then it goes on with what was
    played, and each of its calls has one battle and one outcome."""
    rng, up = random.Random(SEED), asyncio.Event()
    token, table = await begin(server)
    up.set()
    playing = asyncio.create_task(play(server, token, table, up))
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0.05, 0.6))  # a moment between any two steps
        up.clear()
        await server.kill()
        await server.start()
        up.set()
    async with asyncio.timeout(120):
        player = await playing
    lines = lines_of(player)
    await player.close()
    assert await server.stop() == 0
    assert server.errors() == []
    await check(tmp_path, lines)


async def check(directory: Path, lines: tuple[BattleLine, ...]) -> None:
    """Each outcome is that of the one battle of its call, and no journal is left over."""
    store = await open_store("embedded", data_dir=directory / "data", durability=FSYNC)
    try:
        frames = {line.battle: await store.read(line.battle) for line in lines}
        unsettled = set(await store.battles(over=True))
    finally:
        await store.close()
    entries = {name: entries_of([frame for _, frame in found]) for name, found in frames.items()}
    assert unsettled <= set(frames)
    session = BattleId(lines[-1].battle)
    events = [event for entry in entries[session] for event in entry.commit.events]
    returned = {event[1]: event[2] for event in events if event[0] == "return"}
    called = [event[1] for event in events if event[0] == "call"]
    assert sorted(returned) == called
    for call, outcome in returned.items():
        journal = entries[called_id(session, call)]
        assert (opening_of(journal).session, opening_of(journal).call) == (session, call)
        assert isinstance(journal[-1].commit.pinned, Closing)
        assert outcome["winner"] == journal[-1].commit.put["winner"]
