"""One scripted conversation with a real server, under a secret of one's choice, and what every
client was sent in it.

Everything else that is random or passes with time stands still: ids and tokens are counted, the
rooms' clock moves by the script alone. So two runs differ in nothing but the secret seeds.

A secret may be seen in three places: as its SHA-256 (the commitment), in the faces of dice that
have fallen, and in the last commit, which reveals it. `told` puts a placeholder there, but only for
the value that the secret must give just there: nothing else can hide behind one.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import msgspec

from protocol import replay_file, replies, requests
from protocol.codec import CODECS, MSGPACK
from protocol.ids import BattleId, SeatId, UnitId
from protocol.tables import Settings as TableSettings
from server.battles.drivers import Bots
from server.battles.games import Built, Setup
from server.process.app import Server
from server.rules.engine.dice import SealedChance, battle_key
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.net.conftest import url_of
from tests.net.player import Player, first_pick
from tests.net.test_bounds import UNHURRIED
from tests.protocol.conversation import CountedSecrets
from tests.service.clocks import ManualClock

MODULES = (
    "players.identity",
    "service.handlers.tables",
    "service.composition",
    "service.game_service",
    "battles.battle_in_play",
)
LUCK = ("luck of Ann", "luck of Bob")
CHANCE = ("roll", "draw")


class Seeds(CountedSecrets):
    """Stands in for `secrets` where seeds are made: these come from the run's secret."""

    def __init__(self, secret: str) -> None:
        super().__init__()
        self._secret, self._numbers = secret, count(1)
        self.given: list[bytes] = []

    def token_bytes(self, size: int) -> bytes:
        self.given.append(hashlib.sha256(f"{self._secret} {next(self._numbers)}".encode()).digest())
        return self.given[-1]

    def token_hex(self, size: int) -> str:
        return next(self._count).to_bytes(size, "big").hex()


class Ear:
    """A codec that keeps every frame it decodes."""

    def __init__(self, name: str) -> None:
        self.plain, self.frames = CODECS[name], list[bytes]()
        self.name, self.text = name, self.plain.text

    def encode(self, message: Any) -> bytes:
        return self.plain.encode(message)

    def reply(self, frame: bytes | str) -> Any:
        self.frames.append(frame if isinstance(frame, bytes) else frame.encode())
        return self.plain.reply(frame)


class Heard:
    """What was sent in one run: frames by client, and the seeds behind them."""

    def __init__(self, seeds: Seeds) -> None:
        self.seeds = seeds.given
        self.frames: dict[str, list[bytes]] = {}

    @property
    def revealed(self) -> bytes:
        """The seed of the battle that was played."""
        return self.seeds[0]

    def told(self, client: str) -> list[tuple[Any, int]]:
        """Every frame of a client as plain data, with placeholders, and its length in bytes."""
        promises = [hashlib.sha256(seed).hexdigest() for seed in self.seeds]
        chance = SealedChance(battle_key(self.revealed, LUCK))
        found = []
        for frame in self.frames[client]:
            wire = msgspec.json if frame[:1] == b"[" else msgspec.msgpack
            plain = wire.decode(frame)
            assert wire.encode(plain) == frame, "the frame says nothing that its data does not"
            found.append((_hidden(plain, promises, chance, self.revealed.hex()), len(frame)))
        return found

    def until_chance(self, client: str) -> list[tuple[Any, int]]:
        """The same up to the first commit in which chance speaks."""
        told = self.told(client)
        for at, (plain, _) in enumerate(told):
            if plain[0] == "c" and any(event[0] in CHANCE for event in plain[2]):
                return told[:at]
        return told


def differences(one: Heard, other: Heard) -> list[str]:
    """Where two runs told somebody something else; empty if nowhere."""
    found = [f"{client} is only in one" for client in one.frames.keys() ^ other.frames.keys()]
    for client in one.frames.keys() & other.frames.keys():
        found += unlike(client, one.told(client), other.told(client))
    return found


def unlike(client: str, ours: list[Any], theirs: list[Any]) -> list[str]:
    """Where two lists of frames differ."""
    if len(ours) != len(theirs):
        return [f"{client} was sent {len(ours)} frames, and {len(theirs)}"]
    pairs = enumerate(zip(ours, theirs, strict=True))
    # As text, which tells the order of a map's keys, too: that is bytes on the wire.
    return [f"{client}, frame {at}: {a} and {b}" for at, (a, b) in pairs if repr(a) != repr(b)]


