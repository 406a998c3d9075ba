"""What operators see of a process and of a table: plain data, and no secret of any."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from protocol.questions import Question
from server.rooms.room import Room
from server.rooms.seats import is_playing
from server.rooms.table import Table
from server.rooms.visitor import Visitor

if TYPE_CHECKING:
    from server.rooms.hall import Hall

MOST_LISTED = 1000


def census(hall: "Hall") -> dict[str, Any]:
    """Who is connected to this process, and what it does. Long lists are cut; counts are not."""
    visitors = hall.present.everybody()
    tables = list(hall.tables.values())
    return {
        "process": hall.owner,
        "version": hall.server,
        "draining": hall.is_draining,
        "connections": len(visitors),
        "battles": len(hall.rooms),
        "hosted": sum(table.is_hosted for table in tables),
        "relayed": sum(not table.is_hosted for table in tables),
        "players": [_visitor(each) for each in visitors[:MOST_LISTED]],
        "tables": [_line(hall, table) for table in tables[:MOST_LISTED] if table.is_hosted],
    }


def _visitor(visitor: Visitor) -> dict[str, Any]:
    return {
        "player": visitor.player,
        "name": visitor.name,
        "address": visitor.address,
        "table": visitor.place.id if visitor.place is not None else "",
    }


def _line(hall: "Hall", table: Table) -> dict[str, Any]:
    state = table.doc.state
    return {
        "table": table.id,
        "name": state.name,
        "encounter": state.settings.encounter,
        "phase": state.phase,
        "lost": bool(state.battles) and state.battles[-1].lost,
        "stuck": _stuck(hall, table),
        "closed": table.doc.closed is not None,
        "here": len(table.here),
        "seats": len(state.chairs),
        "spectators": table.spectators,
        "battle": table.room.battle if table.room is not None else "",
        "version": table.room.version if table.room is not None else 0,
    }


def report(hall: "Hall", table: Table) -> dict[str, Any]:
    """A table: seats, who is there, who is waited for."""
    state, doc = table.doc.state, table.doc
    names = {member.player: member.name for member in state.members}
    here = table.here
    return {
        **_line(hall, table),
        "host": hall.owner if table.is_hosted else table.host,
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
            }
            for each in state.battles[-10:]
        ],
        "playing": is_playing(doc),
        "questions": list(_questions(table.room, names)) if table.room is not None else [],
    }


def _stuck(hall: "Hall", table: Table) -> str:
    """Why the table's battle cannot be taken up, "" where it can or none is on."""
    if not is_playing(table.doc) or table.room is not None:
        return ""
    return hall.owned.unread.get(table.doc.state.battles[-1].battle, "")


def _questions(room: Room, names: dict[str, str]) -> Iterator[dict[str, Any]]:
    for question in room.record.shown.questions:
        yield {
            "id": question.id,
            "why": question.why,
            "text": question.text,
            "to": list(question.to),
            "waited_for": [_whom(room, seat, names) for seat in _deciding(room, question)],
        }


def _deciding(room: Room, question: Question) -> tuple[str, ...]:
    return room.seating.deciders(question, room.settings.decides)


def _whom(room: Room, seat: str, names: dict[str, str]) -> str:
    if room.seating.is_bot(seat):
        return f"seat {seat} (a bot)"
    name = names.get(room.seating.player_of(seat), "")
    away = ", away" if room.seating.is_away(seat) else ""
    return f"seat {seat} ({name or 'nobody'}{away})"
