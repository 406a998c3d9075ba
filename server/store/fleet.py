"""What processes on one store tell each other, and how each knows which of the others are alive.

None of this is needed to keep a journal right: leases and epochs do that. It only decides who
tries, and carries words from one process to another.

- A *sign of life* counts for some seconds. Who gives none any more is dead to the others.
- A document has at most one *host*: the process that acts for it. The host is no lease: others may
  take a dead one's place, and a host that wakes late learns at its next sign of life that it was
  thought dead.
- Every process has a *box*, a bounded stream of letters, read in the order in which they came.
- A *channel* carries news to whoever listens at that moment, and keeps nothing. A battle's feed is
  one: the store publishes every append there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from server.store import keys

Hear = Callable[[bytes | None], None]
"""Called with news; with None once listening has begun, and again whenever some may be missing."""

Stop = Callable[[], None]


class Signs(NamedTuple):
    """The signs of life at one moment: seconds that each process's still counts, ours too.

    `lapsed`: ours had run out before, so others may have taken us for dead. `contents`: what each
    said with its last sign of the content that it plays with; "" where it said nothing.
    """

    lapsed: bool
    left: dict[str, float]
    contents: dict[str, str]


class Fleet(ABC):
    """The part of a store by which processes find and hear each other.

    Errors are those of `Store`. Names of processes, kinds and documents are ids as there.
    """

    @abstractmethod
    async def sign(self, process: str, seconds: float, contents: str = "") -> Signs:
        """Give a sign of life that counts so long, with a word about our content, and learn of all
        others.
        """

    @abstractmethod
    async def resign(self, process: str) -> None:
        """Be dead to the others at once."""

    @abstractmethod
    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """Become a document's host where it has none, or `instead_of`; gives who is its host now.

        Gives "" where there is no such document, and for process "" what stands there. `claim` is
        higher each time the process begins to host the document anew.
        """

    @abstractmethod
    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """Be a document's host no longer; harmless where another one is.

        Harmless as well, however late it comes, where the process is it by a higher claim since.
        """

    @abstractmethod
    async def send(self, process: str, letter: bytes) -> None:
        """Put a letter into a process's box. After StoreUnavailable it may be there or not."""

    @abstractmethod
    async def letters(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """Letters of a box after the one with that mark ("" for all), each with its own mark.

        Waits some seconds for the first one. What stands up to `after` may be let go.
        """

    @abstractmethod
    async def publish(self, channel: str, news: bytes) -> None:
        """Tell whoever listens now."""

    @abstractmethod
    def listen(self, channel: str, hear: Hear) -> Stop:
        """Hear a channel from now on, across losses of the connection; the result ends that."""

    def follow(self, battle: str, hear: Hear) -> Stop:
        """Hear of a battle's appends; `appended` reads what is heard."""
        return self.listen(keys.of(battle, "feed"), hear)


def appended(news: bytes) -> tuple[int, bytes]:
    """Version and entry in news of a battle's feed."""
    version, _, entry = news.partition(b" ")
    return int(version), entry
