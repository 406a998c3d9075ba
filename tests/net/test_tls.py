"""The server's own TLS: players and browsers come in by it, nothing else does, and a renewed
certificate is shown without a restart.
"""

import asyncio
import os
import signal
import ssl
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage
from websockets.typing import Origin, Subprotocol

from protocol import replies, requests
from protocol.codec import CODECS, MSGPACK
from protocol.ids import SeatId
from protocol.tables import Settings as TableSettings
from server.net.http import BadCertificate
from server.net.http.tls import Certificate
from server.process.app import EXIT_SETTINGS, Server
from server.process.app import serve as serve_until_told
from server.settings import Settings
from tests.net import certificates
from tests.net.conftest import Serve
from tests.net.player import SPOKEN
from tests.net.process import ServerProcess

WIRE = CODECS[MSGPACK]


def trusting(certificate: Path) -> ssl.SSLContext:
    """What a client that knows the certificate makes of it."""
    return ssl.create_default_context(cafile=str(certificate))


async def secure(serve: Serve, folder: Path) -> tuple[Server, Path]:
    certificate, key = certificates.make(folder)
    return await serve(tls_cert=str(certificate), tls_key=str(key)), certificate


async def get(port: int, path: str, context: ssl.SSLContext) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    return answer


async def serial(port: int) -> bytes:
    """The certificate that a server shows."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    shown: bytes = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    return shown


async def test_a_battle_is_played_and_a_page_is_read_over_tls(serve: Serve, tmp_path: Path) -> None:
    server, certificate = await secure(serve, tmp_path)
    context, port = trusting(certificate), server.listener.port
    assert (await get(port, "/healthz", context)).endswith(b"ok\n")
    names = [Subprotocol(MSGPACK)]
    url, own = f"wss://127.0.0.1:{port}/ws", Origin(f"https://127.0.0.1:{port}")
    async with connect(url, ssl=context, subprotocols=names, origin=own, proxy=None) as socket:
        wishes: list[Any] = [
            requests.Hello(1, None, "Ann"),
            requests.Create(2, TableSettings("micro", party=1)),
            requests.Claim(3, SeatId("1")),
            requests.Ready(4),
            requests.Start(5),
            requests.Intent(6, 1, 1, ("steady",), SeatId("1")),
        ]
        for wish in wishes:
            await socket.send(WIRE.encode(wish))
        async with asyncio.timeout(60):
            while True:
                reply = WIRE.reply(await socket.recv())
                assert not isinstance(reply, replies.Refused)
                if isinstance(reply, replies.Commit) and reply.number == 1:
                    break


async def test_who_does_not_speak_tls_gets_nothing(serve: Serve, tmp_path: Path) -> None:
    server, _ = await secure(serve, tmp_path)
    with pytest.raises((InvalidMessage, OSError, EOFError)):
        await connect(f"ws://127.0.0.1:{server.listener.port}/ws", subprotocols=SPOKEN, proxy=None)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.listener.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    try:
        answer = await reader.read()
    except ConnectionError:
        answer = b""
    writer.close()
    assert b"ok" not in answer


async def test_old_versions_of_tls_are_not_spoken(serve: Serve, tmp_path: Path) -> None:
    server, certificate = await secure(serve, tmp_path)
    context = trusting(certificate)
    assert Certificate(str(certificate), str(tmp_path / "server.key")).context.minimum_version >= (
        ssl.TLSVersion.TLSv1_2
    )
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    assert (await get(server.listener.port, "/healthz", context)).endswith(b"ok\n")


async def test_a_renewed_certificate_is_shown_to_newcomers(serve: Serve, tmp_path: Path) -> None:
    server, _ = await secure(serve, tmp_path)
    before = await serial(server.listener.port)
    renewed, _ = certificates.make(tmp_path, "renewed")
    server.listener.reload_certificate()
    assert await serial(server.listener.port) != before
    assert (await get(server.listener.port, "/healthz", trusting(renewed))).endswith(b"ok\n")


async def test_files_that_are_no_use_leave_the_old_certificate_in_use(
    serve: Serve, tmp_path: Path
) -> None:
    server, certificate = await secure(serve, tmp_path)
    before = await serial(server.listener.port)
    certificate.write_text("half a certifi")
    server.listener.reload_certificate()
    assert await serial(server.listener.port) == before


async def test_browsers_are_told_to_come_by_tls_alone_where_it_is_the_servers_own(
    serve: Serve, tmp_path: Path
) -> None:
    """Given TLS of the server's own, then every answer says HSTS, COOP and CORP; else none does."""
    operators = tmp_path / "operators"
    operators.write_text(f"eve:{'0' * 64}\n")
    certificate, key = certificates.make(tmp_path)
    tls = {"tls_cert": str(certificate), "tls_key": str(key)}
    hard = await serve(operators=str(operators), **tls)
    plain = await serve(operators=str(operators))
    wanted = {
        "Strict-Transport-Security": "max-age=31536000",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    for path in ("/", "/healthz", "/operator", "/admin/list", "/nowhere", "/static/main.js"):
        answer = await get(hard.listener.port, path, trusting(certificate))
        said = dict(line.split(": ", 1) for line in _head(answer)[1:])
        assert said.items() >= wanted.items(), path
        reader, writer = await asyncio.open_connection("127.0.0.1", plain.listener.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        unsaid = dict(line.split(": ", 1) for line in _head(await reader.read())[1:])
        writer.close()
        assert not unsaid.keys() & wanted.keys(), path


def _head(answer: bytes) -> list[str]:
    return answer.partition(b"\r\n\r\n")[0].decode().split("\r\n")


def test_files_that_are_no_certificate_are_told_in_one_line(tmp_path: Path) -> None:
    certificate, key = certificates.make(tmp_path)
    (tmp_path / "other").mkdir()
    _, other = certificates.make(tmp_path / "other")
    for files in ((certificate, other), (key, certificate), (tmp_path / "nothing.pem", key)):
        with pytest.raises(BadCertificate) as caught:
            Certificate(str(files[0]), str(files[1]))
        assert "\n" not in str(caught.value)
        assert str(files[0]) in str(caught.value)


def test_a_certificate_and_its_key_may_be_one_file(tmp_path: Path) -> None:
    certificate, key = certificates.make(tmp_path)
    both = tmp_path / "both.pem"
    both.write_bytes(certificate.read_bytes() + key.read_bytes())
    Certificate(str(both), "")


async def test_a_server_without_its_certificate_does_not_start(tmp_path: Path) -> None:
    settings = Settings(port=0, store="memory://", tls_cert=str(tmp_path / "nothing.pem"))
    assert await serve_until_told(settings, setups=(), bots={}) == EXIT_SETTINGS


@pytest.mark.slow
async def test_sighup_lets_a_server_read_its_certificate_again(tmp_path: Path) -> None:
    certificate, key = certificates.make(tmp_path)
    flags = ("--store", "memory://", "--tls-cert", str(certificate), "--tls-key", str(key))
    server = await ServerProcess(tmp_path, *flags).start()
    try:
        before = await serial(server.port)
        certificates.make(tmp_path, "renewed")
        os.kill(server.pid, signal.SIGHUP)
        async with asyncio.timeout(60):
            while await serial(server.port) == before:
                await asyncio.sleep(0.05)
    finally:
        await server.kill()
