"""A spectator with the SDK at a table with a delay."""

from clients.sdk import connect
from protocol.tables import Settings
from tests.clients.conftest import Serve
from tests.clients.test_client import alone, move


async def test_a_spectator_need_not_wait_to_come_in_and_sees_the_battle_when_it_is_due(
    serve: Serve,
) -> None:
    """Given a game without rounds and a delay of one, when somebody comes to watch, then they are
    in at once, see nothing while it is played, and all of it when it is over."""
    server = await serve()
    options = {"goal": "20"}
    player = await alone(server, Settings("micro", party=1, options=options, delay_rounds=1))
    watcher = connect(await player.invite(), "Eve")
    await watcher.open()
    await watcher.join()
    assert watcher.table is not None
    assert watcher.table.settings.delay_rounds == 1
    while not player.over:
        assert watcher.view is None
        await move(player)
    await watcher.until(lambda: watcher.over)
    assert watcher.view is not None
    assert player.view is not None
    assert watcher.view.state == player.view.state
    await watcher.close()
    await player.close()