def _hidden(plain: Any, promises: list[str], chance: SealedChance, seed: str) -> Any:
    """With placeholders for what the secret gives in its own places."""
    match plain:
        case ["roll", int() as ordinal, what, who, int() as sides, [*faces]]:
            due = [chance.number(ordinal, index, sides) for index in range(len(faces))]
            return ["roll", ordinal, what, who, sides, "DICE" if faces == due else faces]
        case ["close", str() as shown] if shown == seed:
            return ["close", "SEED"]
        case str() if plain in promises:
            return f"COMMITMENT {promises.index(plain)}"
        case list():
            return [_hidden(each, promises, chance, seed) for each in plain]
        case dict():
            return {key: _hidden(each, promises, chance, seed) for key, each in plain.items()}
        case _:
            return plain


@contextmanager
def counted(seeds: Seeds) -> Iterator[None]:
    """Ids and tokens are counted, seeds are the run's."""
    other = CountedSecrets()
    patches = [patch(f"server.{module}.secrets", other) for module in MODULES]
    patches.append(patch("server.tables.seats.secrets", seeds))
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


@asynccontextmanager
async def world(
    secret: str, setups: Iterable[Setup], bots: Bots
) -> AsyncIterator[tuple[Server, ManualClock, Heard]]:
    """A server with sockets on a memory store, in stopped time."""
    seeds, clock = Seeds(secret), ManualClock()
    with counted(seeds):
        settings = Settings(port=0, bot_delay=0.01, lease=600.0, close_timeout=1.0, **UNHURRIED)
        store = MemoryStore(clock.now)
        server = Server(settings, store, tuple(setups), bots, clock)
        await server.start()
        try:
            yield server, clock, Heard(seeds)
        finally:
            for session in tuple(server.sessions):
                session.link.cut("stopping")
            await server.listener.stop()
            await server.service.close()


