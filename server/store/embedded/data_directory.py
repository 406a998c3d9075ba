"""The embedded store's directories: data under a lock, and a short private one for its socket.

The locks (flock on DATA/lock, and on the folder of the append-only files itself) are handed down to
the store program, so they are free only once both our process and the program that writes the data
are gone, however they went. Two of them, as somebody may take the lock file for a left-over and
delete it; the folder is there as long as there is anything to guard.
"""

import errno
import fcntl
import os
import shutil
import stat
import tempfile
import time
from pathlib import Path

from server.store.interface import DataInUse, StoreFailed, StoreFull

FILES = "appendonlydir"
SOCKET_LIMIT = 100  # bytes of a unix socket's path: 104 on macOS, 108 on Linux
PATIENCE = 2.0  # seconds, for a program whose parent was killed and which is still ending
_FIRST_FREE = (
    10  # the lock's descriptor lies above those that shells and the program use themselves
)


class DataDir:
    """A locked data directory. `locks` are the descriptors to hand down to the program, `socket` is
    the path at which it listens.
    """

    def __init__(self, path: Path, locks: tuple[int, ...], runtime: Path) -> None:
        self.path = path
        self.locks = locks
        self.runtime = runtime
        self.socket = str(runtime / "s")

    @classmethod
    def claim(cls, path: Path, patience: float = PATIENCE) -> "DataDir":
        """Return the directory, locked; it is made if there is none. Blocks up to `patience`
        seconds, as a program whose parent was killed may still be ending.

        Raises DataInUse, StoreFull, StoreFailed.
        """
        files, locks = path / FILES, []
        try:
            files.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = _open(path / "lock", os.O_RDWR | os.O_CREAT)
            locks = [lock]
            locks.append(_open(files, os.O_RDONLY | os.O_DIRECTORY))
            for each in locks:
                _lock(path, each, lock, patience)
            _remove_stale(lock)
            runtime = Path(tempfile.mkdtemp(prefix="hexwarden-", dir=_short_place()))
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n{runtime}\n".encode(), 0)
        except BaseException as found:
            for each in locks:
                os.close(each)
            if isinstance(found, OSError):
                raise _failed(path, found) from None
            raise
        return cls(path, tuple(locks), runtime)

    def make_place(self) -> None:
        """Make the socket's directory again if somebody has removed it. Raises StoreFailed.

        It lies where others may write, too, so one that is there has to be ours alone.
        """
        try:
            self.runtime.mkdir(mode=0o700, exist_ok=True)
            found = self.runtime.lstat()
        except OSError as fault:
            raise StoreFailed(f"{self.runtime} cannot be made: {fault.strerror}") from None
        mine = found.st_uid == os.geteuid() and stat.S_IMODE(found.st_mode) == 0o700
        if not (stat.S_ISDIR(found.st_mode) and mine):
            raise StoreFailed(f"{self.runtime} is there already, and is not ours alone")

    def release(self) -> None:
        """Remove the socket's directory and free the locks. The data stay."""
        locks, self.locks = self.locks, ()
        if locks:
            shutil.rmtree(self.runtime, ignore_errors=True)
        for each in locks:
            os.close(each)


def _open(path: Path, flags: int) -> int:
    """Return a descriptor of the file or folder to lock, which the program's shell will not use for
    itself.
    """
    first = os.open(path, flags | os.O_CLOEXEC, 0o600)
    try:
        return fcntl.fcntl(first, fcntl.F_DUPFD_CLOEXEC, _FIRST_FREE)
    finally:
        os.close(first)


def _lock(path: Path, what: int, record: int, patience: float) -> None:
    until = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(what, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise DataInUse(str(path), _recorded(record)[0]) from None
            time.sleep(0.02)


def _recorded(lock: int) -> tuple[str, str]:
    """Return process id and socket directory of the last holder, each "" if it was not recorded."""
    lines = os.pread(lock, 4096, 0).decode(errors="replace").splitlines()
    holder, place, *_ = [*lines, "", ""]
    return holder, place


def _remove_stale(lock: int) -> None:
    """Remove the socket's directory that a killed process left behind."""
    place = Path(_recorded(lock)[1] or "/")
    if place.name.startswith("hexwarden-") and place.is_dir() and not place.is_symlink():
        shutil.rmtree(place, ignore_errors=True)


def _short_place() -> str | None:
    """Return a directory for the socket whose path is short enough for the system's limit."""
    for place in (os.environ.get("XDG_RUNTIME_DIR", ""), tempfile.gettempdir()):
        if place and len(place) < SOCKET_LIMIT - 24 and os.access(place, os.W_OK | os.X_OK):
            return place
    return "/tmp"


def _failed(path: Path, found: OSError) -> StoreFull | StoreFailed:
    if found.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull(f"{path}: {found.strerror}")
    return StoreFailed(f"the data directory {path} cannot be used: {found.strerror}")
