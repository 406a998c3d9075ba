"""Shows battles to visitors: running, over or played back; live, or with the table's delay.

At a table with a delay a spectator is shown only what is due (see `delayed_spectators`), in the
process that plays the battle as in every other. Whether a visitor is a spectator is checked after
the last await: somebody who stood up meanwhile would be shown the live battle otherwise.
"""

from collections.abc import Iterable
from typing import NamedTuple

import structlog

from protocol.ids import NO_BATTLE, BattleId
from protocol.replies import Done
from protocol.requests import Replay, Watch
from server.battles import RecordedBattle, Resources, Room, Unreadable
from server.cluster import OwnedBattles
from server.players import Pay, Visitor, free
from server.replays import Playback, RecordedBattles
from server.runtime import Lifetime, Refusal
from server.spectating import Follower, FollowerRegistry, Timeline
from server.store import StoreError
from server.tables import Table, belongs_to_session, is_current

Watched = Room | Follower | RecordedBattle

log = structlog.get_logger(__name__)


class Sources(NamedTuple):
    """Where the battles that visitors watch come from: rooms, followed journals, recordings."""

    resources: Resources
    life: Lifetime
    owned: OwnedBattles
    follower_registry: FollowerRegistry
    recorded_battles: RecordedBattles


async def watch(sources: Sources, table: Table, visitor: Visitor, request: Watch) -> None:
    """Answer, and show a battle from now on. Raises `Refusal`, `Unreadable`, StoreError."""
    before = table.led_to
    found = await _found(sources, table, visitor, request.battle)
    # Asked before another battle was shown, it says nothing of what is held when this one is.
    after = request.after if visitor.seen in ("", request.battle) else 0
    visitor.seen = request.battle
    if isinstance(found, RecordedBattle):
        visitor.look_at(None)
        visitor.tell(Done(request.ref))
        if after != found.last:
            visitor.tell(found.snapshot(found.last))
    else:
        visitor.tell(Done(request.ref))
        found.watch(visitor, after)
    if table.led_to in (NO_BATTLE, request.battle):
        return
    # Everybody was led there while this was looked for, or while the request was on its way: one
    # that goes on from a version was sent by somebody who had not seen it. Too early for both.
    goes_on = request.after > 0 and belongs_to_session(table.doc.state, request.battle)
    if table.led_to != before or (goes_on and not table.delayed_spectators.has(visitor)):
        await behold(sources, table, table.led_to, (visitor,))


async def behold(
    sources: Sources, table: Table, battle: BattleId, visitors: Iterable[Visitor]
) -> None:
    """Show a running battle to visitors of its table who have not asked for it.

    They share the cost: coming to the table is asking. A failure is logged, never raised.
    """
    everybody = tuple(visitors)
    for spectators in (True, False):
        some = [each for each in everybody if table.delayed_spectators.has(each) is spectators]
        if not some:
            continue
        try:
            pay = _shared_by(some)
            found = await (_behind if spectators else _live)(sources, table, battle, pay)
        except (Refusal, Unreadable, StoreError) as fault:
            log.warning("battle.not_followed", battle=battle, error=str(fault))
            continue
        for visitor in some:
            # Whoever has changed sides meanwhile is shown the other show by `DelayedSpectators`.
            if visitor in table.visitors and table.delayed_spectators.has(visitor) is spectators:
                _begin(found, battle, visitor)


def lead(table: Table, room: Room) -> bool:
    """Show everybody here the battle that a session has called for, or the session again after it.

    Delayed spectators are led when it is due, and nobody away from a replay. Returns False, and
    leads nobody, where no session has to do with the battle.
    """
    lines, battle = table.doc.state.battles, room.battle
    if not room.record.opening.session and all(line.session != battle for line in lines):
        return False
    for each in led_along(table):
        if each not in room.audience.visitors:
            room.watch(each)
    return True


