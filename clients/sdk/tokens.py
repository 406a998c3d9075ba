"""Where a client keeps who it is: one file per identity, readable by its owner alone."""

import hashlib
import os
import sys
from pathlib import Path

FOLDER = "HEXWARDEN_STATE"


def state_folder() -> Path:
    """Return the user's own folder for state: `$HEXWARDEN_STATE`, else where the platform
    has it.
    """
    if named := os.environ.get(FOLDER):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "hexwarden"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "hexwarden"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "hexwarden"


class Tokens:
    """Tokens by profile: a server's address, and whatever tells identities there apart."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = (folder or state_folder()) / "tokens"

    def load(self, profile: str) -> str | None:
        """Return the token kept for a profile, or None."""
        try:
            return self._path(profile).read_text("utf-8").strip() or None
        except OSError:
            return None

    def keep(self, profile: str, token: str) -> None:
        """Keep a token. Raises OSError."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(profile)
        new = path.with_suffix(f".{os.getpid()}")
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(token + "\n")
        new.replace(path)

    def forget(self, profile: str) -> None:
        """Forget a profile's token."""
        self._path(profile).unlink(missing_ok=True)

    def _path(self, profile: str) -> Path:
        return self._folder / f"{hashlib.sha256(profile.encode()).hexdigest()[:32]}.token"
