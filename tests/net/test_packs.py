"""What `/readyz` says of content packs that are not the same at all servers of a store."""

from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import replace

from server.process.app import Server, running
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.net.serve_micro import MICRO
from tests.net.test_app import get


async def test_readyz_names_the_packs_that_differ_between_servers() -> None:
    """Given two servers on one store with another pack each of the same name, when a third without
    any joins them, then each is ready and names what differs; alone again it names nothing."""
    store, settings = MemoryStore(), Settings(store="memory://", port=0, close_timeout=1)

    def server(content: str) -> AbstractAsyncContextManager[Server]:
        return running(settings, store, setups=[replace(MICRO, content=content)], bots={})

    async def ready(one: Server) -> str:
        await one.service.heartbeat.beat()
        status, _, said = (await get(one.listener.port, "/readyz")).partition("\r\n\r\n")
        assert " 200 OK" in status
        return said

    async with server("base+night@1") as one:
        async with AsyncExitStack() as others:
            two = await others.enter_async_context(server("base+night@2"))
            three = await others.enter_async_context(server("base"))
            name, plain = two.service.owner, three.service.owner
            assert f"pack differs: night@1 here, night@2 at {name}\n" in await ready(one)
            assert f"pack missing at {plain}: night@1\n" in await ready(one)
            assert f"pack missing here: night@2, which {name} has\n" in await ready(three)
        assert await ready(one) == "ready\n"


async def test_readyz_names_the_packs_for_which_a_battle_was_left_to_others() -> None:
    settings = Settings(store="memory://", port=0, close_timeout=1)
    async with running(settings, MemoryStore(), setups=[MICRO], bots={}) as server:
        server.service.packs.lacking |= {"night@1", "dawn"}
        said = await get(server.listener.port, "/readyz")
        assert " 200 OK" in said
        assert said.endswith("\r\n\r\nready\npack missing here: dawn\npack missing here: night@1\n")
