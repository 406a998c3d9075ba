"""rediss://: both links speak TLS and check the certificate."""

import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store import EVERYSEC, StoreUnavailable, open_store
from tests.store.servers import Server
from tests.store.tls_proxy import TlsProxy

# A certificate for localhost only, made for this test; its key protects nothing.
PEM = Path(__file__).parent / "tls"


@pytest.fixture
async def tls_port(clean_server: Server) -> AsyncIterator[int]:
    """A port that speaks TLS and hands everything on to the shared server."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(PEM / "certificate.pem", PEM / "key.pem")
    proxy = TlsProxy(clean_server.port, context)
    await proxy.start()
    yield proxy.port
    await proxy.stop()


def url(server: Server, port: int, options: str) -> str:
    word = server.url.split("@")[0].removeprefix("redis://")
    return f"rediss://{word}@localhost:{port}/0{options}"


async def test_a_store_behind_tls_serves_appends_and_reads(
    clean_server: Server, tls_port: int
) -> None:
    setting = url(clean_server, tls_port, f"?ssl_ca_certs={PEM / 'certificate.pem'}")
    store = await open_store(setting, data_dir=PEM, durability=EVERYSEC)
    lease = await store.create(BattleId("b1"), {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"x" * 200_000)
    assert await store.read(BattleId("b1")) == [(1, b"1"), (2, b"x" * 200_000)]
    await store.close()


async def test_a_certificate_that_nobody_vouches_for_is_refused(
    clean_server: Server, tls_port: int
) -> None:
    with pytest.raises(StoreUnavailable, match="certificate verify failed"):
        await open_store(url(clean_server, tls_port, ""), data_dir=PEM, durability=EVERYSEC)
