"""One way to where replay files go, from the setting that the operator gave."""

from pathlib import Path
from typing import Protocol


class Shelf(Protocol):
    """Where replay files are kept."""

    @property
    def unfinished(self) -> "Shelf":
        """Where battles lie that were put aside before their end."""
        ...

    async def has(self, battle: str) -> bool:
        """Whether there is a file. Raises OSError."""
        ...

    async def get(self, battle: str) -> bytes | None:
        """A battle's file, or None. Raises OSError."""
        ...

    async def put(self, battle: str, replay: bytes) -> None:
        """Keep a file: wholly, durably, or not at all. Raises OSError."""
        ...


def open_shelf(setting: str) -> Shelf:
    """The shelf that a setting names: a directory, or `s3://bucket/prefix`.

    Raises ValueError with a sentence for the operator.
    """
    if "://" not in setting:
        from server.store.replay_folder import ReplayFolder

        return ReplayFolder(Path(setting).expanduser())
    try:
        from server.store.replay_bucket import ReplayBucket
    except ImportError:
        raise ValueError(
            "replay files in a bucket need the extra `s3`: pip install 'hexwarden[s3]'"
        ) from None
    return ReplayBucket(setting)
