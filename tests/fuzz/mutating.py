"""A mutator without coverage: bytes changed, lost, doubled, moved, and crossed with other seeds."""

import random

TELLING: tuple[bytes, ...] = (
    b"\x00",
    b"\xff",
    b"\x80",
    b"\xc0",
    b"\xc1",
    b"\xdd\xff\xff\xff\xff",
    b"\xdf",
    b"\x9f",
)
TELLING += (b"[" * 40, b'"', b"{", b"]", b"null", b"-1", b"1e999", b"9" * 30, b"\xed\xa0\x80")
TELLING += (b"\xcf" + b"\xff" * 8, b"\xd3\x80" + b"\x00" * 7, b"\xca\x7f\x80\x00\x00", b"nan")
MOST = 200_000


def mutated(seeds: list[bytes], chance: random.Random) -> bytes:
    """One of the seeds, gone wrong in one to eight places."""
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        until = min(len(data), at + chance.choice((1, 1, 2, 4, 16, 200)))
        match chance.randrange(8):
            case 0 if at < len(data):
                data[at] ^= 1 << chance.randrange(8)
            case 1 if at < len(data):
                data[at] = chance.randrange(256)
            case 2:
                del data[at:until]
            case 3:
                data[at:at] = data[at:until] * chance.randrange(1, 4)
            case 4:
                data[at:at] = chance.choice(TELLING)
            case 5:
                data[at:until] = chance.choice(TELLING)
            case 6:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                data[at:] = other[start:]
            case _:
                other = chance.choice(seeds)
                start = chance.randrange(len(other) + 1)
                data[at:at] = other[start : start + chance.randrange(1, 64)]
    return bytes(data[:MOST])
