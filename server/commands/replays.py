"""Replay files that a simulation writes: whether it could, before anything is played."""

import errno
import os
from pathlib import Path

from server.commands.failure import Failure


def can_write(path: Path) -> None:
    """Raises Failure where no file can be written: found out before the battles are played."""
    if path.is_dir():
        problem = errno.EISDIR
    elif not path.parent.is_dir():
        problem = errno.ENOENT
    elif not os.access(path if path.exists() else path.parent, os.W_OK):
        problem = errno.EACCES
    else:
        return
    raise Failure(f"{path}: {os.strerror(problem)}")


def write(path: Path, replay: bytes) -> None:
    """Write a replay. Raises Failure."""
    try:
        path.write_bytes(replay)
    except OSError as fault:
        raise Failure(f"{path}: {fault.strerror}") from fault
