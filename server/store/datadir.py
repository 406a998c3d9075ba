"""The embedded store's directories: data under a lock, and a short private one for its socket.

The lock (flock on DATA/lock) is handed down to the store program, so it is free only once both
our process and the program that writes the data are gone, however they went.
"""

import errno
import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

from server.store.errors import DataInUse, StoreFailed, StoreFull

SOCKET_LIMIT = 100
PATIENCE = 2.0
_FIRST_FREE = 10


class DataDir:
    """A locked data directory; `lock` is the descriptor to hand down, `socket` where to listen."""

    def __init__(self, path: Path, lock: int, runtime: Path) -> None:
        self.path = path
        self.lock = lock
        self.runtime = runtime
        self.socket = str(runtime / "s")

    @classmethod
    def claim(cls, path: Path, patience: float = PATIENCE) -> "DataDir":
        """Make the directory if need be and lock it. Blocks up to `patience` seconds.

        The patience is for a program whose parent was killed and which is still ending.
        Raises DataInUse, StoreFull, StoreFailed.
        """
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _open(path / "lock")
        except OSError as found:
            raise _failed(path, found) from None
        try:
            _lock(path, lock, patience)
            _remove_stale(lock)
            runtime = Path(tempfile.mkdtemp(prefix="hexwarden-", dir=_short_place()))
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n{runtime}\n".encode(), 0)
        except OSError as found:
            os.close(lock)
            raise _failed(path, found) from None
        except BaseException:
            os.close(lock)
            raise
        return cls(path, lock, runtime)

    def release(self) -> None:
        """Remove the socket's directory and free the lock; the data stay."""
        if self.lock >= 0:
            shutil.rmtree(self.runtime, ignore_errors=True)
            os.close(self.lock)
            self.lock = -1


def _open(path: Path) -> int:
    """Open the lock file on a descriptor that the program's shell will not use for itself."""
    first = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        return fcntl.fcntl(first, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    finally:
        os.close(first)


def _lock(path: Path, lock: int, patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise DataInUse(str(path), _recorded(lock)[0]) from None
            time.sleep(0.02)


def _recorded(lock: int) -> tuple[str, str]:
    """Process id and runtime directory of the last holder, as far as it wrote them down."""
    lines = os.pread(lock, 4096, 0).decode(errors="replace").splitlines()
    holder, place, *_ = [*lines, "", ""]
    return holder, place


def _remove_stale(lock: int) -> None:
    """Remove the socket's directory that a killed process left behind."""
    place = Path(_recorded(lock)[1] or "/")
    if place.name.startswith("hexwarden-") and place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)


def _short_place() -> str | None:
    """A directory with a path short enough for a socket below it; None means the usual one."""
    for place in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir()):
        if place and len(place) < SOCKET_LIMIT - 24 and os.access(place, os.W_OK | os.X_OK):
            return place
    return "/tmp"


def _failed(path: Path, found: OSError) -> StoreFull | StoreFailed:
    if found.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"{path}: {found.strerror}")
    return StoreFailed(f"the data directory {path} cannot be used: {found.strerror}")
