"""A table opened by a program: `python -m clients.sdk.example_host SERVER` prints links to it."""

import asyncio
import sys

from clients.sdk import Settings, connect


async def host(server: str) -> list[str]:
    """Return a table for two, with a seat for a bot of yours; gives what is to be said of its
    battle.
    """
    async with connect(server, name="Ann") as ann:
        playable = [line.encounter for line in await ann.encounters()]
        print("To be played here, with difficulties and options:", *playable)
        settings = Settings("jailbreak", party=2, difficulty="apprentice", undo="alone")
        await ann.create(settings, name="Ann's table")
        await ann.claim("1")
        print("For a bot of yours (`connect` takes it):", await ann.invite("2"))
        print("For spectators:", await ann.invite())
        await ann.put_bot("2", "sensible")  # or one of the server's own
        await ann.ready()
        await ann.start()
        await ann.until(ann.questions)
        look = ann.look()  # with types: phase, round, turn, units, adventurers
        asked = f"{ann.questions()[0].text} ({look.phase or 'not begun'})"
        foes = look.on_map("enemy")
        return [asked, *[f"{foe.name}: {await ann.preview('values', foe.id)}" for foe in foes]]


if __name__ == "__main__":
    print(*asyncio.run(host(sys.argv[1])), sep="\n")
