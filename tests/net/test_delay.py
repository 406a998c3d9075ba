"""A table with a delay on a real server: what leaves by the socket and by plain HTTP."""

import asyncio

from protocol import replay_file, replies, requests
from protocol.ids import UnitId
from server.process.app import Server
from tests.net.conftest import Serve, url_of
from tests.net.party import hang_up, meet, move, play_out
from tests.net.player import Player
from tests.net.test_bounds import UNHURRIED


async def fetch(server: Server, path: str, key: str = "") -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: h\r\nHexwarden-Share: {key}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def test_spectators_and_strangers_get_nothing_before_it_is_due(serve: Serve) -> None:
    """Given a game without rounds and a delay of one, then until it is over nothing of it leaves:
    no commit and no question by the socket, no replay file, and no word of it on any page."""
    server = await serve(**UNHURRIED)
    party = await meet(url_of(server), goal=40, delay_rounds=1)
    watcher = await Player(url_of(server)).hello()
    await watcher.ask(requests.Join(0, party.to_watch), replies.Joined)
    await watcher.ask(requests.Watch(0, party.battle), replies.Done)
    await move(party.players["1"], "1")
    shared = await party.players["1"].ask(requests.Share(0, party.battle), replies.Shared)
    file = f"/replay/{party.battle}"
    assert (await fetch(server, file, shared.key)).startswith(b"HTTP/1.1 404")
    known = await watcher.ask(requests.Share(0, party.battle), replies.Shared)
    assert known.key == shared.key
    for path in (
        "/",
        "/metrics",
        "/healthz",
        "/readyz",
        "/catalogue.json",
        f"/join/{party.battle}",
    ):
        assert party.battle.encode() not in (await fetch(server, path)).partition(b"\r\n\r\n")[2]
    assert await watcher.refused(requests.Replay(0, party.battle)) == "not_now"
    assert await watcher.refused(requests.Preview(0, "values", UnitId("1"))) == "not_now"
    assert (watcher.version, watcher.snapshots) == (0, 0)
    await play_out(party)
    await watcher.wait_over()
    assert watcher.state == party.players["1"].state
    found = (await fetch(server, file, shared.key)).partition(b"\r\n\r\n")[2]
    assert replay_file.read(found).finished
    await hang_up([watcher, *party.players.values()])
