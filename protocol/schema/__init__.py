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
    """The schema: `Request`, `Reply`, `Event` (the engine's) and `BattleEvent` (the engine's and
    the battle's) stand under `$defs`.
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
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "hexwarden.v1",
        "description": "Messages of the subprotocols hexwarden.v1.json and hexwarden.v1.msgpack.",
        "anyOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}],
        "$defs": dict(sorted({**parts, **roots}.items())),
    }


def text() -> str:
    """The schema as the file's text."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def published() -> str:
    """The text of the file that comes with the package."""
    return resources.files(__name__).joinpath(FILE).read_text("utf-8")
