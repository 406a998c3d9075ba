"""Hexwarden in a terminal: `play` and `watch` at a table, `step_through` a replay file."""

from clients.terminal.joining import play, watch
from clients.terminal.replaying import step_through

__all__ = ["play", "step_through", "watch"]
