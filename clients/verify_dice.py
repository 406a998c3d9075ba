"""Check every die of a finished battle: `python verify_dice.py FILE.hwr`.

Needs nothing of Hexwarden, only Python and msgspec (as a reader of MessagePack). The seed that the
last commit reveals must have the SHA-256 that the first commit promised. The dice key is
HMAC-SHA256(seed, the players' contributions joined by newlines). Die i of draw number n shows the
first 32-bit word of HMAC-SHA256(key, "n:i:block"), block 0, 1, ..., that lies below the largest
multiple of its sides, modulo the sides. Draws are numbered 0, 1, 2, ... so none can be left out; an
undo goes back to the number it had then, so the same dice fall again. Draws of cards and chips are
counted, too; which card a number means takes the decks, and `hexwarden verify` to check.
"""

import hashlib
import hmac
import sys
import zlib
from pathlib import Path
from typing import Any

import msgspec


def number(key: bytes, ordinal: int, index: int, sides: int) -> int:
    bound, block = 2**32 - 2**32 % sides, 0
    while True:
        digest = hmac.digest(key, f"{ordinal}:{index}:{block}".encode(), "sha256")
        for at in range(0, 32, 4):
            if (value := int.from_bytes(digest[at : at + 4], "big")) < bound:
                return value % sides
        block += 1


def need(is_so: object, text: str) -> None:
    if not is_so:
        raise ValueError(text)


def check(data: bytes) -> str:
    need(data[:10] == b"HWREPLAY\x00\x01", "not a replay file of format 1")
    need(hashlib.sha256(data[42:]).digest() == data[10:42], "the file was changed")
    journal = msgspec.msgpack.decode(zlib.decompress(data[42:]))[2]
    commits: list[Any] = [msgspec.msgpack.decode(entry) for entry in journal]
    opening, closing = commits[0][9], commits[-1][9]
    need((closing or [""])[0] == "close", "the battle is not over: its seed is still secret")
    seed = bytes.fromhex(closing[1])
    need(hashlib.sha256(seed).hexdigest() == opening[10], "the seed is not the promised one")
    key = hmac.digest(seed, "\n".join(opening[11]).encode(), "sha256")
    dice, coming, began = 0, 0, 0  # `coming`: the next draw's number; `began`: at the beat's start
    after = {0: (0, 0)}
    for version, commit in enumerate(commits, 1):
        for tag, *fields in commit[2]:
            if tag == "beat":
                began = coming
            elif tag in ("undo", "restart"):
                coming, began = after[fields[0]]
                coming = began if tag == "restart" else coming
            elif tag in ("roll", "draw"):
                need(fields[0] == coming, f"commit {version}: draw {coming} is missing")
                coming += 1
            if tag == "roll":
                ordinal, _, _, sides, faces = fields
                fair = [number(key, ordinal, index, sides) for index in range(len(faces))]
                need(faces == fair, f"commit {version}: {faces} recorded, the seed gives {fair}")
                dice += len(faces)
        after[version] = coming, began
    return f"{dice} dice in {len(commits)} commits are what the seed gives; the promise was kept"


if __name__ == "__main__":
    try:
        print(check(Path(sys.argv[1]).read_bytes()))
    except (IndexError, KeyError, OSError, TypeError, ValueError, zlib.error) as fault:
        sys.exit(f"NOT VERIFIED: {fault}")
