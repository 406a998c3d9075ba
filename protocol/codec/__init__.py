"""Messages to bytes and back: the wire formats, and commits deflated with those before them."""

from protocol.codec.deflated import Inflating, Past
from protocol.codec.formats import (
    CODECS,
    JSON,
    JSON_DEFLATED,
    MOST_REF,
    MSGPACK,
    MSGPACK_DEFLATED,
    OFFERED,
    REPLY_BYTES,
    REQUEST_BYTES,
    SUBPROTOCOLS,
    Codec,
    Malformed,
    json,
    msgpack,
)

__all__ = [
    "CODECS",
    "JSON",
    "JSON_DEFLATED",
    "MOST_REF",
    "MSGPACK",
    "MSGPACK_DEFLATED",
    "OFFERED",
    "REPLY_BYTES",
    "REQUEST_BYTES",
    "SUBPROTOCOLS",
    "Codec",
    "Inflating",
    "Malformed",
    "Past",
    "json",
    "msgpack",
]
