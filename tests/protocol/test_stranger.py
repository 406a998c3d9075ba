"""A client in Node that knows PROTOCOL.md and nothing else plays the page's conversation here."""

import asyncio
import json
from pathlib import Path

from protocol.codec import JSON
from server.process.app import running
from server.settings import Settings
from server.store.memory import MemoryStore
from tests.protocol.test_document import conversation
from tests.protocol.write import DOCUMENT
from tests.service.games import SETUPS, first_option
from tests.web.node import NODE

CLIENT = Path(__file__).parent / "stranger.mjs"
PATIENCE = 60.0


async def played(document: Path) -> tuple[int | None, str, str]:
    """What the client says of a server of today: its exit code, its output and its complaint."""
    settings = Settings(port=0, close_timeout=1.0, bot_delay=0.0)
    work = running(settings, MemoryStore(), setups=SETUPS, bots={"first": first_option})
    async with work as server:
        url = f"ws://127.0.0.1:{server.listener.port}/ws"
        node = await asyncio.create_subprocess_exec(
            *(NODE, CLIENT, document, url),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(PATIENCE):
                out, complaint = await node.communicate()
        except TimeoutError:
            node.terminate()
            out, complaint = await node.communicate()
    return node.returncode, out.decode(), complaint.decode()


async def test_a_client_that_knows_the_page_alone_plays_its_conversation_and_checks_its_dice() -> (
    None
):
    code, out, complaint = await played(DOCUMENT)
    assert code == 0, complaint[-3000:]
    told = json.loads(out)
    said = [message[0] for way, message in conversation() if way == ">"]
    assert told["said"] == said[: len(told["said"])]
    assert {"encounters", "create", "intent", "undo", "watch"} <= set(told["said"])
    assert told["dice"] > 4
    assert told["vectors"] == 8


async def test_the_client_notices_a_page_that_promises_something_else(tmp_path: Path) -> None:
    text = DOCUMENT.read_text("utf-8")
    for was, instead in (('< ["taken",', '< ["done",'), ("| 0 | 0 | 6 | 1 |", "| 0 | 0 | 6 | 2 |")):
        page = tmp_path / "PROTOCOL.md"
        page.write_text(text.replace(was, instead))
        assert was in text
        code, _, complaint = await played(page)
        assert (code, "AssertionError" in complaint) == (1, True)


def test_the_client_uses_nothing_of_the_project() -> None:
    text = CLIENT.read_text("utf-8")
    imported = [line for line in text.splitlines() if line.startswith("import")]
    assert all('from "node:' in line for line in imported)
    assert f'"{JSON}"' in text
