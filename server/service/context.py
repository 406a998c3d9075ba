"""What request handlers work with: the service's parts by province, not the service itself."""

from collections.abc import Mapping
from typing import NamedTuple

from server.battles import BattleStore, Games, Resources
from server.cluster import Host, Mailbox, OwnedBattles, ProcessHeartbeat, Relay
from server.players import Authentication, Connections, Limits, Players
from server.replays import Library, RecordedBattles
from server.runtime import Lifetime
from server.service.battle_quota import BattleQuota
from server.service.watching import Sources
from server.spectating import Previews
from server.tables import Lobby, Renames, TableRegistry


class People(NamedTuple):
    """Identities, connections, authentication, renames and limits of players."""

    players: Players
    connections: Connections
    authentication: Authentication
    renames: Renames
    limits: Limits


class Battles(NamedTuple):
    """Battles: their rules, journals, rooms, quota and replays, and what visitors watch."""

    games: Games
    store: BattleStore
    owned: OwnedBattles
    quota: BattleQuota
    library: Library
    recorded_battles: RecordedBattles
    sources: Sources
    previews: Previews


class Cluster(NamedTuple):
    """How this process reaches the others: messages, heartbeats, and the two sides of a table."""

    mailbox: Mailbox
    heartbeat: ProcessHeartbeat
    host: Host
    relay: Relay


class Context(NamedTuple):
    """Everything a request handler may use. `services` has the store and the clock.

    `version` of the server and the `costs` of requests by tag are told to clients.
    """

    resources: Resources
    life: Lifetime
    version: str
    costs: Mapping[str, int]
    people: People
    tables: TableRegistry
    lobby: Lobby
    battles: Battles
    cluster: Cluster
