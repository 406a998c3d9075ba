"""Bounded kinds of text and numbers that messages are made of, and messages in words.

A message whose field breaks its bound is malformed, so no handler meets an endless name. The words
stand in the tables of `PROTOCOL.md` and in the refusal of what is malformed.
"""

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from protocol.ids import BattleId, PlayerId, SeatId, TableId, UnitId

_ID = Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")
_ID_OR_NONE = Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")

Battle = Annotated[BattleId, _ID]
"""The id of a battle."""

BattleOrNone = Annotated[BattleId, _ID_OR_NONE]
"""The id of a battle, or "" for none."""

Table = Annotated[TableId, _ID]
"""The id of a table."""

TableOrNone = Annotated[TableId, Meta(max_length=64)]
"""The id of a table, or "" for none."""

Player = Annotated[PlayerId, _ID]
"""The id of a player."""

Unit = Annotated[UnitId, _ID]
"""The id of a battle's unit."""

Seat = Annotated[SeatId, Meta(min_length=1, max_length=8, pattern="^[A-Za-z0-9_-]+$")]
"""A seat of a table: "1" to "4"."""

SeatOrNone = Annotated[SeatId, Meta(max_length=8, pattern="^[A-Za-z0-9_-]*$")]
"""A seat, or "" for none."""

LONGEST_NAME = 40  # characters: fits into one line beside a seat

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
"""What people call something: a player, a table. The server makes it plain (`plain_text`)."""

Word = Annotated[str, Meta(max_length=64)]
"""A short key of the server's or a client's choosing."""

Line = Annotated[str, Meta(min_length=1, max_length=500)]
"""A line of chat. The server makes it plain (`plain_text`)."""

LONGEST_NOTE = 120  # characters: one short sentence, a line of a terminal

Note = Annotated[str, Meta(max_length=LONGEST_NOTE)]
"""Why somebody answers as they do, in a sentence. The server makes it plain (`plain_text`)."""

Secret = Annotated[str, Meta(max_length=128)]
"""A token or an invite code. Never logged."""

Proof = Annotated[str, Meta(max_length=8192)]
"""A signed token of an identity provider (JWT). Never logged."""

Pick = Annotated[str, Meta(max_length=200)]
"""The key of an option."""

PickList = Annotated[tuple[Pick, ...], Meta(max_length=400)]
"""An answer: option keys, read as the question's shape says."""

Count = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that never falls below zero and that every language can hold."""

NUMBER_STEP = 1_000
"""A seat's running number lies at most so far above the highest one that it has used: else a single
request with the last number there is would leave the seat none for ever."""

Lasting = Annotated[int, Meta(ge=0, le=366 * 86_400)]
"""Whole seconds for which something holds; 0 stands for the usual time."""

Seconds = Annotated[int, Meta(ge=0, le=86_400)]
"""Whole seconds of a delay; 0 means that there is none."""

LONGEST_CLOCK = 30 * 86_400  # seconds: of a campaign that is played a move now and then

Clock = Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)]
"""Whole seconds of a clock; 0 means that the clock is off."""

SideClock = Annotated[int, Meta(ge=0, le=86_400)]
"""Whole seconds that a side has for a whole match; 0 means that it has no clock."""

Increment = Annotated[int, Meta(ge=0, le=3_600)]
"""Whole seconds that a side clock gains by each turn."""

SignsEvery = Annotated[int, Meta(ge=0, le=60_000)]
"""Milliseconds from one sign of life to the next; 0 for none."""

_STEP = re.compile(r"\[(\d+|\.\.\.)\]")


def form_of(struct: type[msgspec.Struct]) -> str:
    """Return a message or a part of one as its array: `["claim", ref: int, seat: text(8)]`."""
    tag = struct.__struct_config__.tag
    fields = [f"{field.name}: {_kind(field.type)}{_default(field)}" for field in _fields(struct)]
    head = ", ".join([f'"{tag}"'] * bool(tag) + fields)
    return f"[{head}]"


def field_at(struct: type[msgspec.Struct], path: str) -> str:
    """Return the name of what stands at a path of msgspec's (`$[2][8]`): `settings.options`, "" for
    the message itself or its tag.
    """
    names: list[str] = []
    kind: Any = msgspec.inspect.type_info(struct)
    for step in _STEP.findall(path):
        if isinstance(kind, msgspec.inspect.StructType):
            at = int(step) - bool(kind.cls.__struct_config__.tag)
            if not 0 <= at < len(kind.fields):
                break
            names.append(kind.fields[at].name)
            kind = _plain(kind.fields[at].type)
        else:
            names.append(step)
            kind = _plain(getattr(kind, "item_type", None))
    return ".".join(name for name in names if name != "...")


def missing_in(struct: type[msgspec.Struct], length: int) -> str:
    """Return the first field that an array of so many elements lacks though it has no default, or
    "".
    """
    given = length - bool(struct.__struct_config__.tag)
    lacking = [field.name for field in _fields(struct)[max(0, given) :] if field.required]
    return lacking[0] if lacking else ""


def _fields(struct: type[msgspec.Struct]) -> tuple[Any, ...]:
    info: Any = msgspec.inspect.type_info(struct)
    return tuple(info.fields)


def _plain(kind: Any) -> Any:
    return _plain(kind.type) if isinstance(kind, msgspec.inspect.Metadata) else kind


def _default(field: Any) -> str:
    if field.required:
        return ""
    if field.default is not msgspec.NODEFAULT:
        return f" = {msgspec.json.encode(field.default).decode()}"
    return f" = {msgspec.json.encode(field.default_factory()).decode()}"


def _kind(kind: Any) -> str:
    """Return a field's type in words."""
    match kind:
        case msgspec.inspect.Metadata():
            return _kind(kind.type)
        case msgspec.inspect.StrType():
            return ("id" if kind.pattern else "text") + _range(kind.min_length, kind.max_length)
        case msgspec.inspect.IntType() if (kind.ge, kind.le) == (0, 2**53 - 1):
            return "count"
        case msgspec.inspect.IntType():
            return "int" + _range(kind.ge, kind.le)
        case msgspec.inspect.FloatType():
            return "number" + _range(kind.ge, kind.le)
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return f"[{_kind(kind.item_type)} ...{_at_most(kind.max_length)}]"
        case msgspec.inspect.DictType():
            key, value = _kind(kind.key_type), _kind(kind.value_type)
            return f"{{{key}: {value}{_at_most(kind.max_length)}}}"
        case msgspec.inspect.UnionType():
            return " or ".join(_kind(each) for each in kind.types)
        case msgspec.inspect.LiteralType():
            return " or ".join(f'"{value}"' for value in kind.values)
        case msgspec.inspect.StructType():
            tag = kind.cls.__struct_config__.tag
            return f"`{tag}`" if tag else kind.cls.__name__
        case msgspec.inspect.NoneType():
            return "null"
        case msgspec.inspect.AnyType():
            return "anything"
        case _:
            return type(kind).__name__.removesuffix("Type").lower()


def _range(least: float | None, most: float | None) -> str:
    """Return bounds as the document writes them, `(64)`: 64 at most; `(1..64)`: 1 at least, too."""
    if most is None:
        return ""
    return f"({most:.0f})" if least is None else f"({least:.0f}..{most:.0f})"


def _at_most(most: int | None) -> str:
    return "" if most is None else f", {most} at most"
