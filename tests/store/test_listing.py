"""Journals are listed page by page, those that are over apart."""

from pathlib import Path

from protocol.ids import BattleId
from server.store import EVERYSEC, open_store
from server.store.redis.address import Address
from server.store.redis.client import StoreClient
from server.store.redis.listing import journals
from tests.store.servers import Server

BATTLES = [BattleId(f"b{number}") for number in range(7)]


async def test_journals_are_found_whatever_a_page_holds(clean_server: Server) -> None:
    """Given seven battles, of which one is to go and one is over, when pages are short, then each
    that is kept without limit is named once, and the one that is over only if it is asked for."""
    store = await open_store(clean_server.url, data_dir=Path("unused"), durability=EVERYSEC)
    for battle in BATTLES:
        await store.create(battle, {}, b"first", owner="a", ttl=30)
    await store.expire(BATTLES[0], 60)
    await store.expire(BATTLES[1], None)
    client = StoreClient(Address.parse(clean_server.url), replicas=0, timeout=5)

    everything = await journals(client, 2, over=True)
    running = await journals(client, 2, over=False)

    assert (everything, running) == (BATTLES[1:], BATTLES[2:])
    await client.close()
    await store.close()
