"""What an operator's acts and orders need of the service."""

from typing import NamedTuple

from server.battles import Games, Resources
from server.cluster import HandOver, OwnedBattles, ProcessHeartbeat
from server.players import Authentication, Connections, Players
from server.replays import Library
from server.runtime import Lifetime
from server.tables import TableRegistry


class OperatorContext(NamedTuple):
    """Parts of the service. `version` is the version of the server."""

    resources: Resources
    life: Lifetime
    version: str
    games: Games
    players: Players
    connections: Connections
    authentication: Authentication
    tables: TableRegistry
    owned: OwnedBattles
    library: Library
    heartbeat: ProcessHeartbeat
    hand_over: HandOver
