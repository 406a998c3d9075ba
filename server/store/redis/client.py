"""Everything but appends goes through redis-py: one pool, our errors, no retries behind our back.

A retried write whose first try did happen would report a conflict with itself, so a lost reply is
StoreUnavailable and nothing else.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError

from server.store.interface import StoreFull, StoreUnavailable
from server.store.redis import replies
from server.store.redis.address import Address
from server.store.redis.faults import translated
from server.store.redis.mux import ErrorReply, Part
from server.store.redis.scripts import Script

CONNECTIONS = 16  # of the pool, for all but appends
BREATH = 0.01  # seconds: a refused connection fails without yielding, see `command`


class StoreClient:
    """Runs commands and scripts on one store, over a pool of connections. Error replies are raised
    as ErrorReply, whose text begins with their code.
    """

    def __init__(
        self,
        address: Address,
        *,
        replicas: int,
        timeout: float,
        connections: int = CONNECTIONS,
        on_full: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._on_full, self._shard = on_full, address.shard
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
        """Run one command and return its reply. Raises ErrorReply, NoScriptError, StoreError; see
        `faults`.
        """
        try:
            return await _asked(self._redis.execute_command(*parts))
        except ErrorReply as reply:
            self._note(reply)
            raise
        except StoreUnavailable:
            # A refused connection fails without ever yielding: callers that try again at once
            # would keep the loop from noticing that the store is down.
            await asyncio.sleep(BREATH)
            raise

    async def script(self, script: Script, keys: list[str], *parts: Part) -> Any:
        """Run a script and return its reply. It is loaded first if the store does not know it, as
        after a restart. Raises what `command` does.
        """
        call: tuple[Part, ...] = ("EVALSHA", script.sha, len(keys), *keys, *parts)
        try:
            return await self.command(*call)
        except NoScriptError:
            await self.command("SCRIPT LOAD", script.source)
            return await self.command(*call)

    async def durable(self, script: Script, keys: list[str], *parts: Part) -> Any:
        """Run a script that writes and return its reply, once the replicas that durability asks for
        have acknowledged it (WAIT on the same connection).

        Raises what `command` does, and NotReplicated.
        """
        if not self._replicas:
            return await self.script(script, keys, *parts)
        await self.command("SCRIPT LOAD", script.source)
        pipe = self._redis.pipeline(transaction=False)
        pipe.execute_command("EVALSHA", script.sha, len(keys), *keys, *parts)
        pipe.execute_command("WAIT", self._replicas, self._ack)
        answer, count = await self._executed(pipe)
        self._good(answer)
        if doubt := replies.acknowledged(count, self._replicas):
            raise doubt
        return answer

    async def of_each(
        self,
        script: Script,
        names: list[list[str]],
        common: tuple[Part, ...] = (),
        own: Sequence[int] = (),
    ) -> list[Any]:
        """Run a script that answers for each battle, and return the answers in order. `names`: each
        battle's keys; `common`: arguments for all; `own`: one more argument for each battle, or
        none.

        It is one call for all battles, but one call for each on a cluster, where a script may touch
        one slot only.
        """
        if not names:
            return []
        if not self._shard:
            flat = [name for of in names for name in of]
            found: list[Any] = await self.script(script, flat, *common, *own)
            return found
        numbers: list[tuple[Part, ...]] = [(number,) for number in own] or [()] * len(names)
        each = [(of, (*common, *one)) for of, one in zip(names, numbers, strict=True)]
        return [answer[0] for answer in await self._many(script, each)]

    async def _many(
        self, script: Script, calls: Iterable[tuple[list[str], Sequence[Part]]]
    ) -> list[Any]:
        """Run a script on the keys and arguments of each call, in one pipeline. Returns the replies
        in order; raises the first error among them.
        """
        await self.command("SCRIPT LOAD", script.source)
        pipe = self._redis.pipeline(transaction=False)
        for names, parts in calls:
            pipe.execute_command("EVALSHA", script.sha, len(names), *names, *parts)
        return [self._good(answer) for answer in await self._executed(pipe)]

    async def _executed(self, pipe: Any) -> list[Any]:
        answers: list[Any] = await _asked(pipe.execute(raise_on_error=False))
        return answers

    def _good(self, answer: Any) -> Any:
        if isinstance(answer, Exception):
            error = translated(answer)
            if isinstance(error, ErrorReply):
                self._note(error)
            raise error
        return answer

    def _note(self, reply: ErrorReply) -> None:
        """Call `on_full` if a reply says that the store has no room."""
        known = replies.error(str(reply))
        if isinstance(known, StoreFull):
            self._on_full(known.reason)

    async def refresh(self) -> None:
        """Close idle connections, which are stale after a restart of the store."""
        with contextlib.suppress(Exception):  # they are dropped however they take it
            await self._pool.disconnect(inuse_connections=False)

    async def close(self) -> None:
        """Close every connection."""
        with contextlib.suppress(Exception):
            await self._redis.aclose()
        with contextlib.suppress(Exception):
            await self._pool.disconnect()


async def _asked(asking: Awaitable[Any]) -> Any:
    """Return redis-py's answer. Raises the errors of `faults`, and CancelledError whenever the task
    was cancelled meanwhile.

    When a connection breaks at that moment the library may raise another error than the
    cancellation, or even answer: a task that was to end would then go on.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task is not None else 0
    error, answer = None, None
    try:
        answer = await asking
    except Exception as found:
        error = translated(found)
    if task is not None and task.cancelling() > before:
        raise asyncio.CancelledError
    if error is not None:
        raise error
    return answer
