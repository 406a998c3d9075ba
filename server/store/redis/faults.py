"""What a store connection raises, as an error of ours: the one place that translates.

A connection that is being closed does not only raise what its documentation names. Some examples:

    OSError, ssl.SSLError        the system's own words
    RedisError                   redis-py's, among them the store's error replies
    RuntimeError                 uvloop's transport: "the handler is closed"
    AttributeError               redis-py's connection, whose stream another task has just dropped
    EOFError, hiredis's errors   an answer that ends in the middle

So whatever is not known to mean something else means that the connection is gone. What was under
way on it has an unknown fate then, unless the caller knows that nothing was sent.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from redis.exceptions import (
    AuthenticationError,
    DataError,
    InvalidResponse,
    NoScriptError,
    RedisClusterException,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionFailed
from redis.exceptions import TimeoutError as TooSlow

from protocol.ids import NO_BATTLE, BattleId
from server.store.interface import StoreError, StoreFailed, StoreRefused, StoreUnavailable
from server.store.redis import replies
from server.store.redis.address import spoken
from server.store.redis.mux import ErrorReply

log = structlog.get_logger(__name__)

_CLOSING = (RuntimeError, AttributeError, EOFError, ValueError)


def translated(found: Exception, *, sent: bool = True) -> Exception:
    """Return the error to raise in place of one that a connection has raised: a StoreError, an
    ErrorReply or a NoScriptError.

    `sent`: whether something may have been sent, so that its fate is unknown.
    """
    match found:
        case StoreError() | ErrorReply() | NoScriptError():
            return found
        case RedisError() | RedisClusterException():
            return _of_library(found, sent=sent)
        case OSError():
            return StoreUnavailable(spoken(found), sent=sent)
        case _:
            if not isinstance(found, _CLOSING):
                log.error("store.connection_failed", exc_info=found)
            kind, text = type(found).__name__, str(found)
            return StoreUnavailable(f"its connection has failed ({kind}: {text})", sent=sent)


@contextmanager
def understood(battle: BattleId = NO_BATTLE, epoch: int = 0, expected: int = 0) -> Iterator[None]:
    """Translate an ErrorReply that is raised within: raise the error that it means instead.

    `battle` is what the command was about, if anything; `epoch` and `expected` are what it was sent
    with, for the text of Fenced and Conflict.
    """
    try:
        yield
    except ErrorReply as reply:
        text = str(reply)
        known = replies.battle_error(text, battle, epoch, expected)
        raise (known if battle else replies.error(text)) from None


def _of_library(found: Exception, *, sent: bool) -> Exception:
    text = str(found)
    if isinstance(found, AuthenticationError):
        return StoreRefused(text)
    if isinstance(found, ResponseError):
        return ErrorReply(_with_code(found))
    if isinstance(found, (ConnectionFailed, TooSlow)):
        known = replies.error(_with_code(found))
        if isinstance(known, StoreError) and not isinstance(known, StoreFailed):
            return known
        return StoreUnavailable(text, sent=sent)
    if isinstance(found, InvalidResponse):
        return StoreUnavailable(f"it does not speak the Redis protocol: {text}", sent=sent)
    if isinstance(found, DataError):
        return StoreFailed(f"the store cannot be asked that: {text}")
    return StoreFailed(f"the store answers: {text}")


def _with_code(found: RedisError) -> str:
    """Return the text of an error reply with its code, which redis-py cuts off where it has a class
    for the code.
    """
    code = found.status_code
    return f"{code} {found}" if code else str(found)
