"""The operator's message of the day, for everybody who is there and whoever comes."""

import msgspec

from protocol.replies import Notice
from server.store.base import Store

KIND, NAME = "operator", "notice"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, int]).decode


class Noticeboard:
    """The message in a store, as this process knows it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.now = Notice("", 0)

    async def read(self) -> None:
        """Learn what the store has. Raises StoreError."""
        found = await self._store.get(KIND, NAME)
        if found is not None:
            self.now = Notice(*_decode(found[1]))

    async def put(self, text: str, time: int) -> None:
        """Put another one up; "" takes it down. Raises StoreError."""
        self.now = Notice(text, time)
        await self._store.put(KIND, NAME, _encode((text, time)))
