"""How many files and sockets this process has open, beside how many it may have."""

import os
from pathlib import Path

_OPEN = Path("/proc/self/fd")
_FULL_FROM = 0.95  # of the limit: the last few let probes and the store's connections through


def shortage() -> str:
    """A sentence for the operator where there are hardly any left, else "".

    Says nothing where the system does not tell (no `/proc`, no limits).
    """
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        used = len(os.listdir(_OPEN))
    except (ImportError, OSError):
        return ""
    if limit == resource.RLIM_INFINITY or used < limit * _FULL_FROM:
        return ""
    return f"{used} of {limit} file descriptors are in use: raise the limit (ulimit -n)"
