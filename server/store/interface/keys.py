"""Names of the keys in the store, and the format number that guards them. They stand nowhere else;
the names of fields stand in the Lua scripts as well.

    hw:format             the format number of everything else
    hw:{BATTLE}:log       stream; version n is entry n-0 with one field, `e`
    hw:{BATTLE}:epoch     fencing number, counts up with every change of owner
    hw:{BATTLE}:lease     its owner, while the lease lasts
    hw:{BATTLE}:meta      hash: secret seed, pinned rules, table ...; `over` once kept for ever
    hw:{BATTLE}:snapshot  hash: `v` version, `d` the state
    hw:{BATTLE}:restored.X  stream that becomes its log once it is whole; goes after a minute
    hw:{BATTLE}:feed      channel: "VERSION ENTRY" of every append
    hw:{doc.KIND}:d:ID    hash: `r` revision, `d` the document, `h` the process that hosts it,
                          `c` its claim (see `Fleet.host`)
    hw:{doc.KIND}:ids     set of the ids of a kind
    hw:{doc.KIND}:in:LIST set of the ids of those of a kind that are in a list
    hw:fleet              sorted set: processes by the time (ms) to which their heartbeat counts
    hw:{hw:fleet}:contents hash: what content each process plays with, in the slot of hw:fleet
    hw:{box.PROCESS}      stream of messages to a process, in field `l`
    hw:news:NAME          channel of news that concern every process

All keys of one battle share a hash tag and so live in one slot of a cluster. A battle's id cannot
hold a dot, so the documents' tags never meet a battle's.
"""

import re
from functools import lru_cache
from typing import Literal

from protocol.ids import BattleId

Part = Literal["log", "epoch", "lease", "meta", "snapshot", "feed"]
"""What the store has of a battle."""

ENTRY, MESSAGE = "e", "l"
VERSION, REVISION, DATA = "v", "r", "d"
OVER = "over"

PREFIX = "hw:"
FORMAT = 1  # of all keys and values; raised where an older release could not read them
FORMAT_KEY = "hw:format"
FLEET_KEY = "hw:fleet"
CONTENTS_KEY = "hw:{hw:fleet}:contents"
LISTS = ("playing", "public")  # a document that goes leaves them all
LOG_PATTERN = "hw:{*}:log"

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LOG = re.compile(r"hw:\{([A-Za-z0-9_-]{1,64})\}:log")


def checked(name: str) -> str:
    """Return an id of a battle, kind or document unchanged: 1 to 64 of `A-Z a-z 0-9 _ -`.

    Raises ValueError for anything else, so that no id can reach into another one's keys.
    """
    if not _ID.fullmatch(name):
        raise ValueError(f"not an id for the store: {name!r}")
    return name


def of(battle: BattleId, part: Part) -> str:
    """Return the key of one part of a battle."""
    return f"hw:{{{checked(battle)}}}:{part}"


def of_each(battle: BattleId, *parts: Part) -> list[str]:
    """Return the keys of several parts of a battle, in that order."""
    tag = f"hw:{{{checked(battle)}}}:"
    return [tag + part for part in parts]


@lru_cache(maxsize=10_000)
def of_append(battle: BattleId) -> tuple[str, str, str]:
    """Return the keys of a battle's log, epoch and feed, which every append of it names."""
    log, epoch, feed = of_each(battle, "log", "epoch", "feed")
    return log, epoch, feed


def restored(battle: BattleId, attempt: str) -> str:
    """Return the key under which one attempt to restore a battle's log writes it, until it is
    renamed.
    """
    return f"hw:{{{checked(battle)}}}:restored.{checked(attempt)}"


def document(kind: str, name: str) -> str:
    """Return the key of one document."""
    return f"hw:{{doc.{checked(kind)}}}:d:{checked(name)}"


def documents(kind: str, within: str = "") -> str:
    """Return the key of the set of ids of a kind, or of those in the list `within`."""
    return f"hw:{{doc.{checked(kind)}}}:" + (f"in:{checked(within)}" if within else "ids")


def box(process: str) -> str:
    """Return the key of a process's mailbox."""
    return f"hw:{{box.{checked(process)}}}"


def news(name: str) -> str:
    """Return the name of a channel to which every process subscribes."""
    return f"hw:news:{checked(name)}"


def battle_of(log: str) -> BattleId | None:
    """Return the battle whose log has this key, None if it is the key of no log."""
    found = _LOG.fullmatch(log)
    return BattleId(found.group(1)) if found else None
