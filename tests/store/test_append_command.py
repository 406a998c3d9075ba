"""The command of an append says the same as a client library's, byte for byte."""

import hiredis
import pytest

from protocol.ids import BattleId
from server.store import Lease
from server.store.redis import scripts
from server.store.redis.append_command import append_command


@pytest.mark.parametrize("version", [2, 10, 12_345])
@pytest.mark.parametrize("publish", ["", "SPUBLISH"])
@pytest.mark.parametrize("entry", [b"", b"\x9a\xa1c", b"$5\r\nENTRY\r\n" * 20])
def test_an_append_is_packed_as_a_library_packs_it(
    version: int, publish: str, entry: bytes
) -> None:
    """Given a lease, then the bytes are those of the script's call with all its parts."""
    lease = Lease(BattleId("b-1"), "me", 17)
    names = ("hw:{b-1}:log", "hw:{b-1}:epoch")
    parts = ("EVALSHA", scripts.APPEND.sha, 2, *names, 17, version, entry, publish)

    packed = append_command(lease, version, entry, publish)

    assert packed == hiredis.pack_command((*parts, "hw:{b-1}:feed"))  # type: ignore[arg-type]


def test_a_later_epoch_of_the_same_battle_is_said() -> None:
    """Given a battle that has got a new owner, then its appends name the new epoch."""
    packed = [append_command(Lease(BattleId("b-1"), "me", n), 2, b"e", "") for n in (17, 18)]

    assert [b"$2\r\n17\r\n" in packed[0], b"$2\r\n18\r\n" in packed[1]] == [True, True]
    assert packed[0] != packed[1]
