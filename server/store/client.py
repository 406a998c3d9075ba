"""Everything but appends goes through redis-py: one pool, our errors, no retries behind our back.

A retried write whose first try did happen would report a conflict with itself, so a lost reply is
StoreUnavailable and nothing else.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    NoScriptError,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionFailed
from redis.exceptions import TimeoutError as TooSlow

from server.store import replies
from server.store.address import Address, spoken
from server.store.errors import StoreError, StoreFailed, StoreRefused, StoreUnavailable
from server.store.mux import ErrorReply, Part
from server.store.scripts import Script

CONNECTIONS = 16
BREATH = 0.01


class Client:
    """Commands and scripts on one store; error replies arrive as ErrorReply, by their code."""

    def __init__(
        self, address: Address, *, replicas: int, timeout: float, connections: int = CONNECTIONS
    ) -> None:
        self._replicas = replicas
        self._ack = max(1, int(timeout * 500))
        self._pool = redis.BlockingConnectionPool.from_url(
            address.url,
            max_connections=connections,
            timeout=timeout,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            protocol=2,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis: Any = redis.Redis(connection_pool=self._pool)

    async def command(self, *parts: Part) -> Any:
        """Give one command; raises ErrorReply, StoreUnavailable, StoreRefused."""
        try:
            return await self._redis.execute_command(*parts)
        except RedisError as found:
            error = _translated(found)
        except OSError as found:
            error = StoreUnavailable(spoken(found))
        if isinstance(error, StoreUnavailable):
            # A refused connection fails without ever yielding: callers that try again at once
            # would keep the loop from noticing that the store is down.
            await asyncio.sleep(BREATH)
        raise error

    async def script(self, script: Script, keys: list[str], *parts: Part) -> Any:
        """Run a script, loading it where the store does not know it (after a restart)."""
        call: tuple[Part, ...] = ("EVALSHA", script.sha, len(keys), *keys, *parts)
        try:
            return await self.command(*call)
        except NoScriptError:
            await self.command("SCRIPT LOAD", script.source)
            return await self.command(*call)

    async def durable(self, script: Script, keys: list[str], *parts: Part) -> Any:
        """Run a writing script and, where replicas count, WAIT for them on the same connection.

        Raises NotReplicated besides.
        """
        if not self._replicas:
            return await self.script(script, keys, *parts)
        await self.command("SCRIPT LOAD", script.source)
        pipe = self._redis.pipeline(transaction=False)
        pipe.execute_command("EVALSHA", script.sha, len(keys), *keys, *parts)
        pipe.execute_command("WAIT", self._replicas, self._ack)
        answer, count = await self._executed(pipe)
        _good(answer)
        if doubt := replies.acknowledged(count, self._replicas):
            raise doubt
        return answer

    async def many(
        self, script: Script, calls: Iterable[tuple[list[str], Sequence[Part]]]
    ) -> list[Any]:
        """Run a script on the keys and arguments of each call, all in one go."""
        await self.command("SCRIPT LOAD", script.source)
        pipe = self._redis.pipeline(transaction=False)
        for names, parts in calls:
            pipe.execute_command("EVALSHA", script.sha, len(names), *names, *parts)
        return [_good(answer) for answer in await self._executed(pipe)]

    async def _executed(self, pipe: Any) -> list[Any]:
        try:
            answers: list[Any] = await pipe.execute(raise_on_error=False)
        except RedisError as found:
            raise _translated(found) from None
        except OSError as found:
            raise StoreUnavailable(spoken(found)) from None
        return answers

    async def refresh(self) -> None:
        """Drop idle connections, which a restart of the store has left stale."""
        with contextlib.suppress(OSError, RedisError):
            await self._pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        """Drop every connection."""
        await self._redis.aclose()
        await self._pool.disconnect()


def _good(answer: Any) -> Any:
    if isinstance(answer, RedisError):
        raise _translated(answer)
    return answer


def _translated(found: RedisError) -> Exception:
    text = str(found)
    if isinstance(found, NoScriptError):
        return found
    if isinstance(found, AuthenticationError):
        return StoreRefused(text)
    if isinstance(found, ResponseError):
        return ErrorReply(_with_code(found))
    if isinstance(found, (ConnectionFailed, TooSlow)):
        known = replies.error(_with_code(found))
        if isinstance(known, StoreError) and not isinstance(known, StoreFailed):
            return known
        return StoreUnavailable(text)
    return StoreFailed(f"the store answers: {text}")


def _with_code(found: RedisError) -> str:
    """The reply as the store sent it: redis-py cuts the code off where it has a class for it."""
    code = found.status_code
    return f"{code} {found}" if code else str(found)
