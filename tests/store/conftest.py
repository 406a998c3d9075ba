"""The stores under test: memory, embedded, a real server behind redis:// with a password, and a
real cluster of three shards.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from server.store import EVERYSEC, FSYNC, Store, open_store
from server.store.embedded import EmbeddedStore
from tests.store.cluster import Cluster
from tests.store.sentinels import Watched
from tests.store.servers import PASSWORD, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A server with a password, shared by the tests that leave it healthy."""
    running = Server(password=PASSWORD)
    yield running
    running.stop()


@pytest.fixture
def clean_server(server: Server) -> Server:
    """The shared server, emptied."""
    with server.client() as client:
        client.flushall()
    return server


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """Three shards, shared by the tests that leave them healthy."""
    running = Cluster(password=PASSWORD)
    yield running
    running.stop()


@pytest.fixture
def clean_cluster(cluster: Cluster) -> Cluster:
    """The shared cluster, emptied."""
    cluster.flush()
    return cluster


@pytest.fixture(params=["memory", "embedded", "redis", "cluster"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """Each kind of store, empty."""
    fixture = {"redis": "clean_server", "cluster": "clean_cluster"}.get(request.param)
    setting = {"memory": "memory://"}.get(request.param)
    if fixture is not None:
        setting = request.getfixturevalue(fixture).url
    durability = EVERYSEC if fixture else FSYNC
    opened = await open_store(setting, data_dir=tmp_path / "data", durability=durability)
    yield opened
    await opened.close()


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncIterator[EmbeddedStore]:
    """The default store in a directory of its own."""
    opened = await open_store(None, data_dir=tmp_path / "data")
    assert isinstance(opened, EmbeddedStore)
    yield opened
    await opened.close()


@pytest.fixture
async def remote(clean_server: Server) -> AsyncIterator[Store]:
    """The store on the shared server."""
    opened = await open_store(clean_server.url, data_dir=Path("unused"), durability=EVERYSEC)
    yield opened
    await opened.close()


@pytest.fixture
def own_server() -> Iterator[Server]:
    """A server that a test may maltreat."""
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def watched() -> Iterator[Watched]:
    """A primary with two replicas and three sentinels."""
    running = Watched(replicas=2, down_after_ms=1500, password=PASSWORD)
    yield running
    running.stop()


@pytest.fixture
async def sharded(clean_cluster: Cluster) -> AsyncIterator[Store]:
    """The store on the shared cluster."""
    opened = await open_store(clean_cluster.url, data_dir=Path("unused"), durability=EVERYSEC)
    yield opened
    await opened.close()
