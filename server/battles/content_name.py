"""The name of what a battle is played with: a hash of the game's own content, and its packs.

    0f3a...+my-pack@1b2c...

A battle's first commit pins it (`Opening.content`), so it stays as it is: one string, which is put
together and taken apart here only.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Pack(NamedTuple):
    """A pack of content: its name, and the hash of its files."""

    name: str
    digest: str

    def __str__(self) -> str:
        return f"{self.name}@{self.digest}"


def content_name(base: str, packs: Iterable[Pack]) -> str:
    """Return the name of content with packs, `base` the hash of the game's own.

    Raises ValueError where the name of a pack would be read as two.
    """
    named = tuple(packs)
    for pack in named:
        if "+" in pack.name:
            raise ValueError(f"the name of a pack has no + in it: {pack.name!r}")
    return "+".join([base, *map(str, named)])


def packs_of(content: str) -> tuple[Pack, ...]:
    """Return the packs that a name of content holds, in the order in which they were added."""
    parts = (each.rpartition("@") for each in content.split("+")[1:])
    return tuple(Pack(name, digest) for name, _, digest in parts)
