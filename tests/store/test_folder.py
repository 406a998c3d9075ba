"""A directory of replay files: whole ones only, each under its battle's id."""

from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store.replay_storage.folder import ReplayFolder

B1 = BattleId("b1")


async def test_a_file_is_there_once_it_was_put(tmp_path: Path) -> None:
    folder = ReplayFolder(tmp_path / "replays")
    assert not await folder.has(B1)
    assert await folder.get(B1) is None

    await folder.put(B1, b"one")
    await folder.put(B1, b"two")

    assert await folder.has(B1)
    assert await folder.get(B1) == b"two"
    assert [path.name for path in folder.path.iterdir()] == ["b1.hwr"]


async def test_what_is_put_aside_before_its_end_lies_apart(tmp_path: Path) -> None:
    folder = ReplayFolder(tmp_path)
    await folder.unfinished.put(B1, b"half")

    assert not await folder.has(B1)
    assert await folder.unfinished.get(B1) == b"half"


async def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    folder = ReplayFolder(tmp_path)
    await folder.put(B1, b"old")

    with pytest.raises(TypeError):
        await folder.put(B1, "no bytes")  # type: ignore[arg-type]

    assert await folder.get(B1) == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["b1.hwr"]


async def test_an_id_does_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    folder = ReplayFolder(tmp_path / "replays")
    for name in ("../b1", "a/b", "", "."):
        with pytest.raises(ValueError, match="not an id"):
            await folder.get(BattleId(name))
