"""Check all dice and draws of a finished battle: `verify_dice.py FILE.hwr` (PROTOCOL.md, 6)."""

import hashlib
import hmac
import struct
import sys
import zlib
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Raw, msgpack

MOST = 64 * 2**20  # bytes that a file may hold; lists have a most, too, and raw is not built yet
Parts = Annotated[list[Raw], Meta(max_length=32)]
Many = Annotated[list[Raw], Meta(max_length=99_999)]
Cards = dict[str, Annotated[int, Meta(gt=0, le=999)]]
Texts, Faces = Annotated[list[str], Meta(max_length=8)], Annotated[list[int], Meta(max_length=999)]


def number(key: bytes, ordinal: int, index: int, sides: int, block: int = 0) -> int:
    digest = hmac.digest(key, f"{ordinal}:{index}:{block}".encode(), "sha256")
    for value in struct.unpack(">8I", digest):
        if value < 2**32 - 2**32 % sides:
            return int(value % sides)
    return number(key, ordinal, index, sides, block + 1)


def drawn(key: bytes, ordinal: int, total: int, cards: dict[str, int]) -> str:
    need(0 < total == sum(cards.values()) < 10_000, f"draw {ordinal}: not from among {total}")
    pile = [card for card in sorted(cards) for _ in range(cards[card])]
    return pile[number(key, ordinal, 0, total)]


def need(is_so: bool, text: str) -> None:
    if not is_so:
        raise ValueError(text)


def of(kind: Any, data: Any) -> Any:
    return msgpack.decode(data, type=kind)


def check(data: bytes) -> str:
    need(data[:10] == b"HWREPLAY\x00\x01", "not a replay file of format 1")
    need(hashlib.sha256(data[42:]).digest() == data[10:42], "the file was changed")
    plain = of(Parts, zlib.decompressobj().decompress(data[42:], MOST))  # cut off, it is none
    commits = [of(Parts, of(bytes, entry)) for entry in of(Many, plain[2])]
    opening, closing = of(Parts, commits[0][9]), of(Texts | None, commits[-1][9])
    need((closing or [""])[0] == "close", "the battle is not over: its seed is still secret")
    seed = bytes.fromhex(closing[1])
    promise = of(str, opening[10])
    need(hashlib.sha256(seed).hexdigest() == promise, "the seed is not the promised one")
    key = hmac.digest(seed, "\n".join(of(Texts, opening[11])).encode(), "sha256")
    counts_on = len(opening) > 18 and of(bool, opening[18])  # else an undo took ordinals back
    dice, draws, blind = 0, 0, 0  # blind: draws of older releases, which name no cards
    coming, began, after = 0, 0, {0: (0, 0)}  # next draw's number, beat's first
    for version, commit in enumerate(commits, 1):
        for tag, *fields in (of(Parts, event) for event in of(Many, commit[2])):
            tag = of(str, tag)
            if tag == "beat":
                began = coming
            elif tag in ("undo", "restart") and not counts_on:
                coming, began = after[of(int, fields[0])]
                coming = began if tag == "restart" else coming
            elif tag in ("roll", "draw"):
                need(of(int, fields[0]) == coming, f"commit {version}: draw {coming} is missing")
                coming += 1
            if tag == "roll":
                sides, faces = of(int, fields[3]), of(Faces, fields[4])
                need(0 < sides <= 1_000_000, f"commit {version}: {sides} sides")
                fair = [number(key, coming - 1, at, sides) for at in range(len(faces))]
                need(faces == fair, f"commit {version}: {faces} recorded, the seed gives {fair}")
                dice += len(faces)
            elif tag == "draw" and (cards := of(Cards, fields[4]) if len(fields) > 4 else {}):
                card, fit = of(str, fields[3]), drawn(key, coming - 1, of(int, fields[2]), cards)
                need(card == fit, f"commit {version}: {card!r} recorded, the seed gives {fit!r}")
                draws += 1
            blind += tag == "draw" and not cards
        after[version] = coming, began
    told = f"{dice} dice and {draws} draws in {len(commits)} commits are what the seed gives"
    left = f"; {blind} draws of an older release name no cards and were not checked" * (blind > 0)
    return f"{told}{left}; the promise was kept"


if __name__ == "__main__":
    try:
        with Path(sys.argv[1]).open("rb") as file:
            print(check(file.read(MOST)))
    except Exception as fault:
        sys.exit(f"NOT VERIFIED: {fault}")
