"""Opening the store, and waiting for one that is away.

A private store that does not start, a wrong address and a refused password are for somebody to put
right: they end the start. A store of others that cannot be reached will mostly be back, as when a
whole machine room starts: it is tried again and again, a line in the log each time. Meanwhile the
port is open to probes, `/healthz` as always, anything else 503 with the reason.
"""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from http import HTTPStatus
from pathlib import Path

import structlog
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from server.net.http import answer, certificate_of, harden
from server.runtime import Tasks
from server.settings import Settings
from server.store import Durability, Store, StoreUnavailable, open_store

log = structlog.get_logger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0  # seconds between two tries, doubled from one to the other


async def open_patiently(settings: Settings, life: int | None = None) -> Store | None:
    """Return the store that the settings name; None where we were told to end before it was there,
    by a signal or by the file `life`, which can be read then.

    Raises ValueError, OSError where the port cannot be had, and every StoreError but
    `StoreUnavailable`, which only a private store raises.
    """
    if settings.store in ("", "embedded"):
        return await _open(settings)
    if is_exposed(settings.store, sys.argv):
        hint = "put the address into HEXWARDEN_STORE, or into a file that --store-file names"
        log.warning("secret.on_command_line", setting="store", hint=hint)
    with _told_to_end(life) as told:
        tasks = Tasks()
        opening = tasks.share(_until_open(settings))
        ending = tasks.share(told.wait())
        await asyncio.wait([opening, ending], return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if told.is_set():
            opening.cancel()
        found: Store | None = None
        with contextlib.suppress(asyncio.CancelledError):
            found = await opening
        if told.is_set() and found is not None:
            await found.close()
        return None if told.is_set() else found


def is_exposed(address: str, arguments: Iterable[str]) -> bool:
    """Return whether a store's address with a password stands where everybody on the machine sees
    it.
    """
    place, _, options = address.partition("://")[2].partition("?")
    has_password = ":" in place.rpartition("@")[0] or "password=" in options
    return has_password and any(address in each for each in arguments)


async def _open(settings: Settings) -> Store:
    return await open_store(
        settings.store,
        data_dir=Path(settings.data).expanduser(),
        durability=Durability.parse(settings.durability),
    )


async def _until_open(settings: Settings) -> Store:
    try:
        return await _open(settings)
    except StoreUnavailable as fault:
        why = [str(fault)]
    async with _door(settings, why) as port:
        pause = FIRST_PAUSE
        while True:
            log.warning("store.awaited", reason=why[-1], again_in=pause, port=port)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
            try:
                return await _open(settings)
            except StoreUnavailable as fault:
                why[:] = [str(fault)]


@contextlib.asynccontextmanager
async def _door(settings: Settings, why: list[str]) -> AsyncIterator[int]:
    """Answer probes, and tell everybody else why there is no more than that; gives the port."""
    certificate = certificate_of(settings)

    async def refuse(_connection: ServerConnection, request: Request) -> Response:
        if request.path.rstrip("/") == "/healthz":
            response = answer(HTTPStatus.OK, "ok\n")
        else:
            response = answer(HTTPStatus.SERVICE_UNAVAILABLE, f"{why[-1]}\n")
        if certificate is not None:
            harden(response)
        return response

    async with serve(
        _nobody,
        settings.host,
        settings.port,
        process_request=refuse,
        server_header=None,
        open_timeout=settings.handshake_timeout,
        reuse_port=settings.reuse_port or None,
        ssl=certificate.context if certificate is not None else None,
    ) as server:
        yield next(iter(server.sockets)).getsockname()[1]


async def _nobody(_connection: ServerConnection) -> None:
    """Never called: every request is answered before it becomes a WebSocket."""


@contextlib.contextmanager
def _told_to_end(life: int | None) -> Iterator[asyncio.Event]:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    signals = () if sys.platform == "win32" else (signal.SIGTERM, signal.SIGINT)
    for number in signals:
        loop.add_signal_handler(number, told.set)
    if life is not None:
        loop.add_reader(life, told.set)
    try:
        yield told
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
        if life is not None:
            loop.remove_reader(life)
