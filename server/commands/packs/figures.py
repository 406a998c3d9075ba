"""Finds every mistake in the values of a parsed table: unknown keys, missing keys, wrong types.

The game's own structs define what is right. Their own decoder stops at the first mistake, this one
goes on. Values that name something else (a chip, a place, a skill) are returned as references, for
the caller to look up.
"""

import difflib
import types
from collections.abc import Iterator
from enum import Enum
from typing import (
    Annotated,
    Any,
    NamedTuple,
    NewType,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from server.commands.packs.positions import Path

NAMED = {
    "Place": "a word of the map, or a tile's name",
    "ChipId": "a chip's id",
    "Target": "a type or a chip's id",
    "SkillName": "an enemy skill",
    "Code": "a lock, '3: 5-2-2'",
    **dict.fromkeys(("EffectTable", "WieldTable", "GuardTable"), "a table that names an effect"),
    **dict.fromkeys(("AnswerTable", "SpellTable"), "a table that names an effect"),
    "Requirement": "a table that names a requirement (need)",
    "Outcome": "a table that names an outcome (do)",
    "Figure": "a figure of the party size, '4', '2P' or 'P+3'",
    "PlaceId": "a place, town or terrain of the map",
    "TownId": "a town",
    "StepId": "a step, 'A20'",
    "GuildId": "a guild",
    "ProvinceId": "a province",
    "EncounterId": "an encounter",
    "TwistId": "a twist of an encounter",
    "TrackerId": "a tracker",
    "Keyword": "a keyword",
}


class Fault(NamedTuple):
    """A mistake at a path of the table; the text says what is wrong and what was expected."""

    path: Path
    text: str


class Reference(NamedTuple):
    """A value at a path that names something, with the type of the name (`Place`, `ChipId`,
    `EffectTable`, ...).
    """

    path: Path
    kind: str
    value: Any


def walk(value: Any, wanted: Any, path: Path = ()) -> Iterator[Fault | Reference]:
    """Compare a value and everything in it with a type. Yield the faults and the references."""
    if isinstance(wanted, NewType):
        fault = _converted(value, wanted.__supertype__)
        yield Fault(path, fault) if fault else Reference(path, wanted.__name__, value)
        return
    if getattr(wanted, "_is_protocol", False):
        fault = "" if isinstance(value, dict) else f"a table is expected here, not {_kind(value)}"
        yield Fault(path, fault) if fault else Reference(path, wanted.__name__, value)
        return
    if isinstance(wanted, type) and issubclass(wanted, str) and wanted is not str:
        yield from _made(value, wanted, path)
        return
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        within = list(walk(value, inner[0], path))
        fault = "" if any(isinstance(one, Fault) for one in within) else _converted(value, wanted)
        yield from [Fault(path, fault)] if fault else within
    elif origin in (Union, types.UnionType) and type(None) in inner:
        rest = [one for one in inner if one is not type(None)]
        if value is not None and len(rest) == 1:
            yield from walk(value, rest[0], path)
    elif origin in (Union, types.UnionType) and all(map(_tag, inner)):
        yield from _tagged(value, inner, path)
    elif isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        yield from _struct(value, wanted, path)
    elif origin in (list, tuple) and (origin is list or inner[-1] is ...):
        yield from _list(value, inner[0], path)
    elif origin is dict and not _is_free(inner[1]):
        yield from _dict(value, inner, path)
    elif fault := _converted(value, wanted):
        yield Fault(path, fault)


def _made(value: Any, wanted: type[str], path: Path) -> Iterator[Fault]:
    """Yield the fault of a text that its type's constructor refuses, in the words of its error."""
    try:
        wanted(str(value))
    except ValueError as fault:
        if issubclass(wanted, Enum):
            names = [str(one.value) for one in wanted]
            yield Fault(path, f"{value!r} does not fit; {nearest(str(value), names)}")
        else:
            yield Fault(path, str(fault))


def _tag(wanted: Any) -> str:
    """Return the tag of a struct that is one of several in a union; "" if it has none."""
    is_struct = isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)
    return str(wanted.__struct_config__.tag or "") if is_struct else ""


