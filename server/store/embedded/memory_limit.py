"""How much memory the embedded store may have."""

import os
from pathlib import Path

LEAST = 256 * 1024 * 1024  # bytes, on the smallest machine too
_CONTROL_GROUP = Path("/sys/fs/cgroup/memory.max")


def half_of_memory() -> int:
    """Return half of the bytes of memory of this machine, or of its container. The other half is
    for a rewrite of the append-only file, which may need as much again, and for the server.
    """
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        limit = _CONTROL_GROUP.read_text().strip()
    except OSError:
        limit = "max"
    if limit.isdecimal():
        whole = min(whole, int(limit))
    return max(LEAST, whole // 2)
