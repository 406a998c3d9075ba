"""Which place for replay files a setting opens."""

from pathlib import Path

import pytest

from protocol.ids import BattleId
from server.store.replay_storage import SUFFIX, ReplayFolder, open_replay_storage
from server.store.replay_storage.bucket import ReplayBucket


async def test_a_path_is_a_folder(tmp_path: Path) -> None:
    storage = open_replay_storage(str(tmp_path / "replays"))
    assert isinstance(storage, ReplayFolder)
    await storage.put(BattleId("b1"), b"replay")
    assert [path.name for path in (tmp_path / "replays").iterdir()] == [f"b1{SUFFIX}"]


def test_a_tilde_is_somebodys_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(tmp_path) in repr(vars(open_replay_storage("~/replays")))


def test_an_s3_address_is_a_bucket() -> None:
    assert isinstance(open_replay_storage("s3://bucket/prefix"), ReplayBucket)


@pytest.mark.parametrize("setting", ["http://bucket", "s3://"])
def test_an_address_of_no_bucket_is_refused_with_a_sentence(setting: str) -> None:
    with pytest.raises(ValueError, match="replay"):
        open_replay_storage(setting)
