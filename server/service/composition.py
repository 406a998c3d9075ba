"""The parts of the service: made in the order of the packages, each handed what it needs.

What a part has to tell the parts above it comes back through here: tables tell other processes, and
battles their tables, by the protocols of those packages (`Outside`, `Processes`, `Tables`).
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import partial

from protocol.ids import BattleId, PlayerId, TableId
from protocol.replies import Commit, Reply
from protocol.requests import Request
from protocol.tables import TableLine
from server.battles import BattleStore, Games, Resources, Room
from server.cluster import (
    AnyMessage,
    CampaignProgress,
    Command,
    HandOver,
    Host,
    Mailbox,
    Moved,
    Orphans,
    OwnedBattles,
    OwnerSurroundings,
    Packs,
    PackSurroundings,
    ProcessHeartbeat,
    Relay,
    RelaySurroundings,
    StoreCutOff,
    Unattended,
)
from server.operator import Acts, OperatorContext, OrderHandler
from server.players import Authentication, Connections, Door, Limits, Players, Visitor
from server.replays import Library, RecordedBattles
from server.runtime import Lifetime, Slicer
from server.service.battle_quota import BattleQuota
from server.service.context import Battles, Cluster, Context, People
from server.service.housekeeping import Housekeeping
from server.service.request_table import COSTS
from server.service.watching import Sources, behold, lead, led_along
from server.spectating import FollowerRegistry, Previews
from server.store.replay_storage import ReplayStorage
from server.tables import Lobby, Renames, Table, TableRegistry

LEASE_SECONDS = 2.0
"""Seconds for which a process keeps its battles and tables without a heartbeat.

