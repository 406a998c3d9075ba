import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from protocol.requests import Hello
from server import logs

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


def test_lines_below_the_level_are_dropped() -> None:
    stream = io.StringIO()
    logs.start("json", "warning", stream)
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud")
    assert [line["event"] for line in lines_of(stream)] == ["loud"]
