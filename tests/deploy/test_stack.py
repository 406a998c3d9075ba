"""The shipped files at work: store, two servers and proxy, with a battle played through them."""

import asyncio
import os
import random
import signal
import sys
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from clients.sdk import Client, Refusal, connect
from protocol import replay_file
from protocol.questions import One
from protocol.tables import Settings
from server.commands.checking import check
from server.commands.setups import setups
from server.store.embedded.program import find_program
from tests.deploy.files import DEPLOY, GIVEN, compose, tool
from tests.store.servers import free_port

HEXWARDEN = Path(sys.executable).with_name("hexwarden")
PATIENCE = 60.0


@asynccontextmanager
async def process(*command: str, log: Path, **environment: str) -> AsyncIterator[int]:
    """A program in the background; gives its process id."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    with log.open("wb") as said:
        started = await asyncio.create_subprocess_exec(
            *command, stdout=said, stderr=said, env={**kept, **environment}
        )
    try:
        yield started.pid
    finally:
        if started.returncode is None:
            with suppress(ProcessLookupError):
                started.terminate()
        await asyncio.wait_for(started.wait(), PATIENCE)


def fetch(url: str, key: str = "") -> tuple[int, bytes]:
    wanted = urllib.request.Request(url, headers={"Hexwarden-Share": key})
    try:
        with urllib.request.urlopen(wanted, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as fault:
        with fault:
            return fault.code, fault.read()


async def answers(url: str, wanted: int = 200) -> None:
    """Wait until an address answers as it should."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(OSError):
                if (await asyncio.to_thread(fetch, url))[0] == wanted:
                    return
            await asyncio.sleep(0.05)


