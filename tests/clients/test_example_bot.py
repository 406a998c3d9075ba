"""The example of a bot is short, and plays to the end."""

import asyncio
import re
from pathlib import Path

from clients.sdk import (
    Client,
    connect,
)
from protocol.tables import Settings
from tests.clients.conftest import Serve, site_of


def test_the_example_bot_is_short_enough_to_read() -> None:
    text = Path("clients/sdk/example_bot.py").read_text("utf-8")
    assert len(text.splitlines()) <= 30
    assert not re.search(r"\bserver\b", text)


async def test_the_example_bot_plays_a_jailbreak_to_its_end(serve: Serve) -> None:
    from clients.sdk import example_bot

    async with connect(site_of(await serve()), "Ann") as ann:
        await ann.create(Settings("jailbreak", party=2), "Den")
        links = [await ann.invite(seat) for seat in ("1", "2")]
        bots = [asyncio.create_task(example_bot.play(link)) for link in links]
        await ann.until(lambda: _all_ready(ann))
        await ann.start()
        async with asyncio.timeout(60):
            await asyncio.gather(*bots)
            await ann.until(lambda: ann.over)
        assert ann.view is not None
        assert ann.view.state["outcome"] in ("victory", "defeat", "retreat")


def _all_ready(client: Client) -> bool:
    return client.table is not None and all(chair.ready for chair in client.table.chairs)
