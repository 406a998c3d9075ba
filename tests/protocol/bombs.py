"""Replay files that are small on the disk and endless in memory, their checksums right."""

import hashlib
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from protocol import replay_file

MANY = 20_000_000
DEEP = 2_000_000


def sealed(plain: bytes) -> bytes:
    """A replay file around any contents."""
    return _headed(zlib.compress(plain, 6))


def _zeros(megabytes: int) -> bytes:
    """A file that inflates to nothing but zeros, of more than a reader's process may have."""
    packer, part = zlib.compressobj(6), bytes(2**20)
    return _headed(b"".join(packer.compress(part) for _ in range(megabytes)) + packer.flush())


def _headed(body: bytes) -> bytes:
    head = replay_file.MAGIC + replay_file.FORMAT.to_bytes(2, "big")
    return head + hashlib.sha256(body).digest() + body


def _array(count: int, of: bytes) -> bytes:
    return b"\xdd" + count.to_bytes(4, "big") + of * count


def _commits(*frames: bytes) -> bytes:
    return sealed(msgspec.msgpack.encode(["b1", True, list(frames), []]))


def _frame(events: object, pinned: object = None) -> bytes:
    return msgspec.msgpack.encode(["c", 1, events, [], {}, [], [], 0, 0, pinned])


def _in_a_frame(part: bytes) -> bytes:
    """A commit whose events are these bytes."""
    return b"\x9a\xa1c\x01" + part + b"\x90\x80\x90\x90\x00\x00\xc0"


SEED = bytes(32)
OPENING = [
    *("open", "b1", "t1", "micro", "micro", "", {}, [], "rules", "content"),
    *(hashlib.sha256(SEED).hexdigest(), [], 0, "first", 1, {}, 0, 0, True),
]


def _of_sides(sides: int) -> bytes:
    """A battle that rolls a die of so many sides."""
    roll = ["roll", 0, "move", "1", sides, [0]]
    return _commits(
        _frame([["beat", "turn", "1"], roll], OPENING),
        msgspec.msgpack.encode(["c", 2, [], [], {}, [], [], 0, 0, ["close", SEED.hex()]]),
    )


BOMBS: dict[str, Callable[[], bytes]] = {
    "empty maps": lambda: sealed(b"\x94\xa1b\xc3\x90" + _array(MANY, b"\x80")),
    "empty lists in a keyframe": lambda: sealed(
        b"\x94\xa1b\xc3\x90\x91\x93\x01" + _array(MANY, b"\x90") + b"\x90"
    ),
    "maps of one entry": lambda: sealed(b"\x94\xa1b\xc3\x90" + _array(MANY // 3, b"\x81\xa0\x00")),
    "commits of nothing": lambda: sealed(
        b"\x94\xa1b\xc3" + _array(MANY // 2, b"\xc4\x00") + b"\x90"
    ),
    "lists in lists": lambda: sealed(b"\x94\xa1b\xc3\x90" + b"\x91" * DEEP + b"\xc0"),
    "maps in maps": lambda: sealed(b"\x94\xa1b\xc3\x90" + b"\x81\xa0" * DEEP + b"\xc0"),
    "nothing but zeros": lambda: _zeros(900),
    "a long text": lambda: sealed(
        b"\x94\xdb" + MANY.to_bytes(4, "big") + b"a" * MANY + b"\xc3\x90\x90"
    ),
    "a length that is a lie": lambda: sealed(b"\x94\xa1b\xc3\x90\xdd\xff\xff\xff\xff\x80"),
    "empty maps in a commit": lambda: _commits(_in_a_frame(_array(MANY, b"\x80"))),
    "lists in lists in a commit": lambda: _commits(_in_a_frame(b"\x91" * DEEP + b"\xc0")),
    "the same in many commits": lambda: _commits(*[_in_a_frame(_array(150_000, b"\x80"))] * 100),
    "a die without a side": lambda: _of_sides(0),
    "a die of less than no side": lambda: _of_sides(-6),
    "a die with more sides than a draw has numbers": lambda: _of_sides(2**32 + 1),
    "a die with more sides than a number has bits": lambda: _of_sides(2**63),
}


def written_to(folder: Path, names: Iterable[str] = tuple(BOMBS)) -> Path:
    """These on the disk, small as they are."""
    for name in names:
        data = BOMBS[name]()
        assert len(data) < 1_000_000
        (folder / f"{name}.hwr").write_bytes(data)
    return folder
