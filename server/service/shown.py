"""What a link that people hand on shows of a battle or a table, to whoever reads it.

A stranger is shown what a spectator of a public table sees now, its delay kept. Of a private table
there is nothing, in the same way as of one that does not exist.
"""

from typing import Any, NamedTuple

from protocol.ids import NO_BATTLE, BattleId, TableId
from protocol.replies import Opening
from protocol.tables import TableState
from server.battles import Unreadable
from server.players import SHOWN_FACTOR, Pay, free
from server.runtime import Refusal
from server.service.context import Context
from server.service.replay_sharing import document_of
from server.tables import held_back


class SharedView(NamedTuple):
    """A battle or a table in sight. `name` is a public table's, `players` are those of its people;
    `state` is the battle's, as plain data, None where none has begun; `version` says which one.
    `ground` is the id of the encounter whose ground is painted, where `encounter` has its name.
    """

    name: str
    encounter: str
    difficulty: str
    players: tuple[str, ...]
    state: dict[str, Any] | None = None
    version: int = 0
    ground: str = ""


async def shown_battle(context: Context, battle: BattleId, pay: Pay = free) -> SharedView | None:
    """Return what may be seen of a battle, None for nothing. Raises StoreError."""
    try:
        table = await context.battles.library.table_of(battle, pay)
        seen = await _public(context, table)
        if seen is None or all(line.battle != battle for line in seen.battles):
            return None
        recorded, _ = await context.battles.recorded_battles.due(battle, _dearly(pay))
    except (Refusal, Unreadable):
        return None
    if recorded is None:
        return _table(seen)
    state, _ = recorded.at(recorded.last)
    opening = recorded.opening
    return SharedView(
        seen.name, opening.encounter, opening.difficulty, _people(opening), state, recorded.last
    )


async def shown_table(context: Context, table: TableId, pay: Pay = free) -> SharedView | None:
    """Return what may be seen of a table, with its latest battle; None for nothing. Raises
    StoreError.
    """
    seen = await _public(context, table)
    if seen is None:
        return None
    battle = seen.battles[-1].battle if seen.battles else NO_BATTLE
    found = await shown_battle(context, battle, pay) if battle else None
    return found or _table(seen)


def _table(seen: TableState) -> SharedView:
    names = {member.player: member.name for member in seen.members}
    seated = tuple(names[chair.player] for chair in seen.chairs if chair.player in names)
    return SharedView(seen.name, seen.settings.encounter, seen.settings.difficulty, seated)


def _people(opening: Opening) -> tuple[str, ...]:
    return tuple(seat.name for seat in opening.seats if seat.name)


async def _public(context: Context, table: TableId) -> TableState | None:
    """Return a public table as a spectator sees it."""
    doc = await document_of(context, table)
    if doc is None or not doc.state.settings.public:
        return None
    return held_back.as_seen(doc.held, doc.state, context.resources.clock.unix_ms())


def _dearly(pay: Pay) -> Pay:
    return lambda tokens: pay(SHOWN_FACTOR * tokens)
