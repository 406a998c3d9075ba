import asyncio
import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from protocol import replies, requests
from protocol.ids import SeatId
from protocol.requests import Hello
from server.net.credentials import hash_of
from server.process import logs
from tests.net.party import hang_up, meet, play_out
from tests.net.player import Player
from tests.net.process import ServerProcess

TOKEN = "q3-very-secret-token"


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def lines_of(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        {"token": TOKEN},
        {"headers": {"Authorization": f"Bearer {TOKEN}", "Cookie": f"t={TOKEN}"}},
        {"invite": TOKEN, "seed": TOKEN, "store_password": TOKEN},
        {"request": Hello(1, TOKEN)},
        {"requests": [{"deep": {"deeper": {"token": TOKEN}}}]},
        {"store": f"redis://user:{TOKEN}@store.example:6379/0"},
        {"frame": TOKEN.encode()},
        {"text": f"who is p0123456789abcdef.{TOKEN}?"},
    ],
)
@pytest.mark.parametrize("shape", ["json", "terminal"])
def test_no_secret_is_ever_logged(line: dict[str, Any], shape: Any) -> None:
    stream = io.StringIO()
    logs.start(shape, "debug", stream)
    structlog.get_logger().info("something.happened", **line)
    assert "something.happened" in stream.getvalue()
    assert TOKEN not in stream.getvalue()


@pytest.mark.parametrize("shape", ["json", "terminal"])
def test_a_traceback_shows_neither_local_variables_nor_passwords_of_addresses(shape: Any) -> None:
    stream = io.StringIO()
    logs.start(shape, "info", stream)
    try:
        secret = TOKEN
        raise ConnectionError(f"cannot reach redis://:{secret}@store.example")
    except ConnectionError:
        structlog.get_logger().exception("store.failed")
    assert "ConnectionError" in stream.getvalue()
    assert "store.example" in stream.getvalue()
    assert TOKEN not in stream.getvalue()


def test_in_production_every_line_is_one_json_object_with_time_and_level() -> None:
    stream = io.StringIO()
    logs.start("auto", "info", stream)
    structlog.get_logger().info("room.opened", table="t1", battle="b1", version=4, seat="2")
    (line,) = lines_of(stream)
    assert line["event"] == "room.opened"
    assert line["level"] == "info"
    assert (line["table"], line["battle"], line["version"], line["seat"]) == ("t1", "b1", 4, "2")
    assert line["timestamp"].endswith("Z")


def test_lines_of_libraries_take_the_same_way() -> None:
    stream = io.StringIO()
    logs.start("json", "info", stream)
    logging.getLogger("websockets.server").info("connection open")
    logging.getLogger("websockets.server").error("handler failed: %s", {"token": 1})
    (line,) = lines_of(stream)
    assert line["level"] == "error"
    assert line["logger"] == "websockets.server"


async def test_a_server_that_tells_all_it_can_tells_no_secret(tmp_path: Path) -> None:
    """Given a server whose log has every line there is, when people come by links, play, take new
    tokens and show wrong ones, then no token, link or seed stands in it, whole or in part."""
    (tmp_path / "operators").write_text(f"eve:{hash_of(TOKEN)}\n")
    flags = ("--log", "json", "--log-level", "debug", "--operators", str(tmp_path / "operators"))
    server = await ServerProcess(tmp_path, *flags).start()
    party = await meet(server.url, goal=20)
    await play_out(party)
    ann = party.players["1"]
    invited = await ann.ask(requests.Invite(0, SeatId("2"), True), replies.Invited)
    shared = await ann.ask(requests.Share(0, party.battle), replies.Shared)
    welcome = await ann.ask(requests.NewToken(0), replies.Welcome)
    thief = await Player(server.url).open()
    wrong = ann.token[:-1] + ("a" if ann.token[-1] != "a" else "b")
    assert await thief.refused(requests.Hello(0, wrong)) == "bad_token"
    for path in (f"/join/{invited.code}", f"/replay/{party.battle}", "/admin/list"):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        line = f"Authorization: Bearer {TOKEN}\r\nHexwarden-Share: {shared.key}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{line}\r\n\r\n".encode())
        assert (await reader.read()).startswith(b"HTTP/1.1 200")
        writer.close()
    await hang_up([thief, *party.players.values()])
    assert await server.stop() == 0
    told = server.log.read_text()
    closing = next(n.pinned for n in reversed(ann.news) if isinstance(n, replies.Commit))
    assert isinstance(closing, replies.Closing)
    tokens = [welcome.token, wrong, *(player.token for player in party.players.values())]
    hidden = [closing.seed, TOKEN, shared.key, *(token.partition(".")[2] for token in tokens)]
    hidden += [code.rpartition(".")[2] for code in (invited.code, party.to_watch)]
    assert party.battle in told
    assert ann.player in told
    assert [secret for secret in hidden if secret[: len(secret) // 2] in told] == []


def test_lines_below_the_level_are_dropped() -> None:
    stream = io.StringIO()
    logs.start("json", "warning", stream)
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud")
    assert [line["event"] for line in lines_of(stream)] == ["loud"]
