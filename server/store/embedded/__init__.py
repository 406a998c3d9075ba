"""The default store: a private Valkey that the server starts, watches over and ends.

The package owns the program's child process, its locked data directory, its append-only files and
their sync. Importing it costs a quarter of a second (redis-py), so it is imported where it is used.
"""

from server.store.embedded.store import EmbeddedStore

__all__ = ["EmbeddedStore"]
