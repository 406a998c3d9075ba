"""A battle whose content this process lacks goes to a process that has it.

Where one is alive that has the very content of a battle, and we have not, we do not become its
table's host. What we cannot read is given to such a process as soon as there is one. Until then the
battle is paused, and its people are told what is missing. Other content alone is no reason to wait:
after an upgrade most battles can be gone on with.
"""

from collections.abc import Callable
from typing import NamedTuple

import structlog

from protocol.ids import BattleId, TableId
from protocol.replies import Opening, Paused, Reply
from server.battles import Games, Resources, Unreadable, commit_in
from server.cluster.hand_over import HandOver
from server.cluster.owned_battles import OwnedBattles
from server.cluster.processes import (
    Command,
    ProcessHeartbeat,
    Reads,
    differences,
    packs_by_name,
    read_contents,
)
from server.runtime import Lifetime, Refusal
from server.store import StoreError
from server.tables import KIND, Table, TableRegistry, decode, is_on, is_playing

AGAIN_AFTER = 2.0  # seconds; a question is one message to each process

log = structlog.get_logger(__name__)


class Ability(NamedTuple):
    """Whether a process can set an encounter up, and whether with exactly a battle's content."""

    builds: bool
    exactly: bool


def ability(games: Games, order: Reads) -> Ability:
    """Return what can be done here with a battle's encounter and content."""
    try:
        games.build(order.encounter, order.seats, order.difficulty, order.options)
    except Refusal:
        return Ability(False, False)
    return Ability(True, games.find(order.encounter).content == order.content)


class PackSurroundings(NamedTuple):
    """What packs are looked for with. `tell` tells whoever watches a battle, in every process."""

    resources: Resources
    life: Lifetime
    games: Games
    tables: TableRegistry
    owned: OwnedBattles
    heartbeat: ProcessHeartbeat
    command: Command
    hand_over: HandOver
    tell: Callable[[Table, BattleId, Reply], None]


class Packs:
    """What this process does about battles that it has no pack for."""

    def __init__(self, around: PackSurroundings) -> None:
        self._around = around
        self._seeking: set[str] = set()
        self.lacking: set[str] = set()
        """The encounters and packs of battles that this process had to leave to others."""

    def differing(self) -> list[str]:
        """Return a line for each pack that is not the same here and at another living process.

        Who tells nothing, as an older release does, is left out.
        """
        around = self._around
        others = {
            who: read_contents(word) for who, word in around.heartbeat.contents.items() if word
        }
        others.pop(around.life.owner, None)
        return differences(around.games.contents(), others)

    async def abler(self, table: TableId) -> str:
        """Return a living process that has exactly the content of a table's running battle.

        "" where there is none, or where this process can play it as well. Raises StoreError.
        """
        around = self._around
        ours = around.games.contents()
        if all(read_contents(word) <= ours for word in around.heartbeat.contents.values()):
            return ""  # nobody has anything that we have not: the usual case costs nothing
        content = await self._content_at(table)
        if not content or content in ours or not self._who_has(content):
            return ""
        await around.heartbeat.beat()  # one that is about to stop tells of no content any more
        able = self._who_has(content)
        return able[0] if able else ""

    def _who_has(self, content: str) -> list[str]:
        heartbeat = self._around.heartbeat
        return [
            who
            for who in heartbeat.others
            if content in read_contents(heartbeat.contents.get(who, ""))
        ]

    async def _content_at(self, table: TableId) -> str:
        found = await self._around.resources.store.get(KIND, table)
        doc = decode(found[1]) if found is not None else None
        if doc is None or not is_playing(doc) or not doc.state.battles:
            return ""
        order = await self._order(doc.state.battles[-1].battle)
        return order.content if order is not None else ""

    async def seek(self, table: Table, battle: BattleId) -> None:
        """Find a process that can play a battle, as long as we host its table and cannot."""
        if battle in self._seeking:
            return
        self._seeking.add(battle)
        try:
            while self._is_ours(table, battle) and not await self._given(table, battle):
                await self._around.resources.clock.sleep(AGAIN_AFTER)
        finally:
            self._seeking.discard(battle)

    def _is_ours(self, table: Table, battle: BattleId) -> bool:
        around = self._around
        here = (
            around.tables.tables.get(table.id) is table
            and table.is_hosted
            and not around.life.is_closed
        )
        plays = is_playing(table.doc) and is_on(table.doc.state, battle)
        return here and plays and battle not in around.owned.rooms

    async def _given(self, table: Table, battle: BattleId) -> bool:
        """Try to give a table to a process with its content; True where no more is to be done."""
        around = self._around
        try:
            order = await self._order(battle)
            if order is None:
                return True
            mine = ability(around.games, order)
            if mine.exactly:
                return True  # it is not for want of content that it cannot be read
            self._tell(table, battle, order, mine)
            found = await around.command.give_all(order)
            reports = {who: each for who, each in found.items() if each is not None}
            able = [who for who, each in reports.items() if each.get("exactly")]
            if not able and not mine.builds:
                able = [who for who, each in reports.items() if each["reads"]]
            if not able:
                return False
            log.info("table.given_to_pack", table=table.id, battle=battle, process=able[0])
            await around.hand_over.move(table, able[0])
        except (StoreError, Refusal) as fault:
            log.warning("table.not_given_to_pack", table=table.id, error=str(fault))
            return False
        return True

    async def _order(self, battle: BattleId) -> Reads | None:
        """Return what a process needs to have; None where the journal does not say."""
        first = await self._around.resources.store.read(battle, limit=1)
        try:
            pinned = commit_in(first[0][1]).pinned if first else None
        except Unreadable:
            return None
        if not isinstance(pinned, Opening):
            return None
        seats = tuple(one.seat for one in pinned.seats)
        needed = pinned.encounter, seats, pinned.difficulty, pinned.options
        return Reads(*needed, content=pinned.content)

    def _tell(self, table: Table, battle: BattleId, order: Reads, mine: Ability) -> None:
        what = self._missing(order, mine)
        text = (
            f"No server here has {what} just now. "
            "The battle goes on as soon as one that has it is back."
        )
        paused = Paused(battle, text)
        known = [each for each in table.circumstances.all(battle) if each == paused]
        if not known:
            log.error(
                "battle.pack_missing", battle=battle, table=table.id, encounter=order.encounter
            )
            table.circumstances.learn(battle, paused)
            if table.following is not None and table.following.battle == battle:
                table.following.audience.tell(paused)
            self._around.tell(table, battle, paused)

    def _missing(self, order: Reads, mine: Ability) -> str:
        """Return what a battle needs and we lack, in words; noted for whoever asks the process."""
        if not mine.builds:
            self.lacking.add(order.encounter)
            return f"the pack of {order.encounter!r}"
        ours = packs_by_name(self._around.games.find(order.encounter).content)
        needed = packs_by_name(order.content)
        lacking = [name for name, pack in sorted(needed.items()) if ours.get(name) != pack]
        if not lacking:
            return "the release that this battle was begun with"
        self.lacking.update(str(needed[name]) for name in lacking)
        named = ", ".join(map(repr, lacking))
        return f"the pack {named} as it was when this battle began"
