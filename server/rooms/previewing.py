"""Answering what would happen in a battle: at once, beside the play, from what everybody sees."""

import secrets

import structlog

from protocol.replies import Previewed
from protocol.requests import Preview
from server.rooms.following import Following
from server.rooms.room import Room
from server.rooms.visitor import Visitor

log = structlog.get_logger(__name__)


def preview(visitor: Visitor, request: Preview) -> None:
    """Tell a visitor what was asked about the battle that it watches. Never raises."""
    show = visitor.show
    if not isinstance(show, (Room, Following)) or not show.version:
        visitor.refuse(request.ref, "not_now", "You are not watching a running battle.")
        return
    try:
        version, state, rules = show.foreseeable()
        found = rules.preview(state, request.what, request.unit, request.picks)
    except Exception as fault:
        error = secrets.token_hex(4)
        log.error(
            "preview.failed",
            error=error,
            battle=show.battle,
            version=show.version,
            doing=str(request),
            exc_info=fault,
        )
        visitor.refuse(request.ref, "defect", f"That cannot be foreseen. Error {error}.")
        return
    visitor.tell(Previewed(request.ref, version, found))
