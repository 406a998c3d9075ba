"""Hexwarden in a terminal: `play` and `watch` at a table, `step_through` a replay file."""

from clients.terminal.joining import play, watch
from clients.terminal.lines import Lines
from clients.terminal.replaying import step_through
from clients.terminal.screen import Screen

__all__ = ["Lines", "Screen", "play", "step_through", "watch"]