class Stack:
    """What compose.yaml describes, on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store, self.proxy, *self.servers = (free_port() for _ in range(4))
        self.pids: list[int] = []

    @property
    def site(self) -> str:
        return f"http://127.0.0.1:{self.proxy}"

    async def start(self, stack: AsyncExitStack) -> None:
        services, word = compose()["services"], GIVEN["STORE_PASSWORD"]
        await stack.enter_async_context(self._store(services["store"]))
        for name, port in zip(("server-a", "server-b"), self.servers, strict=True):
            environment = {k: v for k, v in services[name]["environment"].items() if v is not None}
            store = f"redis://:{word}@127.0.0.1:{self.store}/0"
            assert environment["HEXWARDEN_STORE"] == f"redis://:{word}@store:6379/0"
            environment |= {"HEXWARDEN_STORE": store, "HEXWARDEN_PORT": str(port)}
            environment |= {"HEXWARDEN_DATA": str(self.folder), "HEXWARDEN_PUBLIC_URL": self.site}
            environment |= {"HEXWARDEN_LOG": "json", "HEXWARDEN_TRUST_PROXY": "127.0.0.1"}
            started = process(
                str(HEXWARDEN), "serve", log=self.folder / f"{name}.log", **environment
            )
            self.pids.append(await stack.enter_async_context(started))
        for port in self.servers:
            await answers(f"http://127.0.0.1:{port}/readyz")
        caddyfile = str(DEPLOY / "caddy" / "Caddyfile")
        proxy = process(
            *(tool("caddy"), "run", "--adapter", "caddyfile", "--config", caddyfile),
            log=self.folder / "proxy.log",
            HOME=str(self.folder),
            HEXWARDEN_SITE=f"http://127.0.0.1:{self.proxy}",
            HEXWARDEN_SERVERS=" ".join(f"127.0.0.1:{port}" for port in self.servers),
        )
        await stack.enter_async_context(proxy)
        await answers(self.site)

    def _store(self, service: dict[str, Any]) -> AbstractAsyncContextManager[int]:
        """The store by its shipped command and settings, but for where it listens and writes."""
        *shell, script = service["command"]
        here = {
            "exec valkey-server": f"exec {find_program()}",
            "/etc/valkey/valkey.conf": str(DEPLOY / "valkey" / "valkey.conf"),
            "--dir /data": f"--dir {self.folder} --port {self.store} --bind 127.0.0.1",
        }
        for shipped, instead in here.items():
            assert shipped in script
            script = script.replace(shipped, instead)
        return process(*shell, script, log=self.folder / "store.log", **service["environment"])

    def watchers(self, server: int) -> int:
        """How many connections of a server look at a battle."""
        figures = fetch(f"http://127.0.0.1:{self.servers[server]}/metrics")[1].decode()
        [line] = [line for line in figures.splitlines() if line.startswith("hexwarden_watchers ")]
        return int(float(line.split()[1]))


@pytest.fixture
async def stack(tmp_path: Path) -> AsyncIterator[Stack]:
    tool("caddy")
    found = Stack(tmp_path)
    async with AsyncExitStack() as running:
        await found.start(running)
        yield found


def version(me: Client) -> int:
    return me.view.version if me.view is not None else 0


def goes_on(me: Client, before: int) -> bool:
    return me.over or version(me) > before


async def sit_down(stack: Stack, running: AsyncExitStack) -> list[Client]:
    """Two people at a table of the Jailbreak, through the proxy, one at each server."""
    leader = await running.enter_async_context(connect(stack.site, name="Ann"))
    await leader.create(Settings("jailbreak", party=2, absence=0, public=True), "Behind a proxy")
    await leader.claim("1")
    guest = await running.enter_async_context(connect(await leader.invite("2"), name="Bo"))
    await guest.join()
    people = [leader, guest]
    for each in people:
        await each.ready()
    await leader.start()
    for each in people:
        await each.watch()
        await each.until(partial(version, each))
    return people


async def play_on(people: list[Client], until: int, chance: random.Random) -> None:
    """Answer what is asked until the battle is over, or has so many commits."""

    async def play(me: Client) -> None:
        while not me.over and version(me) < until:
            can = [q for q in me.questions() if isinstance(q.shape, One) or q.default or q.may_pass]
            if not can:
                await me.until(partial(goes_on, me, version(me)))
                continue
            question = chance.choice(can)
            picks = question.default
            if isinstance(question.shape, One):
                picks = (chance.choice(question.shape.options).key,)
            with suppress(Refusal):
                await me.answer(question, picks)

    async with asyncio.timeout(120):
        await asyncio.gather(*(play(each) for each in people))


@pytest.mark.slow
async def test_a_battle_is_played_through_the_proxy_while_one_server_after_the_other_stops(
    stack: Stack,
) -> None:
    """Given two players, each at another server behind the proxy, when one server is told to stop,
    then both play on at the other one to the end, and the replay verifies."""
    async with AsyncExitStack() as running:
        people = await sit_down(stack, running)
        await play_on(people, 12, random.Random(4))
        assert [stack.watchers(0), stack.watchers(1)] == [1, 1]
        os.kill(stack.pids[0], signal.SIGTERM)
        await play_on(people, 10**6, random.Random(5))
        assert all(each.over for each in people)
        assert version(people[0]) == version(people[1])
        assert people[0].view is not None
        battle = people[0].view.battle
        key = (await people[0].share(battle)).partition("&share=")[2]
        file = f"{stack.site}/replay/{battle}"
        async with asyncio.timeout(PATIENCE):
            while (found := await asyncio.to_thread(fetch, file, key))[0] != 200:
                await asyncio.sleep(0.1)
    replay = replay_file.read(found[1])
    verdict = check(replay, setups())
    assert verdict.rules
    assert verdict.commits == len(replay.commits)


@pytest.mark.slow
async def test_the_operators_pages_stay_inside_the_proxy(stack: Stack) -> None:
    for path in ("/metrics", "/healthz", "/readyz", "/admin/list", "/operator"):
        for spelt in (path, f"/{path}", f"{path}/", path.upper()):
            assert fetch(stack.site + spelt)[0] == 404
    for path in ("/metrics", "/healthz", "/readyz"):
        assert fetch(f"http://127.0.0.1:{stack.servers[0]}{path}")[0] == 200
    assert fetch(stack.site)[0] == 200
