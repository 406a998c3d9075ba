"""The operator's notice, which everybody who is connected or connects is shown."""

import msgspec

from protocol.replies import Notice
from server.store import Store

KIND, NAME = "operator", "notice"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(tuple[str, int]).decode


class Noticeboard:
    """The notice of a store, as this process has read it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.now = Notice("", 0)

    async def read(self) -> None:
        """Read the notice from the store. Raises StoreError."""
        found = await self._store.get(KIND, NAME)
        if found is not None:
            self.now = Notice(*_decode(found[1]))

    async def put(self, text: str, time: int) -> None:
        """Replace the notice; "" removes it. `time` is in Unix milliseconds. Raises StoreError.

        The caller tells the connected visitors and the other processes.
        """
        self.now = Notice(text, time)
        await self._store.put(KIND, NAME, _encode((text, time)))
