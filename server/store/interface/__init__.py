"""What every store can do: the abstract `Store` and `Fleet`, errors, durability, names of keys.

Here nothing is said about how a store does it. The names of keys stand here because ids are checked
in the same way everywhere, and because a battle's channel is named by all.
"""

from server.store.interface import keys
from server.store.interface.durability import EVERYSEC, FSYNC, Durability
from server.store.interface.errors import (
    PASSING,
    Conflict,
    DataInUse,
    Fenced,
    KeysMoved,
    LeaseHeld,
    NoStoreProgram,
    NotReplicated,
    StoreError,
    StoreFailed,
    StoreFormat,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    UnknownBattle,
)
from server.store.interface.fleet import Fleet, Heartbeats, OnNews, Unsubscribe, appended
from server.store.interface.retry import outlast, outlast_briefly, until_back
from server.store.interface.store import AppendTold, Lease, Store, StoreState

__all__ = [
    "EVERYSEC",
    "FSYNC",
    "PASSING",
    "AppendTold",
    "Conflict",
    "DataInUse",
    "Durability",
    "Fenced",
    "Fleet",
    "Heartbeats",
    "KeysMoved",
    "Lease",
    "LeaseHeld",
    "NoStoreProgram",
    "NotReplicated",
    "OnNews",
    "Store",
    "StoreError",
    "StoreFailed",
    "StoreFormat",
    "StoreFull",
    "StoreRefused",
    "StoreState",
    "StoreUnavailable",
    "UnknownBattle",
    "Unsubscribe",
    "appended",
    "keys",
    "outlast",
    "outlast_briefly",
    "until_back",
]