def _tagged(value: Any, kinds: tuple[Any, ...], path: Path) -> Iterator[Fault | Reference]:
    """Yield the faults and references of a table that is one of several structs, as its tag key
    tells.
    """
    if not isinstance(value, dict):
        yield Fault(path, f"a table is expected here, not {_kind(value)}")
        return
    key = str(kinds[0].__struct_config__.tag_field)
    known = {_tag(one): one for one in kinds}
    if key not in value:
        yield Fault(path, f"{key!r} is missing; expected: {_or(known)}")
    elif value[key] not in known:
        yield Fault((*path, key), f"{value[key]!r} does not fit; expected: {_or(known)}")
    else:
        rest = {name: one for name, one in value.items() if name != key}
        yield from walk(rest, known[value[key]], path)


def _or(names: Any) -> str:
    return " or ".join(repr(one) for one in names)


def _is_free(wanted: Any) -> bool:
    return wanted is Any


def _struct(value: Any, wanted: type[msgspec.Struct], path: Path) -> Iterator[Fault | Reference]:
    if not isinstance(value, dict):
        yield Fault(path, f"a table is expected here, not {_kind(value)}")
        return
    hints = get_type_hints(wanted, include_extras=True)
    fields = {one.name: one for one in msgspec.structs.fields(wanted)}
    for key in value:
        if key not in fields:
            yield Fault((*path, key), f"unknown key {key!r}; {nearest(key, fields)}")
    for name, one in fields.items():
        if name in value:
            yield from walk(value[name], hints[name], (*path, name))
        elif one.required:
            yield Fault(path, f"{name!r} is missing; expected: {words(hints[name])}")


def _list(value: Any, wanted: Any, path: Path) -> Iterator[Fault | Reference]:
    if not isinstance(value, list):
        yield Fault(path, f"a list is expected here, not {_kind(value)}")
        return
    for number, one in enumerate(value):
        yield from walk(one, wanted, (*path, number))


def _dict(value: Any, inner: tuple[Any, ...], path: Path) -> Iterator[Fault | Reference]:
    if not isinstance(value, dict):
        yield Fault(path, f"a table is expected here, not {_kind(value)}")
        return
    for key, one in value.items():
        if fault := _converted(key, inner[0]):
            yield Fault((*path, key), f"key {key!r}: {fault}")
        yield from walk(one, inner[1], (*path, key))


def _converted(value: Any, wanted: Any) -> str:
    """Return why a value does not fit a simple type, "" if it does."""
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return f"{value!r} does not fit; expected: {words(wanted)}"
    return ""


def words(wanted: Any) -> str:
    """Return the description of a type for authors."""
    if getattr(wanted, "__name__", "") in NAMED:
        return NAMED[wanted.__name__]
    if isinstance(wanted, NewType):
        return NAMED.get(wanted.__name__, words(wanted.__supertype__))
    plain = {str: "a text", int: "a whole number", bool: "true or false", float: "a number"}
    if wanted in plain:
        return plain[wanted]
    origin, inner = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        return _bounded(inner[0], wanted.__metadata__[0])
    if origin in (list, tuple):
        return f"a list, each {words(inner[0])}"
    if origin in (Union, types.UnionType):
        known = [words(one) for one in inner if one is not type(None)]
        return " or ".join(dict.fromkeys(known))
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return _or(one.value for one in wanted)
    if origin is dict or (isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)):
        return "a table"
    return _or(inner)


def _bounded(wanted: Any, bounds: msgspec.Meta) -> str:
    """Return the description of a type with its bounds."""
    if bounds.min_length:
        return f"{words(wanted)}, not empty"
    return f"{words(wanted)} from {bounds.ge} to {bounds.le}"


def _kind(value: Any) -> str:
    known = {str: "a text", bool: "true or false", int: "a number", list: "a list", dict: "a table"}
    return known.get(type(value), type(value).__name__)


def nearest(word: str, known: Any) -> str:
    """Return a hint: the name that was probably meant, or else the names that there are."""
    names = list(known)
    close = difflib.get_close_matches(word, names, 1)
    return f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(sorted(names))}"
