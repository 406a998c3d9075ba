"""Replay files in an S3-compatible store: `PREFIX/BATTLE.hwr`, one object for each battle.

Keys, region and address come from the environment, by the names that every such tool reads
(`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, ...), or from the
identity that the machine has there. An object appears whole or not at all, so nothing is needed
here to make a file's writing atomic.
"""

import re
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any, TypeVar

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store, from_url

from protocol.ids import BattleId
from server.store.interface.keys import checked
from server.store.replay_storage.folder import SUFFIX, UNFINISHED

PATIENCE = 60.0  # seconds for which a request may be tried again
_CODE = re.compile(r"<Code>(\w+)</Code>")

T = TypeVar("T")


class ReplayBucket:
    """Replay files below a prefix of a bucket, one for each battle.

    `seconds`: how long a request may be tried again before it counts as failed.
    """

    def __init__(self, address: str, seconds: float = PATIENCE) -> None:
        self.address, self._seconds = address.rstrip("/"), seconds
        self._store = _opened(self.address, seconds)

    @property
    def unfinished(self) -> "ReplayBucket":
        """Return the storage of battles that were put aside before their end."""
        return ReplayBucket(f"{self.address}/{UNFINISHED}", self._seconds)

    async def has(self, battle: BattleId) -> bool:
        """Return whether the battle has a file here. Raises ValueError for an invalid id, OSError
        if the bucket cannot be read.
        """
        name = _name(battle)
        return await _found(obstore.head_async(self._store, name)) is not None

    async def get(self, battle: BattleId) -> bytes | None:
        """Return the bytes of a battle's replay file, None if there is none.

        Raises ValueError for an invalid id, OSError if the bucket cannot be read.
        """
        name = _name(battle)
        found = await _found(obstore.get_async(self._store, name))
        return None if found is None else bytes(await _told(found.bytes_async()))

    async def put(self, battle: BattleId, replay: bytes) -> None:
        """Write a battle's replay file, in place of one that is there. Raises ValueError for an
        invalid id, OSError if the bucket does not take it.
        """
        name = _name(battle)
        await _told(obstore.put_async(self._store, name, replay))


def _name(battle: BattleId) -> str:
    return checked(battle) + SUFFIX


def _opened(address: str, seconds: float) -> S3Store:
    """Return the client of a bucket; nothing is sent yet. Raises ValueError with a sentence for the
    operator.
    """
    retries: Any = {"retry_timeout": timedelta(seconds=seconds)}
    client: Any = {"connect_timeout": "5s", "timeout": "30s", "allow_http": True}
    try:
        store = from_url(address, retry_config=retries, client_options=client)
    except (BaseError, ValueError) as fault:
        raise ValueError(f"replays cannot go to {address!r}: {_sentence(fault)}") from None
    if not isinstance(store, S3Store):
        raise ValueError(f"replays cannot go to {address!r}: expected s3://bucket/prefix")
    return store


async def _found(asked: Awaitable[T]) -> T | None:
    """Return a request's answer, None if there is no such object. Raises OSError."""
    try:
        return await _told(asked)
    except FileNotFoundError:
        return None


async def _told(asked: Awaitable[T]) -> T:
    try:
        return await asked
    except FileNotFoundError as fault:
        raise FileNotFoundError(_sentence(fault)) from None
    except (BaseError, OSError) as fault:
        raise OSError(_sentence(fault)) from None


def _sentence(fault: BaseException) -> str:
    """Return the fault's first line and the bucket's error code; never the request, which holds
    credentials.
    """
    words = str(fault)
    code = _CODE.search(words)
    first = words.partition("\n")[0].partition(": <?xml")[0]
    return f"{first} ({code[1]})" if code else first
