"""When a server is told to stop: by a signal, or by the end of the process that looks after it."""

import asyncio
import signal
import sys
from collections.abc import Callable
from typing import Protocol


class Stoppable(Protocol):
    """The part of a server that signals end."""

    def cut(self) -> None:
        """Close the remaining connections at once."""
        ...

    def stop_at_once(self) -> None:
        """End without handing anything over: all processes of this service end together."""
        ...


async def told_to_stop(
    server: Stoppable,
    life: int | None,
    on_hangup: Callable[[], None] | None = None,
    listening: Callable[[], None] | None = None,
) -> None:
    """Wait for SIGTERM or SIGINT; from then on a second one cuts whoever is still connected.

    `on_hangup` is called at SIGHUP; without it SIGHUP ends the process, as elsewhere. `listening`
    is called once signals are heard: whoever is told that the server is there may end it at once.
    """
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

    if on_hangup is not None and sys.platform != "win32":
        loop.add_signal_handler(signal.SIGHUP, on_hangup)

    def end() -> None:
        loop.remove_reader(life or 0)
        server.stop_at_once()
        tell()

    if life is not None:
        loop.add_reader(life, end)
    if listening is not None:
        listening()
    await told.wait()
