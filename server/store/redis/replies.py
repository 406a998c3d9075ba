"""What a store's replies mean: error replies as exceptions of ours, stream entries, WAIT.

The first word of an error reply is its code: our scripts' (FENCED, CONFLICT, HELD, UNKNOWN) or the
store's own (NOAUTH, OOM, MISCONF ...). Redis 6.2 wraps what a command inside a script answered;
the code then follows a dash in the middle of the text.
"""

import re

from protocol.ids import BattleId
from server.store.interface import (
    Conflict,
    Fenced,
    KeysMoved,
    LeaseHeld,
    NotReplicated,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreRefused,
    StoreUnavailable,
    UnknownBattle,
    keys,
)

_REFUSED = {"NOAUTH", "WRONGPASS", "NOPERM", "DENIED"}
_REFUSED_TEXTS = ("ERR AUTH", "ERR invalid password", "ERR ACL failure", "ERR The user executing")
_FULL = {"OOM", "MISCONF"}
_AWAY = {"LOADING", "BUSY", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "UNBLOCKED"}
_ON_THE_MOVE = {"ASK", "TRYAGAIN"}
_INNER = re.compile(r"-([A-Z]+) (.*)")
_TRAILER = re.compile(r"\s*script:[ 0-9a-f,]*on @user_script:\d+\.?$")


class ScriptMissing(Exception):
    """Raised when the store does not know the script (NOSCRIPT), so nothing has run."""


def error(text: str) -> Exception:
    """Return the exception for an error reply that is about the connection or the whole store."""
    text = _TRAILER.sub("", text)
    code, _, rest = text.partition(" ")
    if code == "ERR" and (inner := _INNER.search(rest)):
        code, rest = inner.groups()
    if code == "NOSCRIPT":
        return ScriptMissing(text)
    if code == "MOVED":
        return KeysMoved()
    if code in _ON_THE_MOVE:
        return StoreUnavailable("the cluster is moving these keys just now", sent=False)
    if code in _REFUSED or text.startswith(_REFUSED_TEXTS):
        return StoreRefused(rest)
    if code in _FULL:
        return StoreFull(_room(rest))
    if code in _AWAY or "max number of clients" in text:
        return StoreUnavailable(rest, sent=False)
    if code == "NOREPLICAS":
        return StoreUnavailable("too few replicas are connected", sent=False)
    return StoreFailed(f"the store answers: {text}")


def _room(text: str) -> str:
    """Return the cause from a full store's error reply, without the reply's advice."""
    if found := re.search(r"Errors writing to the AOF file: (.*)", text):
        return found.group(1).rstrip(".")
    if "maxmemory" in text:
        return "its memory limit is reached (maxmemory)"
    return text


def battle_error(text: str, battle: BattleId, epoch: int = 0, expected: int = 0) -> Exception:
    """Return the exception for an error reply to a script on one battle's keys. `epoch` and
    `expected` are what the script was sent with, for the text of Fenced and Conflict.
    """
    code, _, rest = text.partition(" ")
    word, _, tail = rest.partition(" ")
    if code == "FENCED":
        return Fenced(battle, epoch, int(word))
    if code == "CONFLICT":
        return Conflict(f"battle {battle}", expected, int(word))
    if code == "HELD":
        return LeaseHeld(battle, tail, max(int(word), 0) / 1000)
    if code == "UNKNOWN":
        return UnknownBattle(battle)
    return error(text)


def acknowledged(reply: object, wanted: int) -> StoreError | None:
    """Return the error that a reply to WAIT means, None if `wanted` replicas have the write."""
    if isinstance(reply, int):
        return None if reply >= wanted else NotReplicated(wanted, reply)
    found = error(str(reply))
    reason = str(found) if isinstance(found, StoreError) else "WAIT was not understood"
    return StoreUnavailable(reason)


def journal_entry(raw: tuple[bytes, dict[bytes, bytes]]) -> tuple[int, bytes]:
    """Return version and content of a stream's entry. Raises StoreFailed if it has no content."""
    identity, fields = raw
    version = int(identity.partition(b"-")[0])
    if (entry := fields.get(keys.ENTRY.encode())) is None:
        raise StoreFailed(f"version {version} of a journal has no entry in it")
    return version, entry
