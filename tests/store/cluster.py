"""A real cluster of store programs for tests: three shards, with or without replicas."""

import contextlib
import re
import time
from collections.abc import Callable
from typing import Any

from tests.store.servers import Server

SLOTS = 16384
SHARDS = 3
PATIENCE = 60.0
# Long enough that no test on a busy machine sees a failover that it has not asked for.
NODE_TIMEOUT_MS = 15_000


def eventually(true: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so; only the failure depends on the time."""
    until = time.monotonic() + patience
    while not true():
        assert time.monotonic() < until, f"{what}: not within {patience:g} s"
        time.sleep(0.01)


class Cluster:
    """Primaries, each followed by its replicas; `nodes[0]` to `nodes[SHARDS - 1]` start as the
    primaries of a third of the slots each.
    """

    def __init__(
        self,
        *,
        replicas: int = 0,
        node_timeout_ms: int = NODE_TIMEOUT_MS,
        password: str = "",
        **settings: str,
    ) -> None:
        self.nodes: list[Server] = []
        self._settings = {
            "cluster_enabled": "yes",
            "cluster_config_file": "nodes.conf",
            "cluster_node_timeout": str(node_timeout_ms),
            "cluster_require_full_coverage": "no",
            "cluster_replica_validity_factor": "0",
            **settings,
        }
        try:
            for _ in range(SHARDS * (1 + replicas)):
                self.nodes.append(Server(password, **self._settings))
            self._join()
        except BaseException:
            self.stop()
            raise

    def _join(self) -> None:
        first, share = self.nodes[0], SLOTS // SHARDS + 1
        for number, node in enumerate(self.nodes):
            with node.client() as client:
                client.execute_command("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
                if number < SHARDS:
                    low, high = number * share, min((number + 1) * share, SLOTS) - 1
                    client.execute_command("CLUSTER", "ADDSLOTSRANGE", low, high)
                if node is not first:
                    client.execute_command("CLUSTER", "MEET", "127.0.0.1", first.port, first.bus)
        eventually(lambda: all(self._sees_all(node) for node in self.nodes), "the cluster meets")
        for number, node in enumerate(self.nodes[SHARDS:]):
            with node.client() as client:
                of = self.id_of(self.nodes[number % SHARDS])
                client.execute_command("CLUSTER", "REPLICATE", of)
        for number, node in enumerate(self.nodes[:SHARDS]):
            followers = len(self.nodes[SHARDS + number :: SHARDS])
            eventually(lambda n=node, f=followers: online(n) == f, "replicas follow")  # type: ignore[misc]
        eventually(lambda: all(self._is_well(node) for node in self.nodes), "the cluster is well")

    @staticmethod
    def id_of(node: Server) -> str:
        """The name by which the cluster knows a server."""
        with node.client() as client:
            return _text(client.execute_command("CLUSTER", "MYID"))

    def _sees_all(self, node: Server) -> bool:
        with node.client() as client:
            known = client.cluster("nodes")
        return len(known) == len(self.nodes) and not any(
            "handshake" in each["flags"] for each in known.values()
        )

    def _is_well(self, node: Server) -> bool:
        with node.client() as client:
            facts = client.cluster("info")
        return bool(facts["cluster_state"] == "ok" and int(facts["cluster_slots_ok"]) == SLOTS)

    @property
    def url(self) -> str:
        """The store's address, by the first two servers."""
        places = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes[:2])
        return f"redis+cluster://{self.nodes[0].word}{places}"

    def owner(self, key: str, *by: Server) -> Server:
        """The primary that has a key now, by the word of a server that runs."""
        for node in by or self.nodes:
            with contextlib.suppress(Exception), node.client() as client:
                slot = client.execute_command("CLUSTER", "KEYSLOT", key)
                for low, high, primary, *_ in client.execute_command("CLUSTER", "SLOTS"):
                    if low <= slot <= high:
                        return next(one for one in self.nodes if one.port == int(primary[1]))
        raise AssertionError("no server of the cluster answers")

    def flush(self) -> None:
        """Forget all data."""
        for node in self.nodes[:SHARDS]:
            with node.client() as client:
                client.flushall()

    def stop(self) -> None:
        """End all servers."""
        for node in self.nodes:
            node.stop()


def online(primary: Server) -> int:
    """How many replicas a primary has that have acknowledged all that it had to give, just now."""
    with primary.client() as client:
        before = client.info("replication")["master_repl_offset"]
        facts = client.info("replication")
    found = [each for name, each in facts.items() if re.fullmatch(r"slave\d+", name)]
    return sum(1 for each in found if each["state"] == "online" and each["offset"] >= before > 0)


def _text(found: Any) -> str:
    return found.decode() if isinstance(found, bytes) else str(found)
