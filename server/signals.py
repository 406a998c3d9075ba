"""When a server is told to stop: by a signal, or by the end of the process that looks after it."""

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from server.app import Server


async def told_to_stop(server: "Server", life: int | None) -> None:
    """Wait for SIGTERM or SIGINT; from then on a second one cuts whoever is still connected."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()

    def tell() -> None:
        if told.is_set():
            server.cut()
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform == "win32":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(tell))
        else:
            loop.add_signal_handler(number, tell)

    if server.settings.tls_cert and sys.platform != "win32":
        loop.add_signal_handler(signal.SIGHUP, server.listener.reload_certificate)

    def end() -> None:
        loop.remove_reader(life or 0)
        server.all_stop = True
        tell()

    if life is not None:
        loop.add_reader(life, end)
    await told.wait()
