"""What operators see of a process and of a table, as plain data. No seed, token, key or invite code
is in it.
"""

from collections.abc import Iterator
from typing import Any

from protocol.ids import PlayerId, SeatId
from protocol.questions import Question
from server.battles import Room
from server.operator.context import OperatorContext
from server.players import Visitor
from server.tables import Table, is_playing

MOST_LISTED = 1000  # players and tables of a process, in one answer that is read by people


def census(context: OperatorContext) -> dict[str, Any]:
    """Return who is connected to this process, and what it does. Lists are cut to `MOST_LISTED`,
    counts are not.
    """
    visitors = context.connections.everybody()
    tables = list(context.tables.tables.values())
    return {
        "process": context.life.owner,
        "version": context.version,
        "draining": context.life.is_draining,
        "connections": len(visitors),
        "battles": len(context.owned.rooms),
        "hosted": sum(table.is_hosted for table in tables),
        "relayed": sum(not table.is_hosted for table in tables),
        "players": [_visitor(each) for each in visitors[:MOST_LISTED]],
        "tables": [_line(context, table) for table in tables[:MOST_LISTED] if table.is_hosted],
    }


def _visitor(visitor: Visitor) -> dict[str, Any]:
    return {
        "player": visitor.player,
        "name": visitor.name,
        "address": visitor.address,
        "table": visitor.place.id if visitor.place is not None else "",
    }


def _line(context: OperatorContext, table: Table) -> dict[str, Any]:
    state = table.doc.state
    return {
        "table": table.id,
        "name": state.name,
        "encounter": state.settings.encounter,
        "phase": state.phase,
        "lost": bool(state.battles) and state.battles[-1].lost,
        "stuck": _stuck(context, table),
        "closed": table.doc.closed is not None,
        "here": len(table.here),
        "seats": len(state.chairs),
        "spectators": table.spectators,
        "battle": table.room.battle if table.room is not None else "",
        "version": table.room.version if table.room is not None else 0,
    }


def report(context: OperatorContext, table: Table) -> dict[str, Any]:
    """Return a table: its seats, who is connected, its last battles, and whose answers it waits
    for.
    """
    state, doc = table.doc.state, table.doc
    names = {member.player: member.name for member in state.members}
    here = table.here
    return {
        **_line(context, table),
        "host": context.life.owner if table.is_hosted else table.host,
        "processes": sorted(table.elsewhere),
        "leader": {"player": state.leader, "name": names.get(state.leader, "")},
        "public": state.settings.public,
        "why_closed": doc.closed or "",
        "chairs": [
            {
                "seat": chair.seat,
                "player": chair.player,
                "name": names.get(chair.player, ""),
                "bot": chair.bot,
                "ready": chair.ready,
                "here": chair.player in here,
            }
            for chair in state.chairs
        ],
        "members": [
            {"player": each.player, "name": each.name, "here": each.player in here}
            for each in state.members
        ],
        "battles": [
            {
                "battle": each.battle,
                "encounter": each.encounter,
                "over": each.over,
                "lost": each.lost,
                "session": each.session,
            }
            for each in state.battles[-10:]
        ],
        "playing": is_playing(doc),
        "questions": list(_questions(table.room, names)) if table.room is not None else [],
    }


def _stuck(context: OperatorContext, table: Table) -> str:
    """Return why the table's battle cannot be recovered, "" if it can be or none is on."""
    if not is_playing(table.doc) or table.room is not None:
        return ""
    return context.owned.unread.get(table.doc.state.battles[-1].battle, "")


def _questions(room: Room, names: dict[PlayerId, str]) -> Iterator[dict[str, Any]]:
    for question in room.record.shown.questions:
        yield {
            "id": question.id,
            "why": question.why,
            "text": question.text,
            "to": list(question.to),
            "waited_for": [_whom(room, seat, names) for seat in _deciding(room, question)],
        }


def _deciding(room: Room, question: Question) -> tuple[SeatId, ...]:
    return room.drivers.deciders(question, room.settings.decides)


def _whom(room: Room, seat: SeatId, names: dict[PlayerId, str]) -> str:
    if room.drivers.is_bot(seat):
        return f"seat {seat} (a bot)"
    name = names.get(room.drivers.player_of(seat), "")
    away = ", away" if room.drivers.is_away(seat) else ""
    return f"seat {seat} ({name or 'nobody'}{away})"
