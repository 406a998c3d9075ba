"""What MessagePack would decode to, counted before anything is built.

A few hundred kilobytes of a file can decode to gigabytes of empty maps, or to a list in a list in a
list without end. Whoever reads a stranger's file counts first; this takes time for every value and
memory for every level only.
"""

from typing import NamedTuple


class TooMuch(Exception):
    """The data would decode to more than is allowed, or is no whole MessagePack; the text says
    which.
    """


class Bounds(NamedTuple):
    """How many values, how many levels of lists and maps, and bytes in a text."""

    values: int
    depth: int
    text: int


# MessagePack, by first byte: bytes of the length that follows, and bytes of a value of fixed size.
_LENGTHS = {
    0xC4: 1,
    0xC5: 2,
    0xC6: 4,
    0xD9: 1,
    0xDA: 2,
    0xDB: 4,
    0xDC: 2,
    0xDD: 4,
    0xDE: 2,
    0xDF: 4,
}
_FIXED = {0xC0: 0, 0xC2: 0, 0xC3: 0, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD0: 1, 0xD1: 2, 0xD2: 4}
_FIXED |= {0xD3: 8, 0xCA: 4, 0xCB: 8}

# What a value is.
_NOTHING, _TEXT, _BYTES, _LIST, _MAP, _OTHER = range(6)


def _kind(byte: int) -> tuple[int, int, int]:
    """Return what a value's first byte says: its kind, bytes that tell its length, or its
    length.
    """
    if byte < 0x80 or byte >= 0xE0:
        return _NOTHING, 0, 0
    if byte in _FIXED:
        return _NOTHING, 0, _FIXED[byte]
    if byte < 0xC0:
        short = _MAP if byte < 0x90 else _LIST if byte < 0xA0 else _TEXT
        return short, 0, byte & (31 if short == _TEXT else 15)
    if byte in _LENGTHS:
        long = _BYTES if byte < 0xD9 else _TEXT if byte < 0xDC else _LIST if byte < 0xDE else _MAP
        return long, _LENGTHS[byte], 0
    return _OTHER, 0, 0


_KINDS = [_kind(byte) for byte in range(256)]


def values_in(data: bytes, most: Bounds) -> int:
    """Return how many values the data holds. Raises `TooMuch`, as soon as a bound is passed."""
    at, end, values = 0, len(data), 0
    left = 1
    waiting: list[int] = []
    while True:
        while not left:
            if not waiting:
                if at != end:
                    raise TooMuch("it is cut off, or goes on after its end")
                return values
            left = waiting.pop()
        left -= 1
        values += 1
        if values > most.values:
            raise TooMuch(f"it holds more than {most.values:,} values")
        if at >= end:
            raise TooMuch("it is cut off, or goes on after its end")
        kind, told, length = _KINDS[data[at]]
        at += 1
        if told:
            length = int.from_bytes(data[at : at + told], "big")
            at += told
        if kind <= _BYTES:
            at += length
            if kind == _TEXT and length > most.text:
                raise TooMuch(f"a text in it is longer than {most.text:,} bytes")
        elif kind == _OTHER:
            raise TooMuch("it holds values of an unknown kind")
        else:
            waiting.append(left)
            left = length if kind == _LIST else 2 * length
            if len(waiting) > most.depth:
                raise TooMuch(f"its lists and maps lie more than {most.depth} deep in each other")
