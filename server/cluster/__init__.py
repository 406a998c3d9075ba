"""Many processes as one service: heartbeats, messages between processes, who hosts which table, the
host's and the relaying side of a table, taking over battles of dead processes, handing tables over,
content packs that differ, and what a process does when it is cut off from the store.
"""

from server.cluster.campaign_progress import CampaignProgress
from server.cluster.hand_over import HandOver
from server.cluster.host import Host
from server.cluster.lost_battles import give_up
from server.cluster.orphans import Orphans
from server.cluster.owned_battles import OwnedBattles, OwnerSurroundings
from server.cluster.packs import Packs, PackSurroundings, ability
from server.cluster.passed_requests import HostRequest
from server.cluster.processes import (
    Answers,
    AnyMessage,
    Asks,
    Attends,
    Census,
    Changed,
    CloseTable,
    Command,
    Departs,
    Doc,
    Inspect,
    LookUp,
    LoseBattle,
    Mailbox,
    Moved,
    News,
    Obeyed,
    Order,
    Orders,
    ProcessHeartbeat,
    Reads,
    Rehost,
    SendAway,
    Shows,
    SignedOut,
    Spoken,
    StoreCutOff,
    write_contents,
)
from server.cluster.relay import Relay, RelaySurroundings
from server.cluster.unattended import Unattended

__all__ = [
    "Answers",
    "AnyMessage",
    "Asks",
    "Attends",
    "CampaignProgress",
    "Census",
    "Changed",
    "CloseTable",
    "Command",
    "Departs",
    "Doc",
    "HandOver",
    "Host",
    "HostRequest",
    "Inspect",
    "LookUp",
    "LoseBattle",
    "Mailbox",
    "Moved",
    "News",
    "Obeyed",
    "Order",
    "Orders",
    "Orphans",
    "OwnedBattles",
    "OwnerSurroundings",
    "PackSurroundings",
    "Packs",
    "ProcessHeartbeat",
    "Reads",
    "Rehost",
    "Relay",
    "RelaySurroundings",
    "SendAway",
    "Shows",
    "SignedOut",
    "Spoken",
    "StoreCutOff",
    "Unattended",
    "ability",
    "give_up",
    "write_contents",
]
