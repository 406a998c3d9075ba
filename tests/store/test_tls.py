"""rediss://: both links speak TLS and check the certificate. A small proxy adds TLS to a server."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.durability import EVERYSEC
from server.store.errors import StoreUnavailable
from server.store.open import open_store
from tests.store.servers import Server

# A certificate for localhost only, made for this test; its key protects nothing.
PEM = Path(__file__).parent / "tls"


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


@pytest.fixture
async def tls_port(clean_server: Server) -> AsyncIterator[int]:
    """A port that speaks TLS and hands everything on to the shared server."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(PEM / "certificate.pem", PEM / "key.pem")
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", clean_server.port)
        for work in (copy(reader, inner_writer), copy(inner_reader, writer)):
            task = asyncio.create_task(work)
            tasks.add(task)
            task.add_done_callback(tasks.discard)

    proxy = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    yield proxy.sockets[0].getsockname()[1]
    proxy.close()
    await asyncio.gather(*tasks)


def url(server: Server, port: int, options: str) -> str:
    word = server.url.split("@")[0].removeprefix("redis://")
    return f"rediss://{word}@localhost:{port}/0{options}"


async def test_a_store_behind_tls_serves_appends_and_reads(
    clean_server: Server, tls_port: int
) -> None:
    setting = url(clean_server, tls_port, f"?ssl_ca_certs={PEM / 'certificate.pem'}")
    store = await open_store(setting, data_dir=PEM, durability=EVERYSEC)
    lease = await store.create("b1", {}, b"1", owner="a", ttl=5)
    await store.append(lease, 2, b"x" * 200_000)
    assert await store.read("b1") == [(1, b"1"), (2, b"x" * 200_000)]
    await store.close()


async def test_a_certificate_that_nobody_vouches_for_is_refused(
    clean_server: Server, tls_port: int
) -> None:
    with pytest.raises(StoreUnavailable, match="certificate verify failed"):
        await open_store(url(clean_server, tls_port, ""), data_dir=PEM, durability=EVERYSEC)
