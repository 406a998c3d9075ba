"""The protocol as TypeScript, for the browser client: made from the structs that Python uses.

A message is a tuple whose elements have names; `Request`, `Reply`, `BattleEvent`, `Shape` and
`Foreseen` are unions that a `switch` over the first element tells apart. The state of a battle,
which travels as plain data, stands beside them as interfaces. Of a session's and a skirmish's own
events the tags are enough: the browser tells them, by their tags.
"""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec import inspect as kinds

from protocol import codec
from protocol.battle import BattleEvent
from protocol.campaign import SessionEvent
from protocol.events import EngineEvent
from protocol.ids import (
    NO_BATTLE,
    NO_DIE,
    NO_PLAYER,
    NO_SEAT,
    NO_TABLE,
    NOBODY,
    BattleId,
    DieId,
    PlayerId,
    QuestionId,
    SeatId,
    TableId,
    UnitId,
)
from protocol.previews import Foreseen
from protocol.questions import Shape
from protocol.refusals import RefusalCode
from protocol.replay_file import MAGIC
from protocol.replies import Reply
from protocol.requests import Request
from protocol.skirmish import SkirmishEvent
from server.rules.battle.kernel.state import BattleState

FILE = Path(__file__).parents[2] / "clients" / "web" / "src" / "protocol.ts"
UNIONS: dict[str, Any] = {
    "Request": Request,
    "Reply": Reply,
    "BattleEvent": BattleEvent,
    "Shape": Shape,
    "Foreseen": Foreseen,
}
TAGS: dict[str, tuple[Any, Any]] = {
    "DayTag": (SessionEvent, BattleEvent),
    "MatchTag": (SkirmishEvent, EngineEvent),
}
"""The tags of a game's events, without those that another union has already."""
PLAIN: dict[Any, str] = {
    kinds.StrType: "string",
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.BoolType: "boolean",
    kinds.NoneType: "null",
    kinds.AnyType: "unknown",
}
WHO = "SeatId | UnitId"
KNOWN = {
    ("BeatBegan", "who"): WHO,
    ("Rolled", "who"): WHO,
    ("Commit", "events"): "readonly BattleEvent[]",
    ("Commit", "put"): "Readonly<Record<string, unknown>>",
    ("Snapshot", "state"): "BattleState",
    ("Opening", "state"): "BattleState | null",
    ("AdventurerCreated", "chip"): "Unit",
    ("AdventurerCreated", "mat"): "Adventurer",
    ("AdventurerCreated", "dice"): "Readonly<Record<DieId, Die>>",
    ("MapLaid", "tiles"): "Readonly<Record<string, Tile>>",
    ("DecksMade", "decks"): "Readonly<Record<string, Deck>>",
    ("UnitDeployed", "chip"): "Unit | null",
    ("TilePlaced", "tile"): "Tile",
}
"""What Python carries as plain data, because the protocol knows no game, and a client does; and
fields of which only the type checker knows what they hold (`protocol.ids.Text`)."""
IDS = (BattleId, TableId, PlayerId, SeatId, UnitId, DieId, QuestionId)
"""Ids that have a type of their own in TypeScript as in Python."""
NONE: dict[str, tuple[Any, str]] = {
    "NO_BATTLE": (BattleId, NO_BATTLE),
    "NO_TABLE": (TableId, NO_TABLE),
    "NO_PLAYER": (PlayerId, NO_PLAYER),
    "NO_SEAT": (SeatId, NO_SEAT),
    "NOBODY": (UnitId, NOBODY),
    "NO_DIE": (DieId, NO_DIE),
}
"""What stands where an id is meant to be none, and of which type it is."""
RENAMED = {"Settings": {"server.rules.battle.kernel.state": "BattleSettings"}}


def text() -> str:
    """The whole file. Raises ValueError where two structs would have the same name."""
    found: dict[str, type] = {}
    for root in (*UNIONS.values(), BattleState):
        for struct in _structs(root):
            if found.setdefault(_name(struct), struct) is not struct:
                raise ValueError(f"two structs are called {_name(struct)}")
    parts = [
        "/** Written by `make protocol` from the protocol's structs; do not edit. */\n",
        f'export const SUBPROTOCOL = "{codec.JSON}";\n',
        f'export const DEFLATED = "{codec.JSON_DEFLATED}";\n',
        f"export const REPLAY_MAGIC = {json.dumps(MAGIC.decode())};\n",
        *(_id(kind) for kind in IDS),
        *(_none(name, *meant) for name, meant in NONE.items()),
        "export type Hex = readonly [q: number, r: number];\n",
        f"export type RefusalCode = {_union(json.dumps(one) for one in get_args(RefusalCode))};\n",
        *(_declared(found[name]) for name in sorted(found)),
        *(
            f"export type {name} = {_union(_name(one) for one in get_args(union))};\n"
            for name, union in UNIONS.items()
        ),
        *(
            f"export type {name} = {_union(map(json.dumps, _tags(events, known)))};\n"
            for name, (events, known) in TAGS.items()
        ),
    ]
    return "\n".join(parts)


