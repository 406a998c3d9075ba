"""A store on one Redis or Valkey server: address, connections, scripts, and what replies mean.

Appends of all rooms share one pipelined connection, everything else goes over a small pool.
`embedded` and `routed` build on it. Importing it costs a quarter of a second (redis-py), so it is
imported where it is used.
"""

from server.store.redis.address import Address, options_of
from server.store.redis.faults import translated
from server.store.redis.link import reason_of
from server.store.redis.mux import ErrorReply, Mux
from server.store.redis.store import TIMEOUT, RedisStore

__all__ = [
    "TIMEOUT",
    "Address",
    "ErrorReply",
    "Mux",
    "RedisStore",
    "options_of",
    "reason_of",
    "translated",
]
