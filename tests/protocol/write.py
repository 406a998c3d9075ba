"""Bring what is made from the protocol's types up to date: `python -m tests.protocol.write`."""

import asyncio
import logging
from pathlib import Path

import structlog

import protocol
from protocol import schema
from protocol.schema import reference
from tests.protocol import session_conversation, typescript, vectors
from tests.protocol.conversation import recorded

FOLDER = Path(protocol.__file__).parent
DOCUMENT = FOLDER / "PROTOCOL.md"


async def document(text: str) -> str:
    """The document with everything that is made brought up to date."""
    text = reference.put(reference.filled(text), "vectors", vectors.told())
    text = reference.put(text, "conversation", await recorded())
    return reference.put(text, "session", await session_conversation.recorded())


if __name__ == "__main__":
    # The conversation is played on a server, whose log would hide what went wrong here.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    DOCUMENT.write_text(asyncio.run(document(DOCUMENT.read_text())))
    (FOLDER / "schema" / schema.FILE).write_text(schema.text())
    typescript.write()
