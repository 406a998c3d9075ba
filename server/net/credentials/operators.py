"""Who is an operator: names and the SHA-256 of their tokens, from a file, one `NAME:SHA256` a line.

Blank lines and lines that begin with # do not count. The file is read again when it changes: a line
that is taken out ends that operator's right at once, one that is put in begins it. While the file
cannot be read nobody is an operator.
"""

import hashlib
import hmac
import re
import secrets
from pathlib import Path

import structlog

TOKEN_BYTES = 32  # of chance, so that a plain hash of it cannot be tried out
_LINE = re.compile(r"([A-Za-z0-9_.@-]{1,40}):([0-9a-fA-F]{64})")

log = structlog.get_logger(__name__)


class Operators:
    """The operators named in a file. Raises ValueError if the file cannot be used."""

    def __init__(self, path: str) -> None:
        self._path = Path(path).expanduser()
        try:
            self._seen = self._stamp()
            self._hashes = read(self._path.read_text("utf-8"))
        except OSError as fault:
            raise ValueError(f"operators: {path} cannot be read: {fault.strerror}") from None

    def who(self, token: str) -> str | None:
        """Return the operator's name for a token, or None. Takes equally long for any wrong one."""
        self._look()
        given = hash_of(token)
        found: str | None = None
        for name, known in self._hashes.items():
            if hmac.compare_digest(known, given):
                found = name
        return found

    def _look(self) -> None:
        try:
            stamp = self._stamp()
            if stamp == self._seen:
                return
            self._hashes = read(self._path.read_text("utf-8"))
        except (OSError, ValueError) as fault:
            if self._hashes:
                log.error("operators.not_read", file=str(self._path), error=str(fault))
            self._seen, self._hashes = (0, 0, 0), {}
            return
        self._seen = stamp
        log.info("operators.read", names=sorted(self._hashes))

    def _stamp(self) -> tuple[int, int, int]:
        found = self._path.stat()
        return found.st_mtime_ns, found.st_size, found.st_ino


def read(text: str) -> dict[str, str]:
    """Return operators' names and the hashes of their tokens. Raises ValueError."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise ValueError(f"operators: line {number} is not NAME:SHA256")
        if parts[1] in found:
            raise ValueError(f"operators: line {number}: {parts[1]} is there twice")
        found[parts[1]] = parts[2].lower()
    return found


def hash_of(token: str) -> str:
    """Return what the file holds of a token. It has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """Return a token for an operator."""
    return secrets.token_urlsafe(TOKEN_BYTES)
