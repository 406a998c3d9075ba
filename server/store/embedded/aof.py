"""The embedded store's append-only files, looked at from outside its program."""

import os
import shutil
import time
from pathlib import Path

import structlog

from server.store.embedded.data_directory import FILES

log = structlog.get_logger(__name__)

BLOCK = 1 << 16  # bytes read at a time, from the end on


def repair(data: Path) -> None:
    """Cut off the zeros with which an append-only file ends after a loss of power. Raises OSError.

    The file's length had reached the disk by then, and its last bytes had not. No entry ends with a
    zero, so no whole entry is lost; the program itself cuts off a torn one. A copy of the file as
    it was stays in DATA/damaged.
    """
    for path in sorted((data / FILES).glob("*.incr.aof")):
        size, end = path.stat().st_size, _end_of_content(path)
        if end == size:
            continue
        kept = data / "damaged" / f"{path.name}.{time.time_ns() // 1_000_000}"
        kept.parent.mkdir(mode=0o700, exist_ok=True)
        shutil.copy2(path, kept)
        with path.open("r+b") as file:
            file.truncate(end)
            os.fsync(file.fileno())
        log.error("store.file_repaired", file=path.name, zeros_cut=size - end, copy=str(kept))


def _end_of_content(path: Path) -> int:
    """Return the offset of the zeros with which a file ends; its size, if it ends with none."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            begin = max(0, end - BLOCK)
            file.seek(begin)
            content = file.read(end - begin).rstrip(b"\0")
            if content:
                return begin + len(content)
            end = begin
    return 0


class Lengths:
    """The lengths of the append-only files. The program never shortens one: whoever did was
    somebody else, or a broken disk.
    """

    def __init__(self, data: Path) -> None:
        self._folder = data / FILES
        self._known: dict[tuple[str, int], int] = {}

    def shrunk(self) -> str:
        """Return the name of a file that is shorter than at the last call, "" if none is."""
        found: dict[tuple[str, int], int] = {}
        shorter = ""
        try:
            files = list(self._folder.glob("*.incr.aof"))
        except OSError:  # as where no descriptor is left to look with: the next look tells
            return ""
        for path in files:
            try:
                seen = path.stat()
            except FileNotFoundError:
                continue  # a rewrite has just replaced it
            key = path.name, seen.st_ino
            found[key] = seen.st_size
            if seen.st_size < self._known.get(key, 0):
                shorter = path.name
        self._known = found
        return shorter
