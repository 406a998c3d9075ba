"""What an attacker can do besides requests: plain HTTP, connections, broken frames."""

import asyncio
import contextlib
from collections import Counter

from tests.attack.attacker import QUICKEST, TROUBLE, Attacker
from tests.bench.fetching import WORST
from tests.bench.wire import framed

ROUTES = {
    "GET /": "/",
    "GET /healthz": "/healthz",
    "GET /readyz": "/readyz",
    "GET /metrics": "/metrics",
    "GET /catalogue.json": "/catalogue.json",
    "GET /static": WORST["static"],
    "GET /join": "/join/AAAAAAAAAAAAAAAAAAAAAA",
    "GET /replay": "/replay/{battle}",
    "GET /t": "/t/none",
    "GET /b": "/b/{battle}",
    "GET /picture": "/picture/b/{battle}",
    "GET nothing": "/" + "x" * 2000,
}
HELD = "GET kept open"
KEPT_OPEN = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n\r\n"
CONNECTIONS = 100  # of one attacker: more than a server grants one address by default
AT_ONCE = 4
PATIENCE = 20.0
BROKEN = framed(b"\x92\xa6intent" + b"\x91" * 2000)


async def fetch(attacker: Attacker, path: str, seconds: float) -> None:
    """Ask for a page, four times at once, each again as soon as its answer has come."""
    until = asyncio.get_running_loop().time() + seconds
    wanted = path.format(battle=attacker.scene.finished or attacker.scene.battle or "none")

    async def on_and_on() -> None:
        pause = 0.0
        while asyncio.get_running_loop().time() < until:
            status = ""
            with contextlib.suppress(*TROUBLE):
                status = await _page(attacker, wanted)
            attacker.account["asked"] += 1
            attacker.account["granted" if status < "4" and status else "refused"] += 1
            if status >= "4" or not status:
                attacker.account[f"refused: {status or 'no answer'}"] += 1
            pause = min(1.0, pause * 1.5 + 0.01) if status == "429" or not status else pause * 0.9
            await asyncio.sleep(pause)

    await asyncio.gather(*(on_and_on() for _ in range(AT_ONCE)))


async def hold_open(attacker: Attacker, seconds: float) -> None:
    """Hold as many connections open as the server grants, and ask for little by each as often as
    it answers; each that ends comes again.
    """
    until = asyncio.get_running_loop().time() + seconds

    async def hold() -> None:
        while asyncio.get_running_loop().time() < until:
            with contextlib.suppress(*TROUBLE):
                await _ask_on_and_on(attacker, until)
            attacker.account["cut"] += 1
            await asyncio.sleep(QUICKEST)

    await asyncio.gather(*(hold() for _ in range(CONNECTIONS)))


async def _ask_on_and_on(attacker: Attacker, until: float) -> None:
    """Ask by one connection until the server ends it. Raises one of `TROUBLE`."""
    async with asyncio.timeout(PATIENCE):
        local = (attacker.source, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port, local_addr=local)
    try:
        while asyncio.get_running_loop().time() < until:
            attacker.account["asked"] += 1
            writer.write(KEPT_OPEN.encode())
            async with asyncio.timeout(PATIENCE):
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                size = int(head.lower().partition("content-length: ")[2].partition("\r\n")[0] or 0)
                attacker.account["bytes"] += len(await reader.readexactly(size))
            is_granted = head.split()[1] == "200"
            attacker.account["granted" if is_granted else "refused"] += 1
            await asyncio.sleep(QUICKEST)
    except asyncio.IncompleteReadError as cut:
        raise ConnectionError("the server has ended it") from cut
    finally:
        writer.close()


async def come_and_go(attacker: Attacker, seconds: float) -> None:
    """Connect, say hello by the same token, go; again and again."""
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        for lane in attacker.lanes:
            attacker.account["asked"] += 1
            try:
                await lane.connect()
                attacker.account["granted"] += 1
            except TROUBLE:
                attacker.account["cut"] += 1
                await asyncio.sleep(QUICKEST)
            lane.close()


async def babble(attacker: Attacker, seconds: float) -> None:
    """Send frames that are no messages, and come back whenever one is sent away."""
    until = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < until:
        for lane in attacker.lanes:
            if not lane.is_open:
                attacker.account["cut"] += 1
                with contextlib.suppress(*TROUBLE):
                    await lane.connect()
            if lane.socket is not None and not lane.socket.is_lost:
                attacker.account["asked"] += 1
                lane.socket.send(BROKEN)
        await asyncio.sleep(QUICKEST)


async def _page(attacker: Attacker, path: str) -> str:
    """The status of a page, read to its end. Raises one of `TROUBLE`."""
    async with asyncio.timeout(PATIENCE):
        local = (attacker.source, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", attacker.port, local_addr=local)
        try:
            headers = f"Host: 127.0.0.1\r\nHexwarden-Share: {attacker.scene.key}\r\n\r\n"
            writer.write(f"GET {path} HTTP/1.1\r\n{headers}".encode())
            head = await reader.readline()
            while chunk := await reader.read(65536):
                attacker.account["bytes"] += len(chunk)
        finally:
            writer.close()
    words = head.decode("latin-1").split()
    return words[1] if len(words) > 1 else ""


def total(attackers: list[Attacker]) -> Counter[str]:
    """All accounts in one, which begin anew."""
    found: Counter[str] = Counter()
    for attacker in attackers:
        found.update(attacker.account)
        attacker.account.clear()
    return found
