"""What a store's server does, in one thread and under the world's clock: keys, and scripts in Lua.

Only the commands that the store's scripts and `server.store.redis.store` give. A script's source
is run by an interpreter of Lua 5.1, which is what Redis and Valkey have.
"""

import math
from collections.abc import Callable
from typing import Any

import lupa.lua51 as lua

from server.store.redis import ErrorReply

Part = bytes | str | int | float


class Keyspace:
    """All keys. `clock` gives seconds; `publish` is told of channel and message."""

    def __init__(self, clock: Callable[[], float], publish: Callable[[bytes, bytes], None]) -> None:
        self._clock, self._tell = clock, publish
        self._values: dict[bytes, Any] = {}
        self._ends: dict[bytes, float] = {}
        # An interpreter of its own, and references that last as long: lupa knows Python's objects
        # by their ids, and would take a new one for an old one that is gone.
        self._lua: Any = lua.LuaRuntime(
            encoding=None, unpack_returned_tuples=True, register_eval=False
        )
        self._call, self._pcall = self._called, self._pcalled
        self._compiled: dict[bytes, Any] = {}

    def command(self, *parts: Part) -> Any:
        """Give one command. Raises ErrorReply."""
        name, *rest = (_bytes(part) for part in parts)
        doing = getattr(self, "_" + name.decode().lower().replace(" ", "_"), None)
        if doing is None:
            raise ErrorReply(f"ERR unknown command '{name.decode()}'")
        return doing(*rest)

    def run(self, source: bytes, names: list[bytes], values: list[bytes]) -> Any:
        """Run a script. Raises ErrorReply with the reply of its own, or with Lua's error."""
        try:
            given = self._lua.table_from(names), self._lua.table_from(values)
            if source not in self._compiled:
                self._compiled[source] = self._lua.execute(SHELL + source + b"\nend")
            found = self._compiled[source](self._call, self._pcall, *given)
        except lua.LuaError as fault:
            raise ErrorReply(f"ERR {fault}") from None
        return _reply(found)

    def _called(self, *parts: Any) -> Any:
        return self._to_lua(self.command(*parts))

    def _pcalled(self, *parts: Any) -> Any:
        try:
            return self._called(*parts)
        except ErrorReply as no:
            return self._lua.table_from({b"err": str(no).encode()})

    def _to_lua(self, value: Any) -> Any:
        """A reply as a script sees it: what there is not is false, a list is a table."""
        if value is None:
            return False
        if isinstance(value, list):
            return self._lua.table_from([self._to_lua(one) for one in value])
        return value

    # Keys

    def _live(self, key: bytes) -> Any:
        if self._ends.get(key, math.inf) <= self._clock():
            self._gone(key)
        return self._values.get(key)

    def _gone(self, key: bytes) -> int:
        self._ends.pop(key, None)
        return int(self._values.pop(key, None) is not None)

    def _kept(self, key: bytes, new: Callable[[], Any]) -> Any:
        found = self._live(key)
        if found is None:
            found = self._values[key] = new()
        return found

    def _exists(self, *names: bytes) -> int:
        return sum(self._live(key) is not None for key in names)

    def _del(self, *names: bytes) -> int:
        return sum(self._gone(key) for key in names if self._live(key) is not None)

    def _pttl(self, key: bytes) -> int:
        if self._live(key) is None:
            return -2
        end = self._ends.get(key)
        return -1 if end is None else max(0, round(1000 * (end - self._clock())))

    def _pexpire(self, key: bytes, ms: bytes) -> int:
        if self._live(key) is None:
            return 0
        self._ends[key] = self._clock() + int(ms) / 1000
        return 1

    def _persist(self, key: bytes) -> int:
        return int(self._live(key) is not None and self._ends.pop(key, None) is not None)

    def _rename(self, key: bytes, to: bytes) -> bytes:
        value, end = self._live(key), self._ends.get(key)
        assert value is not None, "there is something to be named"
        self._gone(key)
        self._gone(to)
        self._values[to] = value
        if end is not None:
            self._ends[to] = end
        return b"OK"

    def names(self, start: bytes, end: bytes) -> list[bytes]:
        """The keys that begin and end so, in order."""
        found = [key for key in self._values if key.startswith(start) and key.endswith(end)]
        return sorted(key for key in found if self._live(key) is not None)

    # Texts and numbers

    def _get(self, key: bytes) -> bytes | None:
        found: bytes | None = self._live(key)
        return found

    def _set(self, key: bytes, value: bytes, px: bytes = b"", ms: bytes = b"") -> bytes:
        self._values[key] = value
        self._ends.pop(key, None)
        if px:
            assert px == b"PX"
            self._pexpire(key, ms)
        return b"OK"

    def _incr(self, key: bytes) -> int:
        return self._incrby(key, b"1")

    def _incrby(self, key: bytes, by: bytes) -> int:
        found = int(self._live(key) or b"0") + int(by)
        self._values[key] = b"%d" % found
        return found

    # Hashes and sets

    def _hget(self, key: bytes, field: bytes) -> bytes | None:
        found: bytes | None = (self._live(key) or {}).get(field)
        return found

    def _hmget(self, key: bytes, *fields: bytes) -> list[bytes | None]:
        return [self._hget(key, field) for field in fields]

    def _hgetall(self, key: bytes) -> dict[bytes, bytes]:
        return dict(self._live(key) or {})

    def _hexists(self, key: bytes, field: bytes) -> int:
        return int(self._hget(key, field) is not None)

    def _hset(self, key: bytes, *pairs: bytes) -> int:
        found = self._kept(key, dict)
        before = len(found)
        found.update(zip(pairs[::2], pairs[1::2], strict=True))
        return len(found) - before

    def _hdel(self, key: bytes, *fields: bytes) -> int:
        found = self._live(key) or {}
        return sum(found.pop(field, None) is not None for field in fields)

    def _hlen(self, key: bytes) -> int:
        return len(self._live(key) or ())

    def _hkeys(self, key: bytes) -> list[bytes]:
        return sorted(self._live(key) or ())

    def _sadd(self, key: bytes, one: bytes) -> int:
        found = self._kept(key, set)
        before = len(found)
        found.add(one)
        return len(found) - before

    def _srem(self, key: bytes, one: bytes) -> int:
        found = self._live(key) or set()
        before = len(found)
        found.discard(one)
        return before - len(found)

    def _smembers(self, key: bytes) -> list[bytes]:
        return sorted(self._live(key) or ())

    # Streams

    def _xlen(self, key: bytes) -> int:
        return len(self._live(key) or ())

    def _xadd(self, key: bytes, name: bytes, *fields: bytes) -> bytes:
        found = self._kept(key, list)
        if found and _number(name) <= _number(found[-1][0]):
            raise ErrorReply("ERR The ID specified in XADD is equal or smaller than the last one")
        found.append((name, list(fields)))
        return name

    def _xrange(self, key: bytes, first: bytes, last: bytes, *count: bytes) -> list[Any]:
        least = _number(first)
        most = math.inf if last == b"+" else _number(last)
        found = [[n, f] for n, f in self._live(key) or () if least <= _number(n) <= most]
        return found[: int(count[1])] if count else found

    def _xrevrange(self, key: bytes, last: bytes, first: bytes, *count: bytes) -> list[Any]:
        assert (last, first, *count) == (b"+", b"-", b"COUNT", b"1")
        return [[name, fields] for name, fields in (self._live(key) or [])[-1:]]

    # Sorted sets

    def _time(self) -> list[bytes]:
        micro = round(self._clock() * 1_000_000)
        return [b"%d" % (micro // 1_000_000), b"%d" % (micro % 1_000_000)]

    def _zscore(self, key: bytes, one: bytes) -> bytes | None:
        found = (self._live(key) or {}).get(one)
        return None if found is None else b"%d" % found

    def _zcard(self, key: bytes) -> int:
        return len(self._live(key) or ())

    def _zadd(self, key: bytes, score: bytes, one: bytes) -> int:
        found = self._kept(key, dict)
        found[one] = round(float(score))
        return 1

    def _zrem(self, key: bytes, one: bytes) -> int:
        return int((self._live(key) or {}).pop(one, None) is not None)

    def _zremrangebyscore(self, key: bytes, first: bytes, last: bytes) -> int:
        assert first == b"-inf"
        found = self._live(key) or {}
        old = [one for one, score in found.items() if score <= float(last)]
        for one in old:
            del found[one]
        return len(old)

    def _zrangebyscore(self, key: bytes, first: bytes, last: bytes, _with: bytes) -> list[bytes]:
        assert first[:1] == b"("
        assert last == b"+inf"
        found = sorted((score, one) for one, score in (self._live(key) or {}).items())
        return [
            part
            for score, one in found
            if score > float(first[1:])
            for part in (one, b"%d" % score)
        ]

    def _publish(self, channel: bytes, message: bytes) -> int:
        self._tell(channel, message)
        return 1


def _bytes(part: Part) -> bytes:
    if isinstance(part, bytes):
        return part
    if isinstance(part, float):
        part = int(part) if part == int(part) else repr(part)
    return str(part).encode()


def _number(name: bytes) -> float:
    return float(name.partition(b"-")[0])


SHELL = b"""
return function(call, pcalled, KEYS, ARGV)
  local redis = { call = call, pcall = pcalled }
  function redis.error_reply(text) return { err = text } end
"""


def _reply(found: Any) -> Any:
    """What a script gives, as a reply. Raises ErrorReply."""
    if found is None or found is False:
        return None
    if found is True:
        return 1
    if isinstance(found, float):
        return int(found)
    if not isinstance(found, (int, bytes)):
        if found[b"err"] is not None:
            raise ErrorReply(found[b"err"].decode())
        return [_reply(found[at]) for at in range(1, len(found) + 1)]
    return found
