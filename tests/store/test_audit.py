"""An outside store that is weaker than asked for is named, in one line."""

import pytest

from server.store import (
    EVERYSEC,
    FSYNC,
    Durability,
)
from tests.store.outside import opened
from tests.store.servers import Server


@pytest.mark.parametrize(
    ("settings", "asked", "words"),
    [
        ({"appendonly": "no"}, EVERYSEC, "appendonly no"),
        ({"appendfsync": "everysec"}, FSYNC, "appendfsync everysec"),
        ({"appendfsync": "no"}, EVERYSEC, "appendfsync no"),
        ({"maxmemory-policy": "allkeys-lru"}, EVERYSEC, "noeviction"),
    ],
)
async def test_a_store_weaker_than_asked_for_is_named_in_one_line(
    own_server: Server, settings: dict[str, str], asked: Durability, words: str
) -> None:
    with own_server.client() as client:
        for name, value in settings.items():
            client.config_set(name, value)
    store = await opened(own_server.url, asked)
    [note] = store.notes
    assert words in note
    assert "\n" not in note
    await store.close()


async def test_a_store_as_strong_as_asked_for_needs_no_note(own_server: Server) -> None:
    with own_server.client() as client:
        client.config_set("appendfsync", "always")
    for asked in (FSYNC, EVERYSEC):
        store = await opened(own_server.url, asked)
        assert store.notes == ()
        await store.close()


async def test_a_store_that_may_not_be_examined_is_used_and_noted(clean_server: Server) -> None:
    with clean_server.client() as client:
        client.execute_command(
            "ACL", "SETUSER", "plain", "on", ">pw", "~*", "&*", "+@all", "-config", "-info"
        )
    store = await opened(f"redis://plain:pw@127.0.0.1:{clean_server.port}")
    [note] = store.notes
    assert "CONFIG GET" in note
    await store.close()
