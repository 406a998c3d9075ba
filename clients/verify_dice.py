"""Check all dice of a finished battle: `python verify_dice.py FILE.hwr` (PROTOCOL.md: the dice)."""

import hashlib
import hmac
import struct
import sys
import zlib
from pathlib import Path

import msgspec


def number(key: bytes, ordinal: int, index: int, sides: int, block: int = 0) -> int:
    digest = hmac.digest(key, f"{ordinal}:{index}:{block}".encode(), "sha256")
    for value in struct.unpack(">8I", digest):
        if value < 2**32 - 2**32 % sides:
            return int(value % sides)
    return number(key, ordinal, index, sides, block + 1)


def need(is_so: bool, text: str) -> None:
    if not is_so:
        raise ValueError(text)


def check(data: bytes) -> str:
    need(data[:10] == b"HWREPLAY\x00\x01", "not a replay file of format 1")
    need(hashlib.sha256(data[42:]).digest() == data[10:42], "the file was changed")
    journal = msgspec.msgpack.decode(zlib.decompress(data[42:]))[2]
    commits = [msgspec.msgpack.decode(entry) for entry in journal]
    opening, closing = commits[0][9], commits[-1][9]
    need((closing or [""])[0] == "close", "the battle is not over: its seed is still secret")
    seed = bytes.fromhex(closing[1])
    need(hashlib.sha256(seed).hexdigest() == opening[10], "the seed is not the promised one")
    key = hmac.digest(seed, "\n".join(opening[11]).encode(), "sha256")
    counts_on = opening[18:19] == [True]  # else of a release whose undo took ordinals back
    dice, coming, began, after = 0, 0, 0, {0: (0, 0)}  # next draw's number, beat's first
    for version, commit in enumerate(commits, 1):
        for tag, *fields in commit[2]:
            if tag == "beat":
                began = coming
            elif tag in ("undo", "restart") and not counts_on:
                coming, began = after[fields[0]]
                coming = began if tag == "restart" else coming
            elif tag in ("roll", "draw"):
                need(fields[0] == coming, f"commit {version}: draw {coming} is missing")
                coming += 1
            if tag == "roll":
                ordinal, _, _, sides, faces = fields
                fair = [number(key, ordinal, at, sides) for at in range(len(faces))]
                need(faces == fair, f"commit {version}: {faces} recorded, the seed gives {fair}")
                dice += len(faces)
        after[version] = coming, began
    return f"{dice} dice in {len(commits)} commits are what the seed gives; the promise was kept"


if __name__ == "__main__":
    try:
        print(check(Path(sys.argv[1]).read_bytes()))
    except (IndexError, KeyError, OSError, TypeError, ValueError, zlib.error) as fault:
        sys.exit(f"NOT VERIFIED: {fault}")
