"""The steps that must be atomic, as Lua for the store's side (EVALSHA; Redis 6.2 and later).

A refusal comes back as an error reply whose first word `server.store.redis.replies` knows. Keys and
arguments of each script stand at its head.
"""

import hashlib
from dataclasses import dataclass, field
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Script:
    """A script's source and the digest under which the store knows it once loaded."""

    name: str
    source: bytes = field(repr=False)
    sha: bytes


def _load(name: str) -> Script:
    source = (files(__name__) / f"{name}.lua").read_bytes()
    return Script(name, source, hashlib.sha1(source, usedforsecurity=False).hexdigest().encode())


APPEND = _load("append")
CREATE = _load("create")
SETTLE = _load("settle")
ACQUIRE = _load("acquire")
RENEW = _load("renew")
RELEASE = _load("release")
PUT_META = _load("put_meta")
PUT_SNAPSHOT = _load("put_snapshot")
PUT_DOCUMENT = _load("put_document")
DELETE_DOCUMENT = _load("delete_document")
EXPIRE = _load("expire")
ENDLESS = _load("endless")
HEARTBEAT = _load("heartbeat")
HOST = _load("host")
UNHOST = _load("unhost")
PUT_ASIDE = _load("put_aside")
RESTORE_PART = _load("restore_part")
RESTORE = _load("restore")
CONFIRM = _load("confirm")

__all__ = [
    "ACQUIRE",
    "APPEND",
    "CONFIRM",
    "CREATE",
    "DELETE_DOCUMENT",
    "ENDLESS",
    "EXPIRE",
    "HEARTBEAT",
    "HOST",
    "PUT_ASIDE",
    "PUT_DOCUMENT",
    "PUT_META",
    "PUT_SNAPSHOT",
    "RELEASE",
    "RENEW",
    "RESTORE",
    "RESTORE_PART",
    "SETTLE",
    "UNHOST",
    "Script",
]
