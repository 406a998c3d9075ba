"""How many files and sockets this process has open, beside how many it may have."""

import errno
import os
from pathlib import Path

import structlog

_OPEN = Path("/proc/self/fd")
_FULL_FROM = 0.95  # of the limit: the last few let probes and the store's connections through
_NONE_LEFT = (errno.EMFILE, errno.ENFILE)

log = structlog.get_logger(__name__)


def shortage() -> str:
    """Return a sentence for the operator where there are hardly any left, else "".

    Says nothing where the system does not tell (no `/proc`, no limits).
    """
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = len(os.listdir(_OPEN))
    except ImportError:
        return ""
    except OSError as fault:  # to look takes one, too
        if fault.errno not in _NONE_LEFT:
            return ""
        return f"{fault.strerror}: raise the limit of file descriptors (ulimit -n)"
    if limit == resource.RLIM_INFINITY or used < limit * _FULL_FROM:
        return ""
    return f"{used} of {limit} file descriptors are in use: raise the limit (ulimit -n)"


class Descriptors:
    """Logs when file descriptors run short, and again when there are enough, once each."""

    def __init__(self) -> None:
        self._is_short = False

    def look(self) -> None:
        """Check once."""
        found = shortage()
        if bool(found) == self._is_short:
            return
        self._is_short = bool(found)
        if found:
            log.error("descriptors.short", reason=found)
        else:
            log.info("descriptors.enough")
