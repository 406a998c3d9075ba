"""Where journals, tables and identities are kept, and where processes hear of each other.

`open_store` opens the store that a setting names: in memory, embedded, one Redis or Valkey, or
several behind Sentinel or a cluster. What any of them can do is `Store`, with its `Fleet`; what can
go wrong is the tree below `StoreError`. `outlast` and `until_back` repeat work over outages.
Replay files are kept apart, in `replay_storage`. `memory` and `embedded` are open to others as
well: for whoever wants a store of exactly that kind.
"""

from server.store.interface import (
    EVERYSEC,
    FSYNC,
    PASSING,
    Conflict,
    DataInUse,
    Durability,
    Fenced,
    Fleet,
    Heartbeats,
    KeysMoved,
    Lease,
    LeaseHeld,
    NoStoreProgram,
    NotReplicated,
    OnNews,
    Store,
    StoreError,
    StoreFailed,
    StoreFormat,
    StoreFull,
    StoreRefused,
    StoreState,
    StoreUnavailable,
    UnknownBattle,
    Unsubscribe,
    appended,
    keys,
    outlast,
    outlast_briefly,
    until_back,
)
from server.store.open import open_store

__all__ = [
    "EVERYSEC",
    "FSYNC",
    "PASSING",
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
    "embedded",
    "keys",
    "memory",
    "open_store",
    "outlast",
    "outlast_briefly",
    "replay_storage",
    "until_back",
]
