"""What goes wrong in a chaos run, and how it is put right again."""

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.chaos.stage import Stage
from tests.e2e.commands import HexwardenServer
from tests.store.cluster import eventually
from tests.store.sentinels import Watched

STANDS_STILL = (3.0, 6.0)
RESTARTS_AFTER = (0.5, 2.0)
QUIET = (3.0, 8.0)


class Fault(NamedTuple):
    """What was done, when (monotonic), and when all was well again; `at`: to which server."""

    kind: str
    since: float
    until: float
    at: HexwardenServer | None


KINDS = {
    "a server killed": 3,
    "a server stopped, then woken": 2,
    "a server told to end": 3,
    "the store's primary killed": 3,
    "primary and a server killed": 1,
}


class Chaos:
    """Faults one after the other, each put right before the next, for some `seconds`."""

    def __init__(
        self, stage: Stage, rng: random.Random, seconds: float, kinds: Sequence[str] = tuple(KINDS)
    ) -> None:
        self._stage, self._rng, self._seconds = stage, rng, seconds
        self._kinds = {kind: KINDS[kind] for kind in kinds}
        self.faults: list[Fault] = []
        self.exit_codes: Counter[int] = Counter()
        self.replaced = self.elections = 0

    async def run(self) -> None:
        """Do all of it."""
        begun = time.monotonic()
        # Each kind comes once before chance decides, so that a short run has all of them.
        first, kinds = list(self._kinds), tuple(zip(*self._kinds.items(), strict=True))
        self._rng.shuffle(first)
        while True:
            await asyncio.sleep(self._rng.uniform(*QUIET))
            if time.monotonic() >= begun + self._seconds:
                return
            kind = first.pop() if first else self._rng.choices(*kinds)[0]
            server, since = self._rng.choice(self._stage.servers), time.monotonic()
            await self._do(kind, server)
            self.faults.append(Fault(kind, since, time.monotonic(), server))
            print(f"{since - begun:6.0f} s  {kind}", flush=True)

    async def _do(self, kind: str, server: HexwardenServer) -> None:
        match kind:
            case "a server killed":
                await self._kill(server)
            case "a server stopped, then woken":
                await self._stop(server)
            case "a server told to end":
                await self._end(server)
            case "the store's primary killed":
                await self._replace_primary()
            case _:
                await asyncio.gather(self._replace_primary(), self._kill(server))

    async def _kill(self, server: HexwardenServer) -> None:
        self._stage.shut(server)
        await server.kill()
        await asyncio.sleep(self._rng.uniform(*RESTARTS_AFTER))
        await self._stage.up(server)

    async def _stop(self, server: HexwardenServer) -> None:
        self._stage.shut(server)
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(self._rng.uniform(*STANDS_STILL))
        os.kill(server.pid, signal.SIGCONT)
        self._stage.open_to_players.append(server)

    async def _end(self, server: HexwardenServer) -> None:
        self._stage.shut(server)
        self.exit_codes[await server.stop()] += 1
        await self._stage.up(server)

    async def _replace_primary(self) -> None:
        await asyncio.to_thread(replace_primary, self._stage.store)
        self.elections = await asyncio.to_thread(self._stage.store.failovers)
        self.replaced += 1


def replace_primary(store: Watched) -> None:
    """Kill the primary, wait for the next one, and bring the old one back as a replica."""
    before, primary = store.failovers(), store.primary()
    primary.kill()
    eventually(lambda: store.failovers() > before, "sentinels replace the primary")
    primary.start()
    store.settled()
