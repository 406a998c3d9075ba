"""One server process: its start and its end, its workers, logs, signals and memory."""

from server.process import app, logs

__all__ = ["app", "logs"]
