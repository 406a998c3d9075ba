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
"""A function that is called with each message of a channel, and with None when the subscription
begins or begins again: messages may have been missed before, so the subscriber reads the present
state from the store.
"""

Unsubscribe = Callable[[], None]


class Heartbeats(NamedTuple):
    """The heartbeats that have not run out, as `Fleet.heartbeat` returns them.

    `lapsed`: whether this process's previous heartbeat had run out, so that others may have taken
    its documents over. `left`: by process, this one included, the seconds until its heartbeat runs
    out. `contents`: by process, the content named with its last heartbeat, "" for none.
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
        """Renew the heartbeat of `process` for `seconds`, and return all that have not run out.
        `contents` names the content that the process plays with.
        """

    @abstractmethod
    async def leave(self, process: str) -> None:
        """End the heartbeat of `process`, so that others take its documents over at once."""

    @abstractmethod
    async def host(
        self, kind: str, name: str, process: str, instead_of: str = "", claim: int = 0
    ) -> str:
        """Make `process` the host of a document that has none, or whose host is `instead_of`.

        Returns the host after that, "" if there is no such document. With process "" nothing
        changes, and the present host is returned. The caller raises `claim` each time that the
        process begins to host the document anew; see `unhost`.
        """

    @abstractmethod
    async def unhost(self, kind: str, name: str, process: str, claim: int = 0) -> None:
        """Remove `process` as host of a document.

        Nothing happens if the host is another process, or this one by a higher claim: the call does
        no harm however late it arrives.
        """

    @abstractmethod
    async def send(self, process: str, message: bytes) -> None:
        """Append a message to a process's mailbox.

        After StoreUnavailable the message may be there or not: the caller sends it again, and the
        reader drops what it has read already (`server.cluster.processes.mailbox` numbers its
        batches).
        """

    @abstractmethod
    async def messages(self, process: str, after: str = "") -> list[tuple[str, bytes]]:
        """Return the messages of a mailbox after the one marked `after` ("" for all), as pairs of
        mark and message.

        Waits up to 2 seconds for the first one, then returns an empty list. Messages up to `after`
        are acknowledged by the call: the store may drop them.
        """

    @abstractmethod
    async def publish(self, channel: str, news: bytes) -> None:
        """Send news to the present subscribers of a channel; the store does not keep it."""

    @abstractmethod
    def subscribe(self, channel: str, hear: OnNews) -> Unsubscribe:
        """Call `hear` with each message of a channel, across reconnections. Returns the function
        that ends this.
        """

    def follow(self, battle: BattleId, hear: OnNews) -> Unsubscribe:
        """Call `hear` with each append to a battle, which `appended` decodes. Returns the function
        that ends this.
        """
        return self.subscribe(keys.of(battle, "feed"), hear)


def appended(news: bytes) -> tuple[int, bytes]:
    """Return the version and the entry of an append, from a message of the battle's feed. Raises
    ValueError for any other message.
    """
    version, _, entry = news.partition(b" ")
    return int(version), entry
