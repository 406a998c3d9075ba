"""What processes on one store are to each other: heartbeats, the mailbox, messages, orders,
which content each plays with, and what is done by one that the store does not answer any more.
"""

from server.cluster.processes.contents import (
    differences,
    packs_by_name,
    read_contents,
    write_contents,
)
from server.cluster.processes.heartbeat import ProcessHeartbeat
from server.cluster.processes.mailbox import Mailbox
from server.cluster.processes.messages import (
    Answers,
    AnyMessage,
    Asks,
    Attends,
    Changed,
    Departs,
    Doc,
    FromHost,
    Moved,
    News,
    Obeyed,
    Orders,
    Shows,
    SignedOut,
    Spoken,
    ToHost,
)
from server.cluster.processes.orders import (
    Census,
    CloseTable,
    Command,
    Inspect,
    LookUp,
    LoseBattle,
    Order,
    Reads,
    Rehost,
    SendAway,
)
from server.cluster.processes.store_cut_off import StoreCutOff

__all__ = [
    "Answers",
    "AnyMessage",
    "Asks",
    "Attends",
    "Census",
    "Changed",
    "CloseTable",
    "Command",
    "Departs",
    "Doc",
    "FromHost",
    "Inspect",
    "LookUp",
    "LoseBattle",
    "Mailbox",
    "Moved",
    "News",
    "Obeyed",
    "Order",
    "Orders",
    "ProcessHeartbeat",
    "Reads",
    "Rehost",
    "SendAway",
    "Shows",
    "SignedOut",
    "Spoken",
    "StoreCutOff",
    "ToHost",
    "differences",
    "packs_by_name",
    "read_contents",
    "write_contents",
]
