"""A bot for one seat: `python -m clients.sdk.example_bot LINK` sits down and plays to the end."""

import asyncio
import contextlib
import random
import sys

from clients.sdk import Client, Refusal, connect
from protocol.questions import One


async def move(client: Client) -> None:
    """Answer one of the open questions: any option where one is chosen, else the default."""
    can = [q for q in client.questions() if isinstance(q.shape, One) or q.default or q.may_pass]
    for question in random.sample(can, min(1, len(can))):
        picks = question.default
        if isinstance(question.shape, One):
            picks = (random.choice(question.shape.options).key,)
        with contextlib.suppress(Refusal):  # another seat was faster
            await client.answer(question, picks)


async def play(link: str) -> None:
    """Sit down where the link leads and play one battle."""
    async with connect(link, name="Example bot") as client:
        await client.join()
        await client.ready()
        async for _ in client:
            await move(client)
            if client.over:
                return


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
