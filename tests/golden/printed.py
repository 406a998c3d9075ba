"""The figures that are printed on components, as text: what each holds, and what its functions
were made with.

Written from the catalogue itself, so that a figure that changes in the content changes a line here.
Sentences do not count. A function stands by its name; below the component each stands once, with
its own figures. Encounters and chips are data, and not among
these. `blocks` are what a pack may name: what each has where a pack leaves a figure out.
"""

import dataclasses
import functools
import types
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec

from server.commands.packs.listing import BLOCKS
from server.rules.content.catalogue import catalogue

FOLDER = Path(__file__).parent / "components"
"""A file of text for each kind."""
SENTENCES = ("id", "name", "text", "texts", "source", "rule")
KINDS = (
    "dice",
    "faces",
    "skills",
    "classes",
    "races",
    "items",
    "statuses",
    "tiles",
    "delve_cards",
    "blocks",
)


def printed(kind: str) -> str:
    """The components of a kind."""
    if kind == "blocks":
        return "".join(f"{line}\n" for line in _left_out())
    found: Mapping[str, Any] = getattr(catalogue(), kind)
    return "".join(f"{name}\n{_lines(one)}" for name, one in sorted(found.items()))


def _left_out() -> Iterator[str]:
    telling = Telling()
    for kind, blocks in BLOCKS.items():
        yield kind
        for name, block in blocks.items():
            yield f"    {name}"
            for field in msgspec.structs.fields(block):
                if field.default_factory is not msgspec.NODEFAULT:
                    yield f"        {field.encode_name}={telling.told(field.default_factory())}"
                elif field.default is not msgspec.NODEFAULT:
                    yield f"        {field.encode_name}={telling.told(field.default)}"


def _lines(one: Any) -> str:
    telling = Telling()
    parts = list(map(telling.told, one) if isinstance(one, tuple) else telling.fields(one))
    return "".join(f"    {part}\n" for part in (*parts, *sorted(telling.functions)))


class Telling:
    """One component in words. `functions` gathers those that it holds, each with its figures."""

    def __init__(self) -> None:
        self.functions: set[str] = set()

    def told(self, one: Any) -> str:
        """A value with all that it holds."""
        if isinstance(one, Enum):
            return one.name
        if isinstance(one, str):
            return "text" if " " in one else one
        if one is None or isinstance(one, int | float):
            return repr(one)
        if isinstance(one, Mapping):
            parts = [f"{self.told(key)}: {self.told(value)}" for key, value in one.items()]
            return f"{{{', '.join(parts)}}}"
        if isinstance(one, frozenset | set):
            return f"{{{', '.join(sorted(map(self.told, one)))}}}"
        if isinstance(one, list | tuple):
            return f"[{', '.join(map(self.told, one))}]"
        if dataclasses.is_dataclass(one):
            return f"{type(one).__name__}({', '.join(self.fields(one))})"
        if isinstance(one, functools.partial):
            given = [*map(self.told, one.args), *map(self.told, one.keywords.values())]
            return f"{self.told(one.func)} with {', '.join(given)}"
        if isinstance(one, types.FunctionType):
            return self._function(one)
        return str(getattr(one, "__qualname__", type(one).__name__))

    def fields(self, one: Any) -> Iterator[str]:
        """The fields that are not as they always are."""
        for each in dataclasses.fields(one):
            value = getattr(one, each.name)
            is_usual = type(value) is type(each.default) and value == each.default
            is_sentence = each.name in SENTENCES or each.name.endswith("_text")
            if not is_sentence and not is_usual:
                yield f"{each.name}={self.told(value)}"

    def _function(self, function: types.FunctionType) -> str:
        name = function.__qualname__.replace(".<locals>", "")
        figures = ", ".join(f"{key}={self.told(value)}" for key, value in _made_with(function))
        if figures:
            self.functions.add(f"{name}: {figures}")
        return name


def _made_with(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        if cell.cell_contents is not function:
            yield name, cell.cell_contents
    taken = function.__code__.co_varnames[: function.__code__.co_argcount]
    defaults = function.__defaults__ or ()
    yield from zip(taken[len(taken) - len(defaults) :], defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()
