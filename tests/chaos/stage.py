"""The processes of a chaos run: three servers, a store with replicas and sentinels, a balancer."""

import asyncio
import contextlib
import os
import random
import signal
from pathlib import Path

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidHandshake

from clients.sdk.connection import dial
from tests.e2e.commands import HexwardenServer
from tests.store.sentinels import Watched

SERVERS = 3
REPLICAS = 2
DOWN_AFTER_MS = 2000
STARTS, RESTART_DELAY = 30, 0.5  # as a supervisor of processes does it
NO_LIMITS = (
    *("--message-rate", "10000", "--message-burst", "10000", "--player-rate", "10000"),
    *("--address-rate", "10000", "--table-rate", "10000"),
    *("--newcomer-rate", "10000", "--newcomer-burst", "10000"),
    *("--connections-per-address", "1000"),
)


class Stage:
    """Everything that runs. `open_to_players`: servers that a health check would find ready."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._folder, self._rng = folder, rng
        self.servers: list[HexwardenServer] = []
        self.open_to_players: list[HexwardenServer] = []
        self.store: Watched

    async def start(self) -> "Stage":
        """Start the store, then the servers."""
        self.store = await asyncio.to_thread(
            Watched, replicas=REPLICAS, down_after_ms=DOWN_AFTER_MS
        )
        flags = ("--store", self.store.url, "--durability", "replicas=1", *NO_LIMITS)
        for number in range(SERVERS):
            place = self._folder / f"server{number}"
            place.mkdir()
            self.servers.append(HexwardenServer(place, *flags))
        await asyncio.gather(*(self.up(server) for server in self.servers))
        return self

    async def up(self, server: HexwardenServer) -> None:
        """Start a server, again and again where the store is away, and let players in."""
        for left in reversed(range(STARTS)):
            try:
                await server.start()
                break
            except AssertionError:
                if not left:
                    raise
                await asyncio.sleep(RESTART_DELAY)
        self.open_to_players.append(server)

    def shut(self, server: HexwardenServer) -> None:
        """Let no more players in."""
        if server in self.open_to_players:
            self.open_to_players.remove(server)

    def door(self) -> "Door":
        """A player's way in."""
        return Door(self, self._rng)

    @property
    def site(self) -> str:
        """The address that players are given; `dial` decides where they really go."""
        return self.servers[0].site

    def errors(self) -> list[str]:
        """What the servers' logs tell of unexpected failures."""
        return [line for server in self.servers for line in server.errors()]

    async def end(self) -> None:
        """Stop everything."""
        for server in self.servers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(server.pid, signal.SIGCONT)
        await asyncio.gather(*(server.end() for server in self.servers))
        await asyncio.to_thread(self.store.stop)


class Door:
    """One player's connections, each to any server that is ready, as by a balancer. `at` is the
    server of the last one.
    """

    def __init__(self, stage: Stage, rng: random.Random) -> None:
        self._stage, self._rng = stage, rng
        self.at: HexwardenServer | None = None

    async def dial(self, _url: str, wire: str) -> ClientConnection:
        """Connect. Raises OSError and the like."""
        choice = list(self._stage.open_to_players)
        self._rng.shuffle(choice)
        for server in choice:
            try:
                socket = await dial(server.url, wire)
            except (OSError, InvalidHandshake, EOFError):
                continue
            self.at = server
            return socket
        raise OSError("no server is up")
