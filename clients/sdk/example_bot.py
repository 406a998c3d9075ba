"""A bot for one seat: `python -m clients.sdk.example_bot LINK` plays one battle there."""

import asyncio
import contextlib
import random
import sys

from clients.sdk import HexwardenError, One, connect


async def play(link: str) -> None:
    """Any option where one is to be chosen, else the default."""
    async with connect(link, name="Example bot") as me:
        await me.join()
        await me.ready()
        async for _ in me:
            if me.over:
                return
            can = [q for q in me.questions() if isinstance(q.shape, One) or q.default or q.may_pass]
            for question in random.sample(can, min(1, len(can))):
                picks = question.default
                if isinstance(question.shape, One):
                    picks = (random.choice(question.shape.options).key,)
                with contextlib.suppress(HexwardenError):  # another seat was faster
                    await me.answer(question, picks)


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
