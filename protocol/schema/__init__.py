"""The protocol for machines: one JSON Schema, made from the message types.

`hexwarden.schema.json` beside this file is what `text()` gives; a test compares the two. The schema
describes both wire formats, since MessagePack carries the same arrays.
"""

import json
from importlib import resources
from typing import Any

import msgspec

from protocol.battle import BattleEvent
from protocol.events import EngineEvent
from protocol.replies import Reply
from protocol.requests import Request

FILE = "hexwarden.schema.json"


def schema() -> dict[str, Any]:
    """Return the schema: `Request`, `Reply`, `Event` (the engine's) and `BattleEvent` (the engine's
    and the battle's) stand under `$defs`.
    """
    kinds = {
        "Request": Request,
        "Reply": Reply,
        "Event": EngineEvent,
        "BattleEvent": BattleEvent,
    }
    found, parts = msgspec.json.schema_components(
        tuple(kinds.values()), ref_template="#/$defs/{name}"
    )
    roots = dict(zip(kinds, found, strict=True))
    for name, struct in _structs(tuple(kinds.values())).items():
        _name_fields(parts[name], struct)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hexwarden.v1",
        "description": "Messages of the subprotocols hexwarden.v1.json and hexwarden.v1.msgpack.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
        "$defs": dict(sorted({**parts, **roots}.items())),
    }


def _structs(kind: Any) -> dict[str, type[msgspec.Struct]]:
    """Return all structs that types hold, however deep, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    left = [msgspec.inspect.type_info(each) for each in kind]
    while left:
        each: Any = left.pop()
        if isinstance(each, msgspec.inspect.StructType):
            if each.cls.__name__ in found:
                continue
            found[each.cls.__name__] = each.cls
            left += [field.type for field in each.fields]
        for name in ("type", "item_type", "key_type", "value_type"):
            left += [getattr(each, name)] if hasattr(each, name) else []
        left += [*getattr(each, "types", ()), *getattr(each, "item_types", ())]
    return found


def _name_fields(part: dict[str, Any], struct: type[msgspec.Struct]) -> None:
    """Give each place of an array its field's name as the title: a schema's arrays have none."""
    tag = struct.__struct_config__.tag
    names = [*(["tag"] if tag else []), *struct.__struct_fields__]
    for name, item in zip(names, part["prefixItems"], strict=True):
        item["title"] = name


def text() -> str:
    """Return the schema as the file's text."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def published() -> str:
    """Return the text of the file that comes with the package."""
    return resources.files(__name__).joinpath(FILE).read_text("utf-8")


__all__ = [
    "FILE",
    "published",
    "schema",
    "text",
]