class Table:
    """The clients of one run; every step ends when all have been told what it led to."""

    def __init__(self, server: Server, clock: ManualClock, heard: Heard) -> None:
        self.server, self.clock, self.heard = server, clock, heard
        self.players: dict[str, Player] = {}

    async def come(self, name: str, wire: str = MSGPACK) -> Player:
        player = Player(url_of(self.server))
        ear = Ear(wire)
        player.codec = ear  # type: ignore[assignment]
        self.heard.frames[name] = ear.frames
        self.players[name] = player
        await player.hello(name)
        return player

    async def ask(self, name: str, request: Any) -> Any:
        reply = await self.players[name].ask(request, object)
        await self.settle()
        return reply

    async def settle(self) -> None:
        """Let everything be told: an answer comes behind what was written before it."""
        await self.clock.advance(0.1)
        for player in tuple(self.players.values()):
            await player.ask(requests.ListTables(0), replies.Tables)

    async def look_into_the_file(self, battle: str) -> None:
        """What anybody with the battle's key can fetch; its commits count as a client's frames."""
        key = (await self.ask("Ann", requests.Share(0, BattleId(battle)))).key
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.listener.port)
        writer.write(
            f"GET /replay/{battle} HTTP/1.1\r\nHost: x\r\nHexwarden-Share: {key}\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        frames = self.heard.frames.setdefault("replay file", [])
        assert head.startswith(b"HTTP/1.1 200")
        frames += replay_file.read(body).commits


async def play(secret: str, setup: Setup) -> Heard:
    """A whole battle of two, watched by a third and a late fourth: chat, a vote, an undo, previews,
    a replay, refusals, a reconnection, the revelation, and the table after it.
    """
    async with world(secret, [setup], {}) as (server, clock, heard):
        table = Table(server, clock, heard)
        for name, wire in (("Ann", MSGPACK), ("Bob", "hexwarden.v1.json"), ("Cleo", MSGPACK)):
            await table.come(name, wire)
        battle = await _begin(table, setup.name)
        for turn in range(4):
            await _move(table, "Ann" if turn % 2 == 0 else "Bob", turn)
        await _disturb(table, battle)
        await table.come("Dora")
        await table.ask("Dora", requests.Join(0, (await _invite(table, "")).code))
        await table.ask("Dora", requests.Watch(0, BattleId(battle)))
        await table.look_into_the_file(battle)
        turn = 4
        while not table.players["Ann"].over:
            await _move(table, "Ann" if turn % 2 == 0 else "Bob", turn)
            turn += 1
        await table.ask("Dora", requests.Replay(0, BattleId(battle), 1, 0.0))
        await table.ask("Dora", requests.Seek(0, 3))
        await table.look_into_the_file(battle)
        await table.settle()
        return heard


async def _invite(table: Table, seat: str) -> replies.Invited:
    invited = await table.ask("Ann", requests.Invite(0, SeatId(seat)))
    assert isinstance(invited, replies.Invited)
    return invited


async def _begin(table: Table, game: str) -> str:
    wish = TableSettings(game, party=2, absence=0, public=True, undo="alone")
    await table.ask("Ann", requests.Create(0, wish, "Den"))
    for seat, name in (("1", "Ann"), ("2", "Bob")):
        await table.ask(name, requests.Join(0, (await _invite(table, seat)).code))
        await table.ask(name, requests.Ready(0, True, f"luck of {name}"))
    await table.ask("Cleo", requests.Join(0, (await _invite(table, "")).code))
    started = await table.ask("Ann", requests.Start(0))
    assert isinstance(started, replies.Started), started
    await table.settle()
    return started.battle


async def _move(table: Table, name: str, turn: int) -> None:
    player = table.players[name]
    seat = "1" if name == "Ann" else "2"
    question = await player.wait(lambda: player.mine(seat))
    number, version = player.numbers.get(SeatId(seat), 0) + 1, player.version
    picks = ("bold",) if turn % 3 == 2 else first_pick(question)
    await player.say(requests.Intent(0, number, question.id, picks, SeatId(seat)))
    await player.wait(lambda: player.version > version)
    await table.settle()


async def _disturb(table: Table, battle: str) -> None:
    """What else can be asked in the middle of a battle, granted or not."""
    version = table.players["Ann"].version
    for name, request in (
        ("Bob", requests.Chat(0, "What will they be?")),
        ("Cleo", requests.Ping(0, "peg", "goal")),
        ("Cleo", requests.Preview(0, "values", UnitId("1"))),
        ("Cleo", requests.Intent(0, 9, 1, ("steady",), SeatId("1"))),
        ("Bob", requests.Intent(0, 9, 0, ("nonsense",), SeatId("2"))),
        ("Bob", requests.Undo(0, 9, version - 1, SeatId("2"))),
        ("Bob", requests.Undo(0, 10, version + 5, SeatId("2"))),
        ("Ann", requests.Standing(0, "my_turn")),
        ("Cleo", requests.Watch(0, BattleId(battle), 1)),
        ("Cleo", requests.Watch(0, BattleId("b0"))),
        ("Cleo", requests.Replay(0, BattleId(battle), 1, 0.0)),
        ("Cleo", requests.Step(0, 2)),
        ("Cleo", requests.Watch(0, BattleId(battle))),
        ("Ann", requests.Change(0, TableSettings("micro"))),
    ):
        await table.ask(name, request)


async def play_to_the_first_roll(
    secret: str, game: str, setups: Iterable[Setup], bots: Bots
) -> Heard:
    """A battle of the game itself, two bots, until chance speaks for the first time."""
    async with world(secret, setups, bots) as (server, clock, heard):
        table = Table(server, clock, heard)
        ann = await table.come("Ann")
        wish = TableSettings(game, party=2, absence=0)
        await table.ask("Ann", requests.Create(0, wish, "Den"))
        for seat in ("1", "2"):
            await table.ask("Ann", requests.PutBot(0, SeatId(seat), next(iter(bots))))
        await table.ask("Ann", requests.Start(0))

        def has_rolled() -> bool:
            commits = [one for one in ann.news if isinstance(one, replies.Commit)]
            return any(event[0] in CHANCE for commit in commits for event in commit.events)

        async with asyncio.timeout(120):
            while not has_rolled():
                await table.settle()
        return heard


def built_by(rules: Any, state: Any) -> Setup:
    """A game of those rules, from a state that the seats give."""

    def build(seats: tuple[str, ...], _difficulty: str, _options: Any) -> Built:
        return Built(rules, state(seats))

    return Setup("micro", build, content="two-secrets")
