"""Bring PROTOCOL.md and the JSON Schema up to date: `python -m tests.protocol.write`."""

import asyncio
from pathlib import Path

import protocol
from protocol import schema
from protocol.schema import reference
from tests.protocol.conversation import recorded

FOLDER = Path(protocol.__file__).parent
DOCUMENT = FOLDER / "PROTOCOL.md"


async def document(text: str) -> str:
    """The document with everything that is made brought up to date."""
    return reference.put(reference.filled(text), "conversation", await recorded())


if __name__ == "__main__":
    DOCUMENT.write_text(asyncio.run(document(DOCUMENT.read_text())))
    (FOLDER / "schema" / schema.FILE).write_text(schema.text())
