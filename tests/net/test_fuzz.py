"""Random and mutated frames at a live server, while a battle is being played on it."""

import asyncio
import os
import random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed

from protocol import replies, requests
from protocol.ids import SeatId
from protocol.messages import JSON, MSGPACK
from protocol.tables import Settings
from server.process.app import Server
from tests.net.conftest import Serve, url_of
from tests.net.party import Party, hang_up, meet, play_out
from tests.net.player import Player
from tests.net.test_bounds import UNHURRIED, resident
from tests.net.test_connection import Deaf

FRAMES = int(os.environ.get("HEXWARDEN_FUZZ", "4000"))
SEED = int(os.environ.get("HEXWARDEN_FUZZ_SEED", "7"))
ATOMS: list[Any] = [None, True, 0, -1, 1, 2, 3, 2**31, 2**53, 2**63, -(2**63), 1.5, float("inf")]
ATOMS += [
    "",
    "1",
    "2",
    "s",
    "my_turn",
    "x" * 300,
    "\u0000",
    "💥",
    "../..",
    b"",
    b"\xff" * 9,
    [],
    {},
]


def requests_to_mutate(party: Party, rng: random.Random) -> list[Any]:
    """One of each request, most of them about the table and the battle that are on."""
    table, battle = party.table, party.battle
    number, version = rng.randrange(5), rng.randrange(9)
    return [
        requests.Hello(1),
        requests.ListTables(1),
        requests.Create(1, Settings("micro", options={"goal": "9"}), "Mine"),
        requests.Change(1, Settings("micro", party=rng.randrange(1, 5))),
        requests.Invite(1, SeatId("1"), True),
        requests.Join(1, party.to_watch),
        requests.Join(1, table=table),
        requests.Leave(1),
        requests.Claim(1, SeatId("1")),
        requests.Release(1, SeatId("1")),
        requests.HandOver(1, SeatId("1"), party.players["2"].player),
        requests.PutBot(1, SeatId("1"), "random"),
        requests.Ready(1, True, "luck"),
        requests.NameAdventurer(1, SeatId("1"), "Ysa"),
        requests.Start(1),
        requests.Watch(1, battle, version),
        requests.Intent(1, number, rng.randrange(40), ("steady",), SeatId("1")),
        requests.Undo(1, number, version, SeatId("1")),
        requests.Consent(1, version, True),
        requests.Standing(1, "my_turn", ("turn.move",)),
        requests.Resign(1, SeatId("1")),
        requests.Chat(1, "hello"),
        requests.Ping(1, "hex"),
        requests.Replay(1, battle, version, 1000.0),
        requests.Pace(1, 2.0),
        requests.Step(1, -1),
        requests.Seek(1, version),
    ]


def mutated(frame: bytes, rng: random.Random) -> bytes:
    """The frame with some bytes changed, lost, doubled or moved."""
    data = bytearray(frame)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data) + 1)
        match rng.randrange(5):
            case 0 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 1:
                del data[at:]
            case 2:
                data[at:at] = rng.randbytes(rng.randrange(1, 9))
            case 3:
                data[at:at] = data[at : at + rng.randrange(1, 50)]
            case _ if at < len(data):
                data[at] = rng.randrange(256)
    return bytes(data)


def frame_of(player: Player, party: Party, rng: random.Random) -> bytes | str:
    """Something to send: noise, a request gone wrong, or one that is well formed."""
    wish = rng.choice(requests_to_mutate(party, rng))
    good = player.codec.encode(wish)
    match rng.randrange(6):
        case 0:
            frame = rng.randbytes(rng.randrange(0, 200))
        case 1:
            fields = list(msgspec.to_builtins(wish))
            fields[rng.randrange(len(fields))] = rng.choice(ATOMS)
            coder = msgspec.json if player.codec.text else msgspec.msgpack
            frame = coder.encode(fields)
        case 2 | 3:
            frame = mutated(good, rng)
        case _:
            frame = good
    if rng.randrange(50) == 0:
        return frame.decode("utf-8", "replace") if not player.codec.text else frame
    return frame.decode("utf-8", "replace") if player.codec.text else frame


class Vandal(Player):
    """Hears everything and folds nothing: who says that it holds a version which it has never seen
    is sent what follows that one.
    """

    def _fold(self, commit: replies.Commit) -> None:
        pass


async def vandal(server: Server, party: Party, wire: str, rng: random.Random) -> None:
    """Send frames on one connection after the other, from outside and from inside the table."""
    player = Vandal(url_of(server), wire)
    left = FRAMES // 4
    while left > 0:
        try:
            if rng.randrange(4) == 0:
                await player.open()
            else:
                await player.hello()
                if rng.randrange(2):
                    await player.say(requests.Join(0, party.to_watch))
                    await player.say(requests.Watch(0, party.battle))
            for _ in range(min(left, rng.randrange(1, 60))):
                left -= 1
                await player.socket.send(frame_of(player, party, rng))
            await player.say(requests.ListTables(0))
            await player.close()
        except ConnectionClosed:
            pass
        player.news.clear()


async def raw_vandal(server: Server, rng: random.Random) -> None:
    """Send bytes that are no WebSocket frames at all, before and after the handshake."""
    for _ in range(FRAMES // 40):
        deaf = Deaf(server.listener.port)
        try:
            if rng.randrange(4):
                await deaf.open()
                await deaf.read_some()
            else:
                loop = asyncio.get_running_loop()
                await loop.sock_connect(deaf.socket, ("127.0.0.1", deaf.port))
            for _ in range(rng.randrange(1, 6)):
                await deaf.say(rng.randbytes(rng.randrange(1, 600)))
        except OSError:
            pass
        finally:
            deaf.socket.close()


async def test_whatever_is_thrown_at_it_the_server_plays_the_battle_to_its_end(
    serve: Serve, failures: list[Any]
) -> None:
    server = await serve(connections_per_address=1000, newcomer_burst=10**6, **UNHURRIED)
    party = await meet(url_of(server), goal=FRAMES // 8)
    for player in party.players.values():
        player.most_news = 400
    rng = random.Random(SEED)
    before = resident()
    async with asyncio.timeout(300):
        await asyncio.gather(
            play_out(party),
            *(
                vandal(server, party, wire, random.Random(rng.random()))
                for wire in (MSGPACK, JSON, MSGPACK, JSON)
            ),
            raw_vandal(server, random.Random(rng.random())),
        )
    one = party.players["1"]
    for player in party.players.values():
        await player.wait_over()
        assert player.state == one.state
    assert failures == []
    assert resident() - before < 32 * 1024 * 1024
    assert server.metrics.value("defects_total") == 0
    late = await Player(url_of(server)).hello()
    await late.ask(requests.Join(0, party.to_watch), replies.Joined)
    await hang_up([late, *party.players.values()])
