"""The attackers' process: `python -m tests.attack.attackers PORT COUNT`, driven by `tests.attack`.

Reads a line for each attack, `NAME SECONDS`, and answers each with a JSON line of its account:
first one for `prepare SECONDS`. A process of its own, at a lower priority, so that what it costs to
attack does not count as what it costs to be attacked.
"""

import asyncio
import json
import os
import random
import sys
from collections.abc import Awaitable

from tests.attack.attacker import TROUBLE, Attacker
from tests.attack.kinds import DRIVERS
from tests.attack.others import HELD, ROUTES, babble, come_and_go, fetch, hold_open, total

NICE = 10
MIXED = "everything at once"
NAMES = (*DRIVERS, *ROUTES, HELD, "connections", "broken frames", MIXED)
"""Every attack, by its name in the account."""


async def attack(attackers: list[Attacker], name: str, seconds: float) -> None:
    """All of them do the same for so long; or each something else."""
    chance = random.Random(name)
    works: list[Awaitable[None]] = []
    for attacker in attackers:
        what = chance.choice(NAMES[:-1]) if name == MIXED else name
        works.append(_one(attacker, what, seconds))
    await asyncio.gather(*works)


async def _one(attacker: Attacker, name: str, seconds: float) -> None:
    try:
        if name in DRIVERS:
            _, kind = DRIVERS[name]
            await attacker.stand(kind.stage)
            attacker.account.clear()
            await attacker.attack(kind, seconds)
        elif name in ROUTES:
            await attacker.take_key()
            attacker.account.clear()
            await fetch(attacker, ROUTES[name], seconds)
        elif name == HELD:
            await hold_open(attacker, seconds)
        elif name == "connections":
            await come_and_go(attacker, seconds)
        else:
            await babble(attacker, seconds)
    except TROUBLE:
        attacker.account["cut"] += 1


async def main(port: int, count: int) -> None:
    """Do what the lines say, until there are no more."""
    attackers = [Attacker(number, port) for number in range(count)]
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().strip():
        name, _, seconds = line.rpartition(" ")
        if name == "prepare":
            await asyncio.gather(*(each.prepare(float(seconds)) for each in attackers))
        else:
            await attack(attackers, name, float(seconds))
        print(json.dumps(total(attackers)), flush=True)
    for each in attackers:
        each.leave()


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
