"""The handler of the request for the ladder."""

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from protocol.replies import Ladder
from protocol.requests import ReadLadder
from protocol.tables import LadderLine
from server.players import Players
from server.service.call import Call


async def read_ladder(call: Call[ReadLadder]) -> None:
    """Answer the top of the ladder, and the lines of some players. Raises StoreError."""
    players, asked = call.context.people.players, (call.visitor.player, *call.request.players)
    top, lines = await players.ladder.lines(call.now() // 1000, asked)
    told = Ladder(call.request.ref, await _named(players, top), await _named(players, lines))
    call.visitor.tell(told)


async def _named(players: Players, lines: Iterable[LadderLine]) -> tuple[LadderLine, ...]:
    """Return lines with the names that their players have now, without those who are no more."""
    found = tuple(lines)
    names = await asyncio.gather(*(players.name_of(line.player) for line in found))
    return tuple(
        replace(line, name=name)
        for line, name in zip(found, names, strict=True)
        if name is not None
    )
