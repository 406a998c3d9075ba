"""A store of several servers: a primary that Sentinel names, or the shards of a cluster.

The package finds out which server is a primary and which of them has a key, keeps a `RedisStore`
open for each primary, and sends everything to the one that has its keys.
"""

from server.store.routed.store import RoutedStore
from server.store.routed.topology import is_several, parse_servers

__all__ = ["RoutedStore", "is_several", "parse_servers"]
