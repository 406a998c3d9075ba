"""A directory of replay files, one for each finished battle: `BATTLE.hwr`."""

import asyncio
import os
import tempfile
from pathlib import Path

from protocol.ids import BattleId
from server.store.interface.keys import checked

SUFFIX = ".hwr"
UNFINISHED = "unfinished"


class ReplayFolder:
    """Replay files in a directory. A file gets its name once it is whole and on the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def unfinished(self) -> "ReplayFolder":
        """Return the storage of battles that were put aside before their end."""
        return ReplayFolder(self.path / UNFINISHED)

    async def has(self, battle: BattleId) -> bool:
        """Return whether the battle has a file here. Raises ValueError for an invalid id."""
        return await asyncio.to_thread(self._file(battle).is_file)

    async def get(self, battle: BattleId) -> bytes | None:
        """Return the bytes of a battle's replay file, None if there is none.

        Raises ValueError for an invalid id, OSError if the file cannot be read.
        """
        return await asyncio.to_thread(_read, self._file(battle))

    async def put(self, battle: BattleId, replay: bytes) -> None:
        """Write a battle's replay file, in place of one that is there. Raises ValueError for an
        invalid id, OSError if it cannot be written.
        """
        await asyncio.to_thread(_write, self._file(battle), replay)

    def _file(self, battle: BattleId) -> Path:
        return self.path / f"{checked(battle)}{SUFFIX}"


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def _write(file: Path, data: bytes) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".new")
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    """Sync the directory, so that the file's new name is durable; some systems have no way to."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
