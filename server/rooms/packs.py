"""A battle whose content this process lacks goes to a process that has it.

Where one is alive that has the very content of a battle, and we have not, we do not become its
table's host. What we cannot read is given to such a process as soon as there is one. Until then the
battle is paused, and its people are told what is missing. Other content alone is no reason to wait:
after an upgrade most battles can be gone on with.
"""

from typing import TYPE_CHECKING, NamedTuple

import structlog

from protocol.replies import Opening, Paused
from server.rooms.archive import commit_in
from server.rooms.contents import differences, heard, packs_of
from server.rooms.games import Games
from server.rooms.moving import move
from server.rooms.operator.orders import Reads
from server.rooms.recovery import Unreadable
from server.rooms.refusal import Refusal
from server.rooms.seats import is_on, is_playing
from server.rooms.table import KIND, Table, decode
from server.store.errors import StoreError

if TYPE_CHECKING:
    from server.rooms.hall import Hall

AGAIN_AFTER = 2.0  # seconds; a question is one letter to each process

log = structlog.get_logger(__name__)


class Ability(NamedTuple):
    """Whether a process can set an encounter up, and whether with the very content of a battle."""

    builds: bool
    exactly: bool


def ability(games: Games, order: Reads) -> Ability:
    """What can be done here with a battle's encounter and content."""
    try:
        games.build(order.encounter, order.seats, order.difficulty, order.options)
    except Refusal:
        return Ability(False, False)
    return Ability(True, games.find(order.encounter).content == order.content)


class Packs:
    """What this process does about battles that it has no pack for."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self._seeking: set[str] = set()
        self.lacking: set[str] = set()
        """The encounters and packs of battles that this process had to leave to others."""

    def differing(self) -> list[str]:
        """A line for each pack that is not the same here and at another living process.

        Who tells nothing, as an older release does, is left out.
        """
        hall = self._hall
        others = {who: heard(word) for who, word in hall.pulse.contents.items() if word}
        others.pop(hall.owner, None)
        return differences(hall.games.contents(), others)

    async def abler(self, table: str) -> str:
        """A living process with the very content of the battle on at a table, which we have not;
        "" where there is none, or we can play it as well. Raises StoreError.
        """
        hall = self._hall
        ours = hall.games.contents()
        if all(heard(word) <= ours for word in hall.pulse.contents.values()):
            return ""  # nobody has anything that we have not: the usual case costs nothing
        content = await self._content_at(table)
        if not content or content in ours or not self._who_has(content):
            return ""
        await hall.pulse.beat()  # one that is about to stop tells of no content any more
        able = self._who_has(content)
        return able[0] if able else ""

    def _who_has(self, content: str) -> list[str]:
        pulse = self._hall.pulse
        return [who for who in pulse.others if content in heard(pulse.contents.get(who, ""))]

    async def _content_at(self, table: str) -> str:
        found = await self._hall.services.store.get(KIND, table)
        doc = decode(found[1]) if found is not None else None
        if doc is None or not is_playing(doc) or not doc.state.battles:
            return ""
        order = await self._order(doc.state.battles[-1].battle)
        return order.content if order is not None else ""

    async def seek(self, table: Table, battle: str) -> None:
        """Find a process that can play a battle, as long as we host its table and cannot."""
        if battle in self._seeking:
            return
        self._seeking.add(battle)
        try:
            while self._is_ours(table, battle) and not await self._given(table, battle):
                await self._hall.services.clock.sleep(AGAIN_AFTER)
        finally:
            self._seeking.discard(battle)

    def _is_ours(self, table: Table, battle: str) -> bool:
        hall = self._hall
        here = hall.tables.get(table.id) is table and table.is_hosted and not hall.is_closed
        plays = is_playing(table.doc) and is_on(table.doc.state, battle)
        return here and plays and battle not in hall.rooms

    async def _given(self, table: Table, battle: str) -> bool:
        """Whether there is nothing more to be done."""
        hall = self._hall
        try:
            order = await self._order(battle)
            if order is None:
                return True
            mine = ability(hall.games, order)
            if mine.exactly:
                return True  # it is not for want of content that it cannot be read
            self._tell(table, battle, order, mine)
            found = await hall.command.give_all(order)
            reports = {who: each for who, each in found.items() if each is not None}
            able = [who for who, each in reports.items() if each.get("exactly")]
            if not able and not mine.builds:
                able = [who for who, each in reports.items() if each["reads"]]
            if not able:
                return False
            log.info("table.given_to_pack", table=table.id, battle=battle, process=able[0])
            await move(hall, table, able[0])
        except (StoreError, Refusal) as fault:
            log.warning("table.not_given_to_pack", table=table.id, error=str(fault))
            return False
        return True

    async def _order(self, battle: str) -> Reads | None:
        """What a process needs to have; None where the journal does not say."""
        first = await self._hall.services.store.read(battle, limit=1)
        try:
            pinned = commit_in(first[0][1]).pinned if first else None
        except Unreadable:
            return None
        if not isinstance(pinned, Opening):
            return None
        seats = tuple(one.seat for one in pinned.seats)
        needed = pinned.encounter, seats, pinned.difficulty, pinned.options
        return Reads(*needed, content=pinned.content)

    def _tell(self, table: Table, battle: str, order: Reads, mine: Ability) -> None:
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
            self._hall.hosting.news(table, battle, paused)

    def _missing(self, order: Reads, mine: Ability) -> str:
        """What a battle needs and we lack, in words; noted for whoever asks the process."""
        if not mine.builds:
            self.lacking.add(order.encounter)
            return f"the pack of {order.encounter!r}"
        ours = packs_of(self._hall.games.find(order.encounter).content)
        needed = packs_of(order.content)
        lacking = [name for name, digest in sorted(needed.items()) if ours.get(name) != digest]
        if not lacking:
            return "the release that this battle was begun with"
        self.lacking.update(f"{name}@{needed[name]}" for name in lacking)
        named = ", ".join(map(repr, lacking))
        return f"the pack {named} as it was when this battle began"
