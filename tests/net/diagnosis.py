"""What a battle that stands still looks like from all sides, for the text of a failed test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Sequence

from protocol.replies import Commit, Snapshot
from tests.net.fleet import Fleet
from tests.net.player import Player
from tests.net.test_kill import Stubborn
from tests.store.cluster import Cluster
from tests.store.sentinels import Watched
from tests.store.servers import Server

LINES = 60  # of each log: the last minute and more


@contextlib.asynccontextmanager
async def explained(
    fleet: Fleet, watchers: Sequence[Player], players: Iterable[Stubborn], store: Watched | Cluster
) -> AsyncIterator[None]:
    """Whatever fails within says also where everybody stands: players, processes, the store."""
    try:
        yield
    except Exception as fault:
        parts = [
            *(f"watcher {number}: {_stand(each)}" for number, each in enumerate(watchers)),
            *(f"player {each.seat}: {_intent(each)}, {_stand(each.player)}" for each in players),
            *(
                f"process {number}:\n{_tail(process.log.read_text())}"
                for number, process in enumerate(fleet.all)
            ),
            *await asyncio.to_thread(_of_store, store),
        ]
        fault.add_note("\n".join(parts))
        raise


def _stand(player: Player) -> str:
    """Where a connection stands, and what it was told last besides commits."""
    told = [one for one in player.news if not isinstance(one, Commit | Snapshot)]
    return (
        f"version {player.version} of {player.url}, closed by {player.closed}, over {player.over}, "
        f"open {[(q.id, q.to) for q in player.questions]}, last told {told[-5:]}"
    )


def _intent(player: Stubborn) -> str:
    number = player.number
    fate = player.acknowledged.get(number, "not acknowledged")
    return f"intent {number} to question {player.question}: {fate}, resent {player.resent}"


def _tail(text: str) -> str:
    return "\n".join(text.splitlines()[-LINES:])


def _of_store(store: Watched | Cluster) -> list[str]:
    """What each server of the store says of itself, of the others, and in its log."""
    servers = store.nodes if isinstance(store, Cluster) else store.servers
    watchers = [] if isinstance(store, Cluster) else store.watchers
    return [
        f"store {server.port}:\n{_replication(server)}\n{_tail(''.join(server.said))}"
        for server in (*servers, *watchers)
    ]


def _replication(server: Server) -> str:
    with contextlib.suppress(Exception), server.client() as client:
        facts = client.info("replication")
        known = client.execute_command("CLUSTER", "NODES") if server.bus else ""
        return f"{facts}\n{known}"
    return "does not answer"
