"""What server processes write to each other: about a table, from a relaying process to its host and
back, and about players. Messages travel in batches, each with its sender and the sender's number.
"""

import msgspec
from msgspec import Struct

from protocol.ids import BattleId, PlayerId, TableId


class ProcessMessage(Struct, frozen=True, array_like=True, gc=False):
    """The base of every message between processes; `table` is "" for a message of no table."""

    table: TableId


class Attends(ProcessMessage, frozen=True, array_like=True, tag="attends"):
    """To the host: the sender has visitors there; these members, and so many others.

    `anew`: tell me everything; `revision` is the document that the sender holds.
    """

    revision: int
    here: tuple[PlayerId, ...]
    others: int
    anew: bool = False


class Departs(ProcessMessage, frozen=True, array_like=True, tag="departs"):
    """To the host: nobody of the sender's is there any more."""


class Changed(ProcessMessage, frozen=True, array_like=True, tag="changed"):
    """To the host: the sender has written this revision of the document."""

    revision: int


class Asks(ProcessMessage, frozen=True, array_like=True, tag="asks"):
    """To the host: a request (its frame) of a player, under the sender's number for it.

    `once` makes a repeated request count once: for a start or a move the battle that it means, for
    a line of chat or a ping its mark. `trace` and `address` are the visitor's.
    """

    number: int
    player: PlayerId
    name: str
    request: bytes
    once: str = ""
    trace: str = ""
    address: str = ""


class Answers(ProcessMessage, frozen=True, array_like=True, tag="answers"):
    """From the host: the reply to a request."""

    number: int
    reply: bytes


class Doc(ProcessMessage, frozen=True, array_like=True, tag="doc"):
    """From the host: the table's document, and who is there in all processes."""

    revision: int
    doc: bytes
    here: tuple[PlayerId, ...]
    spectators: int


class Spoken(ProcessMessage, frozen=True, array_like=True, tag="spoken", gc=True):
    """From the host: the chat so far, and the lines' marks."""

    said: tuple[bytes, ...]
    marks: tuple[str, ...] = ()


class News(ProcessMessage, frozen=True, array_like=True, tag="news"):
    """From the host: a message for all at the table or, with `battle`, for all who watch that.

    What people say bears a mark: told twice, by two hosts, it is heard once.
    """

    battle: BattleId
    reply: bytes
    mark: str = ""


class Shows(ProcessMessage, frozen=True, array_like=True, tag="shows"):
    """From the host: everybody at the table watches this battle from now on."""

    battle: BattleId


class Moved(ProcessMessage, frozen=True, array_like=True, tag="moved"):
    """The sender does not host the table: find out who does, or do it."""


class SignedOut(ProcessMessage, frozen=True, array_like=True, tag="signed_out"):
    """To everybody: a player's tokens of older generations count no longer. Of no table ("")."""

    player: PlayerId
    generation: int


class Orders(ProcessMessage, frozen=True, array_like=True, tag="orders"):
    """To any process: an operator's order, under the sender's number for it. Of no table ("")."""

    number: int
    order: bytes


class Obeyed(ProcessMessage, frozen=True, array_like=True, tag="obeyed"):
    """To the sender of an order: what its receiver returned."""

    number: int
    report: bytes


AnyMessage = (
    Attends
    | Departs
    | Changed
    | Asks
    | Answers
    | Doc
    | Spoken
    | News
    | Shows
    | Moved
    | SignedOut
    | Orders
    | Obeyed
)


ToHost = Attends | Departs | Changed | Asks
"""What a relaying process tells the host of a table."""
FromHost = Answers | Doc | Spoken | News | Shows | Moved
"""What the host of a table tells those who relay it."""


class Batch(Struct, frozen=True, array_like=True):
    """Messages that were sent together."""

    sender: str
    number: int
    messages: tuple[AnyMessage, ...]


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Batch).decode