def led_along(table: Table) -> list[Visitor]:
    """Return who goes along between a session and its battles: not who looks at a recording, nor
    delayed spectators, who are led when it is due.
    """
    return [
        each
        for each in table.visitors
        if not isinstance(each.show, Playback) and not table.delayed_spectators.has(each)
    ]


def shown_to(visitor: Visitor) -> BattleId:
    """Return the battle that a visitor watches, or watched last, "" for none."""
    show = visitor.show
    return show.battle if isinstance(show, Room | Follower) else visitor.seen


def _shared_by(visitors: list[Visitor]) -> Pay:
    def pay(tokens: float) -> None:
        for each in visitors:
            each.spend(tokens / len(visitors))

    return pay


def _begin(found: Watched, battle: BattleId, visitor: Visitor) -> None:
    if isinstance(found, RecordedBattle):
        if shown_to(visitor) == battle:
            return  # who was there as it ended has seen it all
        visitor.look_at(None)  # what is still to come of the battle before would be taken for this
        visitor.seen = battle
        visitor.tell(found.snapshot(found.last))
    elif visitor not in found.audience.visitors:
        found.watch(visitor)


async def replay(sources: Sources, table: Table, visitor: Visitor, request: Replay) -> None:
    """Play a battle back to one visitor. Raises `Refusal`, `Unreadable`, StoreError."""
    recorded_battles, clock, battle = (
        sources.recorded_battles,
        sources.resources.clock,
        request.battle,
    )
    await table.check_battle(visitor, battle)
    spectator, pay = table.delayed_spectators.has(visitor), visitor.spend
    recorded: RecordedBattle | None
    if spectator:
        recorded, timeline = await recorded_battles.due(battle, pay)
    else:
        recorded, timeline = await recorded_battles.whole(battle, pay), Timeline(clock)

    async def read_on(recorded: RecordedBattle) -> None:
        known = timeline.last if spectator else recorded.last
        frames = [frame for _, frame in await sources.resources.store.read(battle, known)]
        if spectator:
            await recorded_battles.heard(timeline, frames)
            frames = timeline.due()
        await recorded_battles.add(recorded, frames, pay)

    if recorded is None or table.delayed_spectators.has(visitor) is not spectator:
        raise Refusal("not_now", "There is nothing to be seen of that battle yet.")
    playback = Playback(
        visitor, recorded, clock, read_on, recorded_battles.snapshot, sources.life.spawn
    )
    visitor.look_at(playback)
    visitor.tell(Done(request.ref))
    await playback.start(request.version, request.speed)


async def _found(sources: Sources, table: Table, visitor: Visitor, battle: BattleId) -> Watched:
    while True:
        await table.check_battle(visitor, battle)
        spectator = table.delayed_spectators.has(visitor)
        found = await (_behind if spectator else _live)(sources, table, battle, visitor.spend)
        # Who has sat down or stood up while it was looked for sees the other picture: once more.
        if table.delayed_spectators.has(visitor) is spectator:
            return found


async def _live(sources: Sources, table: Table, battle: BattleId, pay: Pay = free) -> Watched:
    show: Room | Follower | None = sources.owned.rooms.get(battle)
    if show is None and is_current(table.doc.state, battle):
        show = await sources.follower_registry.live(table, battle, pay)
        if table.is_hosted:
            sources.owned.take_up(battle)
        # Asked again: the battle may have come here while its journal was read.
        show = sources.owned.rooms.get(battle, show)
    if show is not None and (isinstance(show, Room) or not show.over):
        return show
    return await sources.recorded_battles.whole(battle, pay)


async def _behind(sources: Sources, table: Table, battle: BattleId, pay: Pay = free) -> Watched:
    if is_current(table.delayed_spectators.view(), battle):
        behind = await sources.follower_registry.behind(table, battle, pay)
        if table.is_hosted and is_current(table.doc.state, battle):
            sources.owned.take_up(battle)
        return behind
    recorded, _ = await sources.recorded_battles.due(battle, pay)
    if recorded is None:
        raise Refusal("unknown", "There is no such battle.")
    return recorded
