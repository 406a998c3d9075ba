"""Building blocks: what a table of an author's file names, with figures of its own.

A block is a struct: its fields are the keys that its table may have, its docstring explains it to
authors. `@named("heals")` gives it the name by which a table asks for it, `shelf` puts blocks of
one kind together, and `made` is the block of a table.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

import msgspec


class Named(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all blocks; `name` is what a table calls it by."""

    name: ClassVar[str] = ""


B = TypeVar("B", bound=type[Named])
T = TypeVar("T", bound=Named)


def named(name: str) -> Callable[[B], B]:
    """Return the decorator that gives a block its name."""

    def give(cls: B) -> B:
        cls.name = name
        return cls

    return give


def shelf(*blocks: type[T]) -> dict[str, type[T]]:
    """Return blocks by their names."""
    return {one.name: one for one in blocks}


Reader = Callable[[type, Any], Any]
"""Makes a value of the given type from decoded TOML, for types that msgspec does not know."""


def made(
    table: Mapping[str, Any], blocks: Mapping[str, type[T]], key: str, read: Reader | None = None
) -> T:
    """Return the block that a table names under `key`, with its other keys for figures. Raises
    KeyError for an unknown name and msgspec.ValidationError for figures that do not fit; `content
    check` tells authors of both beforehand.
    """
    figures = {name: value for name, value in table.items() if name != key}
    return msgspec.convert(figures, blocks[table[key]], dec_hook=read)