Short, since a battle of a dead process stands still for as long; long enough that two heartbeats
in a row may fail (`BEATS` in `cluster.heartbeat`).
"""


class Composition(ABC):
    """The parts of one server process, and the calls by which lower parts reach higher ones.

    `owner` names the process to others on the store; it has its battles and tables for `lease`
    seconds from each heartbeat. `server` is told to clients. Finished battles are put on the
    `replay_storage`, their journals kept for `retention` seconds, or for ever.
    """

    def __init__(
        self,
        resources: Resources,
        games: Games,
        *,
        owner: str = "",
        server: str = "",
        lease: float = LEASE_SECONDS,
        retention: float | None = None,
        replay_storage: ReplayStorage | None = None,
        limits: Limits | None = None,
        door: Door | None = None,
    ) -> None:
        store, clock = resources.store, resources.clock
        life = self.life = Lifetime(owner or secrets.token_hex(8))
        limits = limits or Limits()
        self.resources, self.games, self.server = resources, games, server
        self.players = Players(store, lambda: clock.unix_ms() // 1000, limits.step)
        self.connections = Connections(limits)
        self.authentication = Authentication(self.players, store, clock, door or Door())
        self.battles = BattleStore(store, games, life.owner, lease, resources.observers)
        slicer = Slicer()
        self.previews = Previews(slicer)
        self.library = Library(self.battles, clock, life.spawn, replay_storage, retention)
        self.recorded_battles = RecordedBattles(self.library, clock, slicer)
        self.lobby = Lobby(store, clock, life.spawn)
        self.mailbox = Mailbox(store, life.owner, clock, life.spawn, self._deliver)
        news = self._died, self._lapsed, self._content
        self.heartbeat = ProcessHeartbeat(store.fleet, life.owner, clock, lease, *news)
        self._lease = lease
        self._play_and_relay()
        self._operate()
        self._serve(limits)

    # Composition: each part is handed what it needs. The order is that of the packages.

    def _play_and_relay(self) -> None:
        """Make tables, the battles played here, and the parts that speak with other processes."""
        resources, life, ladder = self.resources, self.life, self.players.ladder
        self.table_registry = TableRegistry(resources, life, self, self)
        self.follower_registry = FollowerRegistry(
            resources, life, self.battles.rules, self.library.reopen
        )
        surroundings = OwnerSurroundings(
            resources, self.games, self.battles, self.library, ladder, self._lease, life.spawn
        )
        self.owned = OwnedBattles(surroundings, self)
        # Whoever starts the process calls its `begin` and `stop`.
        self.campaign_progress = CampaignProgress(
            resources, self.games, life, self.table_registry, self.owned
        )
        self._sources = Sources(
            resources, life, self.owned, self.follower_registry, self.recorded_battles
        )
        self.relay = Relay(
            RelaySurroundings(
                resources,
                life,
                self.table_registry,
                self.mailbox,
                self.heartbeat,
                self.follower_registry,
                self.recorded_battles,
                self.handle,
                partial(behold, self._sources),
                self.owned.take_up,
            )
        )
        self.host = Host(
            resources,
            life,
            self.table_registry,
            self.mailbox,
            self.heartbeat,
            self.relay,
            self.handle,
        )
        self.handing_over = HandOver(
            resources,
            life,
            self.table_registry,
            self.owned,
            self.relay,
            self.mailbox,
            self.heartbeat,
        )

    def _operate(self) -> None:
        """Make what operators act by, and what one process orders of another."""
        resources, life = self.resources, self.life
        self._operating = OperatorContext(
            resources,
            life,
            self.server,
            self.games,
            self.players,
            self.connections,
            self.authentication,
            self.table_registry,
            self.owned,
            self.library,
            self.heartbeat,
            self.handing_over,
        )
        self.command = Command(life, self.mailbox, self.heartbeat, OrderHandler(self._operating))
        self.packs = Packs(
            PackSurroundings(
                resources,
                life,
                self.games,
                self.table_registry,
                self.owned,
                self.heartbeat,
                self.command,
                self.handing_over,
                self.host.news,
            )
        )

    def _serve(self, limits: Limits) -> None:
        """Make what request handlers work with."""
        resources, life = self.resources, self.life
        self._orphans = Orphans(
            resources, self.battles, self.library, self.table_registry, self.owned
        )
        self.context = Context(
            resources,
            life,
            self.server,
            COSTS,
            People(
                self.players,
                self.connections,
                self.authentication,
                Renames(resources, life, self.players, self.connections, self.table_registry),
                limits,
            ),
            self.table_registry,
            self.lobby,
            Battles(
                self.games,
                self.battles,
                self.owned,
                BattleQuota(limits, self.owned.rooms, self.table_registry.tables),
                self.library,
                self.recorded_battles,
                self._sources,
                self.previews,
            ),
            Cluster(self.mailbox, self.heartbeat, self.host, self.relay),
        )

    @property
    def owner(self) -> str:
        """Return the name of this process on the store."""
        return self.life.owner

    @property
    def is_draining(self) -> bool:
        """Return whether it takes nothing new, because it is about to end."""
        return self.life.is_draining

    @property
    def rooms(self) -> dict[BattleId, Room]:
        """Return the battles that this process plays."""
        return self.owned.rooms

    @property
    def lines(self) -> dict[TableId, TableLine]:
        """Return the public tables of all processes."""
        return self.lobby.lines

    # What else a process does with it

    def housekeeping(self, untouched: float | None) -> Housekeeping:
        """Return the rounds that clean up the store. The caller calls `begin` and `stop`.

        `untouched`: seconds, see `Housekeeping`.
        """
        return Housekeeping(self.context, self._orphans, untouched)

    def unattended(self, after: float) -> Unattended:
        """Return what frees the memory of battles that nobody was at for `after` seconds, 0: never.

        The caller calls `begin` and `stop`.
        """
        return Unattended(self.resources.clock, self.life, self.table_registry, self.owned, after)

    def store_cut_off(
        self, seconds: float, visitors: Callable[[], Iterable[Visitor]]
    ) -> StoreCutOff:
        """Return what sends `visitors` to other processes once the store is silent for `seconds`.

        The caller calls `begin` and `end`.
        """
        return StoreCutOff(
            self.heartbeat, self.resources.store, self.resources.clock, seconds, visitors
        )

    def acts(self, retention: float) -> Acts:
        """Return what operators can do; the record of it is kept for `retention` seconds."""
        return Acts(self._operating, self.command, retention)

    # What the service itself does

    @abstractmethod
    async def handle(self, visitor: Visitor, request: Request, once: str = "") -> None:
        """Grant or refuse one request. Never raises, except when cancelled."""

    @abstractmethod
    def _deliver(self, sender: str, message: AnyMessage) -> None:
        """Pass a message from another process to the part that it is for. Must not wait."""

    @abstractmethod
    def _died(self, processes: frozenset[str]) -> None:
        """Replace processes whose heartbeats have stopped. Called once for each of them."""

    @abstractmethod
    def _lapsed(self) -> None:
        """Look again who hosts our tables: our own heartbeat came too late for the others."""

    @abstractmethod
    def _content(self) -> str:
        """Return this process's content as its heartbeats carry it, "" while draining."""

    # Tables and battles, for request handlers and others

    @property
    def tables(self) -> dict[TableId, Table]:
        """Return the tables in use here."""
        return self.table_registry.tables

    async def table(self, table: TableId) -> Table:
        """Return a table in use, or open it from the store. Raises `Refusal`, StoreError."""
        return await self.table_registry.table(table)

    def forget_if_idle(self, table: Table) -> None:
        """Drop a table from memory, unless somebody uses it; the store keeps its document."""
        self.table_registry.forget_if_idle(table)

    def take_up(self, battle: BattleId) -> None:
        """Start a task that recovers a battle from its journal, if this process hosts its table."""
        self.owned.take_up(battle)

    # What tables and battles report

    def changed(self, table: Table) -> None:
        """Update the lobby and tell the other processes: a table's document has a new revision."""
        self.lobby.changed(table.doc)
        if table.is_hosted:
            self.host.show(table)
        else:
            self.relay.changed(table)

    def unsure(self, table: Table) -> None:
        """Find out, once the store is back, whether a document whose write failed was written."""
        self.life.spawn(self.host.settle(table))

    def news(self, table: Table, battle: BattleId, reply: Reply, mark: str = "") -> None:
        """Send a message to the other processes with visitors at a table that this one hosts.

        Visitors in this process are told by the table. "" as `battle` is for everybody there, an id
        for those who watch that battle. `mark`: see `chat_dedup`.
        """
        self.host.news(table, battle, reply, mark)

    def attend(self, table: Table, *, fully: bool) -> None:
        """Tell the host of a table who of ours is there; see `attend` of `cluster.relay`."""
        self.relay.attend(table, fully=fully)

    def part(self, table: Table, players: frozenset[PlayerId]) -> None:
        """Disconnect visitors here who are members or guests of a private table no longer."""
        self.life.spawn(self.table_registry.part(table, players))

    def behold(self, table: Table, battle: BattleId, visitors: Iterable[Visitor]) -> None:
        """Start to show a battle to visitors; spectators see it with the table's delay."""
        self.life.spawn(behold(self._sources, table, battle, visitors))

    def led(self, table: Table, battle: BattleId) -> None:
        """Lead everybody here to the battle to which another process's session has come."""
        self.behold(table, battle, led_along(table))

    def wanted(self, table: Table) -> None:
        """Bring a table's battle that was put aside back into memory: somebody is there."""
        self.owned.bring_back(table)

    def held(self, table: Table, owner: str) -> None:
        """Tell `owner`, which plays a battle of a table hosted here, that it is not the host."""
        self.host.moved(owner, table.id)

    def room_opened(self, table: Table, room: Room) -> None:
        """Stop following a battle that is played here now; submit the requests that waited."""
        self.relay.room_opened(table, room)
        if lead(table, room):
            self.host.shows(table, room.battle)

    def room_lost(self, table: Table, room: Room) -> None:
        """Follow a battle that goes on in another process; pass its open requests on."""
        self.relay.room_lost(table, room)

    # `Processes`: what the tables in use need

    async def abler(self, table: TableId) -> str:
        """Return a living process that has the content of a table's battle, if this one lacks it.

        "" where there is none, or this process has the content itself. Raises StoreError.
        """
        return await self.packs.abler(table)

    async def lives(self, process: str) -> bool:
        """Return whether a process gives heartbeats. Raises StoreError."""
        return await self.heartbeat.lives(process)

    def moved(self, process: str, table: TableId) -> None:
        """Tell a process that it may have to host a table, or does so no longer."""
        self.mailbox.send(process, Moved(table))

    def departed(self, table: Table) -> None:
        """Tell the host of a table that this process has no visitors there any more."""
        self.relay.depart(table)

    def drop_requests(self, table: Table, visitor: Visitor) -> None:
        """Forget the requests that a visitor has made of the host: no answer is passed on."""
        self.relay.passed.drop(table, visitor)

    def is_taking_up(self, battle: BattleId) -> bool:
        """Return whether a battle is being recovered from its journal."""
        return battle in self.owned.taking_up

    async def seek(self, table: Table, battle: BattleId) -> None:
        """Give a table to a process that has its battle's content, as long as this one lacks it."""
        await self.packs.seek(table, battle)

    def committed(self, table: Table, commit: Commit) -> None:
        """Settle the passed-on intents that a commit of a followed battle answers."""
        self.relay.committed(table, commit)
