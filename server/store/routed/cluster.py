"""A cluster's primaries and their slots, as redis-py's cluster client learns them.

That client finds out who has what; the commands go over our own links and pools, one of each for
every primary. Its own way of sending is not for us: it closes the connections that others wait on
when one server is away, and it cannot wait for replicas.
"""

from contextlib import suppress

from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisClusterException, RedisError

from server.store.interface import StoreRefused, StoreUnavailable
from server.store.redis import Address
from server.store.routed.topology import Several, Topology

PATIENCE = 1.0  # seconds for one server's answer: another one knows the slots as well


class ClusterTopology(Topology):
    """The shards of a Redis or Valkey Cluster; `several` names some of its servers."""

    def __init__(self, several: Several) -> None:
        self._first = several.at[0]
        self.name = "cluster " + ",".join(f"{each.host}:{each.port}" for each in several.at)
        self._cluster = RedisCluster(
            startup_nodes=[ClusterNode(each.host, each.port) for each in several.at],
            username=self._first.username or None,
            password=self._first.password or None,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            require_full_coverage=False,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
            **self._first.tls_options,
        )
        self._owners: dict[int, str] = {}

    async def look(self) -> None:
        """See Topology."""
        try:
            await self._cluster.nodes_manager.initialize()
        except Exception as found:
            for each in (found, found.__cause__):
                if isinstance(each, AuthenticationError):
                    raise StoreRefused(str(each)) from None
            raise StoreUnavailable(
                f"{self.name} does not answer as a cluster", sent=False
            ) from None
        owners = {
            slot: nodes[0].name for slot, nodes in self._cluster.nodes_manager.slots_cache.items()
        }
        if owners != self._owners:
            self._owners = owners
            self.changes += 1

    def primaries(self) -> dict[str, Address]:
        """See Topology."""
        return {
            node.name: self._first.at(node.host, int(node.port), shard=True)
            for node in self._cluster.get_primaries()
        }

    def of(self, key: str) -> str:
        """See Topology."""
        try:
            node = self._cluster.get_node_from_key(key)
        except (RedisError, RedisClusterException):
            return ""
        return "" if node is None else str(node.name)

    async def close(self) -> None:
        """See Topology."""
        for kind in ("nodes_cache", "startup_nodes"):
            with suppress(Exception):
                await self._cluster.nodes_manager.aclose(kind)
