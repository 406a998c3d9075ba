"""Keys of options that name more than one thing: what is meant, and which one of it
("form:magic"), or the numbers of a point ("18000,6500,0").

A key is one text, for an answer is a list of keys. It is put together and taken apart here alone.
"""

from typing import NamedTuple

MOST = 1_000_000  # no number of a point has more digits: far beyond any board, far below 2**31


class OptionKey(NamedTuple):
    """What a key names: `kind` is what is meant, `name` which one of it, "" if it says none."""

    kind: str
    name: str


def option_key(kind: str, *names: str) -> str:
    """Return the key of an option: "form:magic", "use:warhorn:blow"."""
    return ":".join((kind, *names))


def ability(key: str) -> str:
    """Return what an offer's option is about, whoever uses it with whichever die:
    "knight.orders-edict".

    Standing wishes name abilities by it ("ask", "others", "never").
    """
    parts = read_key(key).kind.split(".")
    return ".".join(part for part in parts if not _is_numbered(part))


def _is_numbered(part: str) -> bool:
    """Return whether a part of a key is a number, or an adventurer's id ("a1")."""
    return part.removeprefix("a").isdecimal()


def read_key(key: str) -> OptionKey:
    """Return what a key names; further names stay together in `name`."""
    kind, _, name = key.partition(":")
    return OptionKey(kind, name)


def point_key(at: tuple[int, int, int]) -> str:
    """Return the key of a point, such as "18000,6500,0"."""
    return f"{at[0]},{at[1]},{at[2]}"


def read_point(text: str) -> tuple[int, int, int]:
    """Return the point of a key; two numbers mean one on the ground. Raises ValueError if the text
    is none.
    """
    parts = text.split(",")
    if len(parts) not in (2, 3) or not all(_is_number(part) for part in parts):
        raise ValueError(f"{text!r} is no point")
    x, y, z = (*map(int, parts), 0)[:3]
    return x, y, z


def _is_number(text: str) -> bool:
    """Return whether a text is a whole number in the digits that `str` writes, and not too long.

    `int` alone also reads "1_0", " 1" and digits of other scripts, which the bounds of a question
    would let through under a second key for the same point.
    """
    digits = text.removeprefix("-")
    is_plain = digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST))
    return is_plain and str(int(text)) == text
