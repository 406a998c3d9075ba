"""A proxy in front that nobody has named: the operator hears of it, at the start or by its word."""

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect

from server.net.admission import hidden_proxy
from server.settings import Settings
from tests.net.conftest import Serve, url_of
from tests.net.player import SPOKEN
from tests.net.process import ServerProcess

PUBLIC = "https://play.example.org"


@pytest.mark.parametrize(
    ("settings", "is_hidden"),
    [
        ({"public_url": PUBLIC, "host": "0.0.0.0"}, True),
        ({"public_url": "http://play.example.org", "host": "127.0.0.1"}, True),
        ({"public_url": "http://play.example.org", "host": "localhost"}, True),
        ({"public_url": "http://play.example.org", "host": "0.0.0.0"}, False),
        ({"public_url": "http://localhost:8787", "host": "127.0.0.1"}, False),
        ({"public_url": PUBLIC, "host": "0.0.0.0", "tls_cert": "chain.pem"}, False),
        ({"public_url": PUBLIC, "trust_proxy": ("private",)}, False),
        ({}, False),
        ({"public_url": "nonsense"}, False),
    ],
)
def test_a_public_address_that_the_server_itself_does_not_answer_means_a_proxy(
    settings: dict[str, Any], is_hidden: bool
) -> None:
    assert bool(hidden_proxy(Settings(**settings))) is is_hidden


async def test_behind_a_proxy_that_is_not_named_there_is_a_warning_at_the_start(
    tmp_path: Path,
) -> None:
    flags = ("--store", "memory://", "--log", "json", "--public-url", PUBLIC)
    server = await ServerProcess(tmp_path, *flags).start()
    await server.kill()
    [line] = [line for line in server.log.read_text().splitlines() if "proxy.not_named" in line]
    assert '"level":"warning"' in line
    assert "--trust-proxy" in line


async def test_the_first_word_of_a_proxy_that_is_not_named_is_told_once(serve: Serve) -> None:
    """Given connections with headers of a proxy, then one warning says from where they came; those
    of a named proxy, and connections without such headers, are nothing to warn of."""

    async def come(trusted: tuple[str, ...], *headers: dict[str, str]) -> list[Any]:
        server = await serve(trust_proxy=trusted)
        with capture_logs() as lines:
            for each in headers:
                async with connect(
                    url_of(server), subprotocols=SPOKEN, additional_headers=each, proxy=None
                ) as socket:
                    await socket.send('["hello",1]')
        return [line for line in lines if line["event"] == "proxy.not_trusted"]

    said = {"X-Forwarded-For": "198.51.100.9"}
    [line] = await come((), {}, said, {"Forwarded": "for=198.51.100.9"}, said)
    assert (line["log_level"], line["peer"]) == ("warning", "127.0.0.1")
    assert await come(("127.0.0.1",), said, said) == []
    assert await come((), {}, {}) == []
