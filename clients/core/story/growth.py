"""Sentences about advancement: squares, dice and lines that a mat gains."""

from collections.abc import Callable
from typing import Any

from clients.core.names import title
from clients.core.story.telling import Telling
from protocol import battle as ev


def advanced(t: Telling, event: ev.Advanced) -> str:
    """Return the sentence for a square, or a slot of the Cooldown stat, that is gained."""
    price = f" for {event.xp} XP" if event.xp else ""
    what = f"a {title(event.kind)} die" if event.kind else f"1 {title(event.attribute)}"
    return f"{t.names.unit(event.unit)} gains {what}{price}."


def line_trained(t: Telling, event: ev.LineTrained) -> str:
    """Return the sentence for a new line."""
    return f"{t.names.unit(event.unit)} trains {title(event.line)}."


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    ev.Advanced: advanced,
    ev.LineTrained: line_trained,
}
