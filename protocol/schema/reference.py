"""The protocol for people: the parts of `PROTOCOL.md` that are made from the message types.

The document holds pairs of comments, `<!-- NAME -->` and `<!-- /NAME -->`; what stands between them
is replaced. `filled` does that for everything that the types know.
"""

import inspect
import re
from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from protocol import events, questions, refusals, replies, requests, tables

_STRUCTS: dict[str, tuple[type[msgspec.Struct], ...]] = {
    "requests": get_args(requests.Request),
    "replies": get_args(replies.Reply),
    "events": get_args(events.EngineEvent),
    "shapes": get_args(questions.Shape),
    "parts": (
        tables.Settings,
        tables.Chair,
        tables.Member,
        tables.BattleLine,
        tables.TableLine,
        replies.Opening,
        replies.SeatOf,
        replies.Closing,
        replies.Again,
        questions.Question,
        questions.Option,
        questions.Spot,
        questions.Slot,
        questions.Limit,
        questions.Need,
    ),
}


def filled(document: str) -> str:
    """The document with every part that the types know brought up to date."""
    for name, structs in _STRUCTS.items():
        document = put(document, name, "\n".join(_entry(struct) for struct in structs))
    codes = [f"| `{code}` | {text} |" for code, text in refusals.REFUSALS.items()]
    document = put(document, "refusals", _rows("| code | when |", codes))
    byes = [f"| `{code}` | {number} | {text} |" for code, (number, text) in refusals.BYES.items()]
    return put(document, "byes", _rows("| code | close code | when |", byes))


def put(document: str, name: str, text: str) -> str:
    """Replace what stands between a pair of comments. Raises ValueError if the pair is missing."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    found, count = pattern.subn(lambda at: f"{at[1]}\n{text.strip()}\n\n{at[2]}", document)
    if count != 1:
        raise ValueError(f"the document has {count} places for {name}")
    return found


def _rows(head: str, rows: Iterable[str]) -> str:
    rule = "|".join("---" for _ in range(head.count("|") - 1))
    return "\n".join([head, f"|{rule}|", *rows])


def _entry(struct: type[msgspec.Struct]) -> str:
    tag = struct.__struct_config__.tag
    info: Any = msgspec.inspect.type_info(struct)
    fields = [f"{field.name}: {_kind(field.type)}{_default(field)}" for field in info.fields]
    head = ", ".join([f'"{tag}"'] * bool(tag) + fields)
    title = f"`{tag}`" if tag else struct.__name__
    return f"#### {title}\n\n    [{head}]\n\n{inspect.getdoc(struct)}\n"


def _default(field: Any) -> str:
    if field.required:
        return ""
    if field.default is not msgspec.NODEFAULT:
        return f" = {msgspec.json.encode(field.default).decode()}"
    return f" = {msgspec.json.encode(field.default_factory()).decode()}"


def _kind(kind: Any) -> str:
    """A field's type in words."""
    match kind:
        case msgspec.inspect.Metadata():
            return _kind(kind.type)
        case msgspec.inspect.StrType():
            return "text" + (f"({kind.max_length})" if kind.max_length else "")
        case msgspec.inspect.VarTupleType() | msgspec.inspect.ListType():
            return f"[{_kind(kind.item_type)} ...]"
        case msgspec.inspect.DictType():
            return f"{{{_kind(kind.key_type)}: {_kind(kind.value_type)}}}"
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
