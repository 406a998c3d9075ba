"""A server process with two players, a private table and a ban, the same ones in every run."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from protocol.ids import BattleId, PlayerId, TableId
from protocol.tables import Member, Settings
from server.players import identity
from server.players.identity import PlayerDoc
from server.service.game_service import GameService
from server.tables import documents as stored
from server.tables import invites, seats
from server.tables.seats import TableDoc
from tests.service.conftest import World

SECRET = "a secret that nobody guesses"
ANN, BOB = "p1", "p2"
TABLE = "t1"
ENDED = 1


def documents() -> dict[tuple[str, str], bytes]:
    """What is in the store, by kind and name."""
    ann = PlayerDoc(sha256(SECRET.encode()).hexdigest(), "Ann", TableId(TABLE))
    bob = PlayerDoc(identity.NO_TOKEN, "Bob")
    return {
        (identity.KIND, ANN): msgspec.msgpack.encode(ann),
        (identity.KIND, BOB): msgspec.msgpack.encode(bob),
        (stored.KIND, TABLE): stored.encode(camp()),
    }


def camp() -> TableDoc:
    """Ann's table: its link for seat 2 has ended, the others are good for ever."""
    state = seats.new_table(
        TableId(TABLE), "Camp", Member(PlayerId(ANN), "Ann"), Settings("micro", party=2)
    ).state
    doc = TableDoc(replace(state, commitment="c0" * 32), "5e" * 32, "0d" * 32, BattleId("b1"))
    return replace(doc, invites={"": invites.FOR_EVER, "1": invites.FOR_EVER, "2": ENDED})


@asynccontextmanager
async def process() -> AsyncIterator[GameService]:
    """The process. It begins anew each time, so that an input breaks by itself what it breaks."""
    world = World()
    for (kind, name), data in documents().items():
        await world.store.put(kind, name, data, 0)
    service = await world.service(owner="a")
    await service.authentication.bans.add("198.51.100.0/24", "", "eve", 0)
    try:
        yield service
    finally:
        await service.close()
