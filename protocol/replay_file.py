"""A battle in one file: everything needed to show it, and to check it, years later.

    8 bytes   HWREPLAY
    2 bytes   format number, big-endian: 1
    32 bytes  SHA-256 of what follows
    the rest  zlib stream of the MessagePack array `ReplayFile`

`commits` are the journal's entries, the same bytes as on the wire. The first one pins the opening
with the state before version 1, the last one of a finished battle reveals the seed. `keyframes`
hold the state after every 64th commit and after the last, for seeking; folding gives the same.
"""

import hashlib
import zlib
from typing import Any

import msgspec
from msgspec import Struct

from protocol.measuring import Bounds, TooMuch, values_in
from protocol.questions import Question

MAGIC = b"HWREPLAY"
FORMAT = 1
EVERY = 64
MOST_FILE = 32 * 1024 * 1024
MOST_BYTES = 64 * 1024 * 1024
"""Bytes of a file, and of what it holds once it is inflated. The longest battles stay far below."""
MOST_VALUES = 6_000_000
"""Values of all commits and keyframes together: so many take half a gigabyte at the very worst. A
battle of the game has about 200 in a commit.
"""
# Values, levels, and the length of a text. One commit is decoded at once, so it may not hold what
# all of them may.
WHOLE = Bounds(MOST_VALUES, 64, 64 * 1024)
COMMIT = WHOLE._replace(values=200_000)
_HEAD = len(MAGIC) + 2 + 32


class BadReplay(Exception):
    """Bytes that are no whole replay file; the text says in what."""


class Keyframe(Struct, frozen=True, array_like=True):
    """The battle after `version`: plain state and open questions."""

    version: int
    state: Any
    questions: tuple[Question, ...]


class ReplayFile(Struct, frozen=True, array_like=True):
    """The file's contents. `finished` battles hold their seed in the last commit."""

    battle: str
    finished: bool
    commits: tuple[bytes, ...]
    keyframes: tuple[Keyframe, ...]


def written(replay: ReplayFile) -> bytes:
    """Return the file of a replay."""
    body = zlib.compress(msgspec.msgpack.encode(replay), 9)
    return MAGIC + FORMAT.to_bytes(2, "big") + hashlib.sha256(body).digest() + body


def read(data: bytes) -> ReplayFile:
    """Return the replay in a file. Raises `BadReplay`, also for a single changed bit.

    Takes time and memory within bounds, whoever made the file. It may take some tens of
    milliseconds: a server does it beside its event loop.
    """
    if len(data) > MOST_FILE:
        raise BadReplay(f"the file is larger than {MOST_FILE >> 20} MiB")
    if data[: len(MAGIC)] != MAGIC or len(data) < _HEAD:
        raise BadReplay("not a replay file")
    found = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 2], "big")
    if found != FORMAT:
        raise BadReplay(f"format {found}; this release reads format {FORMAT}")
    body = data[_HEAD:]
    if hashlib.sha256(body).digest() != data[_HEAD - 32 : _HEAD]:
        raise BadReplay("the checksum does not match: the file is damaged or was changed")
    try:
        inflater = zlib.decompressobj()
        plain = inflater.decompress(body, MOST_BYTES)
        if not inflater.eof or inflater.unused_data:
            raise BadReplay("the file is cut off, too large, or goes on after its end")
        values = values_in(plain, WHOLE)
        replay = msgspec.msgpack.decode(plain, type=ReplayFile)
        for version, commit in enumerate(replay.commits, 1):
            values += _values_of(version, commit)
            if values > MOST_VALUES:
                raise BadReplay(f"it holds more than {MOST_VALUES:,} values")
        return replay
    except TooMuch as fault:
        raise BadReplay(str(fault)) from None
    except (zlib.error, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadReplay(f"the contents cannot be read: {fault}") from None


def _values_of(version: int, commit: bytes) -> int:
    try:
        return values_in(commit, COMMIT)
    except TooMuch as fault:
        raise BadReplay(f"commit {version}: {fault}") from None
