"""The append's command, put together by hand."""

import hiredis
import pytest

from protocol.ids import BattleId
from server.store import Lease
from server.store.redis.append import append_command
from server.store.redis.scripts import APPEND


@pytest.mark.parametrize("publish", ["PUBLISH", "SPUBLISH"])
@pytest.mark.parametrize("entry", [b"", b"\r\n$1", bytes(range(256)) * 40])
@pytest.mark.parametrize("version", [2, 9, 10, 12_345])
def test_an_appends_command_is_what_the_library_makes_of_its_parts(
    publish: str, entry: bytes, version: int
) -> None:
    """Given leases of two battles and epochs, when appends are packed, then each is byte for byte
    what hiredis packs."""
    for battle, epoch in (("b1", 1), ("b1", 12), ("a-longer_name", 1)):
        key = f"hw:{{{battle}}}:"
        parts = ("EVALSHA", APPEND.sha, 2, f"{key}log", f"{key}epoch", epoch, version, entry)
        wanted = hiredis.pack_command((*parts, publish, f"{key}feed"))  # type: ignore[arg-type]

        found = append_command(Lease(BattleId(battle), "ann", epoch), version, entry, publish)

        assert found == wanted
