"""A queue for what arrives that takes memory only while something is in it.

A deque takes 760 bytes from its start. What arrives is taken at once nearly always, so most
connections never need one.
"""

from collections import deque
from collections.abc import Sequence

from websockets.asyncio.messages import SimpleQueue
from websockets.frames import Frame

_NOTHING: deque[Frame] = deque(maxlen=0)  # shared by all queues that are empty; it stays so


class LazyQueue(SimpleQueue[Frame]):
    """The library's queue of frames, with a deque of its own only while it holds some."""

    def __init__(self) -> None:
        super().__init__()
        self.queue = _NOTHING

    def put(self, item: Frame) -> None:
        """Put a frame into the queue."""
        self._fill()
        super().put(item)

    async def get(self, block: bool = True) -> Frame:
        """Remove and return the first frame; wait for it. Raises EOFError at the end."""
        frame = await super().get(block)
        if not self.queue:
            self.queue = _NOTHING
        return frame

    def put_back(self, items: Sequence[Frame]) -> None:
        """Put frames back at the front."""
        self._fill()
        super().put_back(items)

    def _fill(self) -> None:
        if self.queue is _NOTHING:
            self.queue = deque()
