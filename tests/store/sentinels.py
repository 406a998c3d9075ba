"""A primary, its replicas, and three sentinels that watch over them: real programs for tests."""

import contextlib
from pathlib import Path
from typing import Any

import redis

from server.store.embedded.program import find_program
from tests.store.cluster import eventually, online
from tests.store.servers import Server

SERVICE = "hexwarden"
WATCHERS = 3
QUORUM = 2


class Watcher(Server):
    """A sentinel that watches a primary. `down_after_ms`: the silence that makes a primary dead."""

    ready = b"+monitor master"

    def __init__(self, primary: Server, down_after_ms: int) -> None:
        self._primary, self._down_after = primary, down_after_ms
        super().__init__()

    @property
    def _command(self) -> list[str]:
        # It keeps its state in its file of settings, and is given that again after its death.
        file = Path(self._folder.name) / "sentinel.conf"
        if not file.exists() or f"port {self.port}\n" not in file.read_text():
            file.write_text(self._first_settings())
        return [str(find_program()), str(file), "--sentinel"]

    def _first_settings(self) -> str:
        watched = self._primary
        lines = [
            "bind 127.0.0.1",
            f"port {self.port}",
            f"dir {self._folder.name}",
            f"sentinel monitor {SERVICE} 127.0.0.1 {watched.port} {QUORUM}",
            f"sentinel down-after-milliseconds {SERVICE} {self._down_after}",
            # An election without a result is repeated after twice this time.
            f"sentinel failover-timeout {SERVICE} {self._down_after * 2}",
            f"sentinel parallel-syncs {SERVICE} 8",
        ]
        if watched.password:
            lines.append(f'sentinel auth-pass {SERVICE} "{watched.password}"')
        return "\n".join(lines) + "\n"

    def facts(self) -> dict[str, Any]:
        """What it knows of the primary."""
        with self.client() as client:
            found: dict[str, dict[str, Any]] = client.sentinel_masters()
        return found[SERVICE]


class Watched:
    """`replicas` of a primary, and the sentinels. Every server has an append-only file."""

    def __init__(
        self,
        *,
        replicas: int = 1,
        down_after_ms: int = 1000,
        password: str = "",
        **settings: str,
    ) -> None:
        self.servers = [Server(password, **settings)]
        self.watchers: list[Watcher] = []
        try:
            first = f"127.0.0.1 {self.servers[0].port}"
            for _ in range(replicas):
                self.servers.append(Server(password, replicaof=first, **settings))
            eventually(lambda: online(self.servers[0]) == replicas, "replicas follow")
            for _ in range(WATCHERS):
                self.watchers.append(Watcher(self.servers[0], down_after_ms))
            self.settled()
        except BaseException:
            self.stop()
            raise

    def settled(self) -> None:
        """Wait until every server is up, in its place, and known to all sentinels."""

        def is_settled() -> bool:
            try:
                primary = self.primary()
                return online(primary) == len(self.servers) - 1 and all(
                    facts["num-other-sentinels"] == WATCHERS - 1
                    and facts["num-slaves"] >= len(self.servers) - 1
                    and facts["port"] == primary.port
                    and facts["flags"] == "master"
                    for facts in (watcher.facts() for watcher in self.watchers)
                )
            except (redis.RedisError, LookupError):
                return False

        eventually(is_settled, "primary, replicas and sentinels know each other")

    @property
    def url(self) -> str:
        """The store's address."""
        places = ",".join(f"127.0.0.1:{each.port}" for each in self.watchers)
        return f"redis+sentinel://{self.servers[0].word}{places}/{SERVICE}"

    def primary(self) -> Server:
        """The primary, by the sentinel that knows of the latest change. Raises LookupError."""
        port = max(self._known())[1]
        return next(each for each in self.servers if each.port == port)

    def failovers(self) -> int:
        """A number that grows with each failover, and with each election that had no result.

        Raises LookupError.
        """
        return max(self._known())[0]

    def _known(self) -> list[tuple[int, int]]:
        known: list[tuple[int, int]] = []
        for watcher in self.watchers:
            with contextlib.suppress(redis.RedisError):
                facts = watcher.facts()
                known.append((int(facts["config-epoch"]), int(facts["port"])))
        if not known:
            raise LookupError("no sentinel answers")
        return known

    def stop(self) -> None:
        """End all of it."""
        for each in (*self.watchers, *self.servers):
            each.stop()