def _id(kind: Any) -> str:
    carried = "number" if kind.__supertype__ is int else "string"
    return f'export type {kind.__name__} = {carried} & {{ readonly is: "{kind.__name__}" }};\n'


def _none(name: str, kind: Any, value: str) -> str:
    return f"export const {name} = {json.dumps(value)} as {kind.__name__};\n"


def _tags(events: Any, known: Any) -> list[str]:
    own = [kind for kind in get_args(events) if kind not in get_args(known)]
    return [kind.__struct_config__.tag for kind in own]


def _union(names: Any) -> str:
    return " | ".join(names)


def _name(struct: type) -> str:
    return RENAMED.get(struct.__name__, {}).get(struct.__module__, struct.__name__)


def _structs(root: Any) -> Iterator[type]:
    """Every struct that a type leads to, each once."""
    seen: set[type] = set()
    waiting = [kinds.type_info(root)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, kinds.StructType):
            if one.cls in seen:
                continue
            seen.add(one.cls)
            yield one.cls
            waiting += [field.type for field in one.fields]
        waiting += _inside(one)


def _inside(one: Any) -> list[kinds.Type]:
    match one:
        case kinds.UnionType(types=types):
            return list(types)
        case kinds.DictType(value_type=value):
            return [value]
        case kinds.TupleType(item_types=items):
            return list(items)
        case kinds.VarTupleType(item_type=item) | kinds.ListType(item_type=item):
            return [item]
        case _:
            return []


def _declared(struct: type) -> str:
    info: Any = kinds.type_info(struct)
    told = inspect.cleandoc(struct.__doc__ or "").replace("*/", "* /").splitlines()
    comment = "\n".join(["/**", *(f" * {line}".rstrip() for line in told), " */"])
    fields = [(one.encode_name, _field(struct, one), not one.required) for one in info.fields]
    if not info.array_like:
        lines = [f"  readonly {name}: {kind};" for name, kind, _ in fields]
        return "\n".join([comment, f"export interface {_name(struct)} {{", *lines, "}", ""])
    tag = [("tag", json.dumps(info.tag), False)] if info.tag is not None else []
    lines = [f"  {_word(name)}{'?' * opt}: {kind}," for name, kind, opt in [*tag, *fields]]
    return "\n".join([comment, f"export type {_name(struct)} = readonly [", *lines, "];", ""])


def _word(name: str) -> str:
    """A name that an element may have; some are words of the language."""
    return f"{name}_" if name in {"default", "public", "true"} else name


def _field(struct: type, field: Any) -> str:
    hint = get_type_hints(struct)[field.name]
    return KNOWN.get((_name(struct), field.name)) or _typed(field.type, hint)


def _typed(one: Any, hint: Any) -> str:
    """A type's TypeScript; `hint` is what the field is annotated with, which knows of ids."""
    if hint in IDS:
        return str(hint.__name__)
    of = get_args(hint)
    match one:
        case kinds.StructType(cls=cls):
            return _name(cls)
        case kinds.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case kinds.UnionType(types=types):
            return " | ".join(map(_typed, types, of))
        case kinds.DictType(key_type=key, value_type=value):
            return f"Readonly<Record<{_typed(key, of[0])}, {_typed(value, of[1])}>>"
        case kinds.TupleType(item_types=(kinds.IntType(), kinds.IntType())):
            return "Hex"
        case kinds.TupleType(item_types=items):
            return "readonly [" + ", ".join(map(_typed, items, of)) + "]"
        case kinds.VarTupleType(item_type=item) | kinds.ListType(item_type=item):
            return f"readonly {_grouped(_typed(item, of[0]))}[]"
        case _:
            return PLAIN[type(one)]


def _grouped(kind: str) -> str:
    return f"({kind})" if " " in kind and not kind.startswith("Readonly<") else kind


def write() -> None:
    """Bring the client's file up to date."""
    FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    write()
