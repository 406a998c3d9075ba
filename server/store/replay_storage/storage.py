"""Opens the place where replay files are kept, from the operator's setting."""

from pathlib import Path
from typing import Protocol

from protocol.ids import BattleId


class ReplayStorage(Protocol):
    """A place for replay files, one for each battle."""

    @property
    def unfinished(self) -> "ReplayStorage":
        """Return the storage of battles that were put aside before their end."""
        ...

    async def has(self, battle: BattleId) -> bool:
        """Return whether the battle has a file here. Raises OSError."""
        ...

    async def get(self, battle: BattleId) -> bytes | None:
        """Return the bytes of a battle's replay file, None if there is none. Raises OSError."""
        ...

    async def put(self, battle: BattleId, replay: bytes) -> None:
        """Write a battle's replay file, in place of one that is there: wholly and durably, or not
        at all. Raises OSError.
        """
        ...


def open_replay_storage(setting: str) -> ReplayStorage:
    """Return the replay storage that a setting names: a directory, or `s3://bucket/prefix`.

    Raises ValueError with a sentence for the operator.
    """
    if "://" not in setting:
        from server.store.replay_storage.folder import ReplayFolder

        return ReplayFolder(Path(setting).expanduser())
    try:
        from server.store.replay_storage.bucket import ReplayBucket
    except ImportError:
        raise ValueError(
            "replay files in a bucket need the extra `s3`: pip install 'hexwarden[s3]'"
        ) from None
    return ReplayBucket(setting)
