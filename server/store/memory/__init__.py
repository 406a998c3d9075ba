"""A store in this process's memory, for tests and throw-away servers; it survives nothing."""

from server.store.memory.store import MemoryStore

__all__ = ["MemoryStore"]
