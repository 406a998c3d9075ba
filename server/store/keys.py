"""Names of the keys in the store, and the format number that guards them.

    hw:format             the format number of everything else
    hw:{BATTLE}:log       stream; version n is entry n-0 with one field, `e`
    hw:{BATTLE}:epoch     fencing number, counts up with every change of owner
    hw:{BATTLE}:lease     its owner, while the lease lasts
    hw:{BATTLE}:meta      hash: secret seed, pinned rules, table ...; `over` once put away for ever
    hw:{BATTLE}:snapshot  hash: `v` version, `d` the state
    hw:{BATTLE}:feed      channel: "VERSION ENTRY" of every append
    hw:{doc.KIND}:d:ID    hash: `r` revision, `d` the document, `h` the process that hosts it
    hw:{doc.KIND}:ids     set of the ids of a kind
    hw:{doc.KIND}:in:LIST set of the ids of those of a kind that are in a list
    hw:fleet              sorted set: processes by the time (ms) to which their sign of life counts
    hw:{hw:fleet}:contents hash: what content each process plays with, in the slot of hw:fleet
    hw:{box.PROCESS}      stream of letters to a process, in field `l`
    hw:news:NAME          channel of news that concern every process

All keys of one battle share a hash tag and so live in one slot of a cluster. A battle's id cannot
hold a dot, so the documents' tags never meet a battle's.
"""

import re

FORMAT = 1
FORMAT_KEY = "hw:format"
FLEET_KEY = "hw:fleet"
CONTENTS_KEY = "hw:{hw:fleet}:contents"
LISTS = ("playing", "public")  # a document that goes leaves them all
LOG_PATTERN = "hw:{*}:log"

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LOG = re.compile(r"hw:\{([A-Za-z0-9_-]{1,64})\}:log")


def checked(name: str) -> str:
    """Give back an id of a battle, kind or document: 1 to 64 of `A-Z a-z 0-9 _ -`.

    Raises ValueError for anything else, so that no id can reach into another one's keys.
    """
    if not _ID.fullmatch(name):
        raise ValueError(f"not an id for the store: {name!r}")
    return name


def of(battle: str, part: str) -> str:
    """Key of one part (`log`, `epoch`, ...) of a battle."""
    return f"hw:{{{checked(battle)}}}:{part}"


def document(kind: str, name: str) -> str:
    """Key of one document."""
    return f"hw:{{doc.{checked(kind)}}}:d:{checked(name)}"


def documents(kind: str, within: str = "") -> str:
    """Key of the set of a kind's ids, or of those in a list."""
    return f"hw:{{doc.{checked(kind)}}}:" + (f"in:{checked(within)}" if within else "ids")


def box(process: str) -> str:
    """Key of a process's letters."""
    return f"hw:{{box.{checked(process)}}}"


def news(name: str) -> str:
    """A channel that every process listens to."""
    return f"hw:news:{checked(name)}"


def battle_of(log: str) -> str | None:
    """The battle whose log has this key, or None where it is no battle's log."""
    found = _LOG.fullmatch(log)
    return found.group(1) if found else None
