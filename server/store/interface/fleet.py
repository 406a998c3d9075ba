"""How processes on one store find each other and exchange messages.

No journal depends on this: leases and epochs keep journals right. It decides which process tries
first, and carries messages.

- A *heartbeat* counts for some seconds. A process without one is dead to the others.
- A document has at most one *host*: the process that acts for it. The host is no lease: others may
  take a dead one's place, and a host that wakes late learns at its next heartbeat that it was
  thought dead.
- Every process has a *mailbox*, a bounded stream of messages, read in the order of arrival.
- A *channel* carries news to its subscribers of that moment, and keeps nothing. A battle's feed is
  one: the store publishes every append there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from protocol.ids import BattleId
from server.store.interface import keys

OnNews = Callable[[bytes | None], None]
"""Called with news. None means: the subscription stands from now on, and news may have been missed
before; the subscriber then reads what it follows from the store itself.
"""

Unsubscribe = Callable[[], None]


class Heartbeats(NamedTuple):
    """The heartbeats at one moment: seconds for which each process's still counts, ours too.

    `lapsed`: ours had run out before, so others may have taken us for dead. `contents`: the
    content that each named with its last heartbeat, "" where it named none.
    """

    lapsed: bool
    left: dict[str, float]
    contents: dict[str, str]


class Fleet(ABC):
    """The part of a store by which processes find and hear each other.

    Errors are those of `Store`. Names of processes, kinds and documents are ids as there.
    """

    @abstractmethod
    async def heartbeat(self, process: str, seconds: float, contents: str = "") -> Heartbeats:
        """Count as alive for `seconds`, playing with `contents`; returns all heartbeats."""

    @abstractmethod
    async def leave(self, process: str) -> None:
        """Count as dead from now on; the others take this process's tables over at once."""

    @abstractmethod
    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """Become a document's host where it has none, or in place of `instead_of`.

        Returns the host after that, "" where there is no such document. With process "" it only
        tells who the host is. `claim` is
        higher each time the process begins to host the document anew.
        """

    @abstractmethod
    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """Be a document's host no longer; harmless where another one is.

        Harmless as well, however late it comes, where the process is it by a higher claim since.
        """

    @abstractmethod
    async def send(self, process: str, message: bytes) -> None:
        """Append a message to a process's mailbox.

        After StoreUnavailable it may be there or not: send it again, and let the reader drop what
        it has read (`server.cluster.processes.mailbox` numbers its batches).
        """

    @abstractmethod
    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """Return a mailbox's messages after the one marked `after` ("" for all), each with its
        mark.

        Waits up to 2 seconds for the first one, then returns an empty list. Messages up to `after`
        are acknowledged by this and may be dropped.
        """

    @abstractmethod
    async def publish(self, channel: str, news: bytes) -> None:
        """Send news to the channel's subscribers of this moment."""

    @abstractmethod
    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """Call `hear` with a channel's news, across reconnections, until the result is called."""

    def follow(self, battle: BattleId, hear: OnNews) -> Unsubscribe:
        """Subscribe to a battle's appends; `appended` reads the news."""
        return self.subscribe(keys.of(battle, "feed"), hear)


def appended(news: bytes) -> tuple[int, bytes]:
    """Return the version and entry, from the news of a battle's feed. Raises ValueError for
    other news.
    """
    version, _, entry = news.partition(b" ")
    return int(version), entry
