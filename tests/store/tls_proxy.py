"""A small proxy that speaks TLS before a store: the program that comes along knows none."""

import asyncio
import ssl


class TlsProxy:
    """Listens on a port of the loopback and hands everything on to another one."""

    def __init__(self, to: int, context: ssl.SSLContext) -> None:
        self._to, self._context = to, context
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self) -> None:
        self._proxy = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        self.port = self._proxy.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self._proxy.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self._to)
        for work in (_copy(reader, inner_writer), _copy(inner_reader, writer)):
            task = asyncio.create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
