"""Commands and scripts over redis-py: loaded again, given up, never retried in secret."""

from protocol.ids import BattleId
from server.store import (
    Store,
)
from tests.store.servers import Server


async def test_scripts_that_the_server_has_forgotten_are_loaded_again(
    remote: Store, clean_server: Server
) -> None:
    lease = await remote.create(BattleId("b1"), {}, b"1", owner="a", ttl=30)
    with clean_server.client() as client:
        client.script_flush()
    for version in range(2, 5):
        await remote.append(lease, version, b"%d" % version)
    assert await remote.settle(lease, 4, b"4")
    assert await remote.renew([lease], ttl=30) == []
