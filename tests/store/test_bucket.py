"""Replay files in a bucket: a real server of that kind, a process of its own."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import obstore
import pytest
from obstore.store import from_url

from protocol.ids import BattleId
from server.store.replay_storage import ReplayFolder, ReplayStorage, open_replay_storage
from server.store.replay_storage.bucket import ReplayBucket
from tests.store.servers import free_port

BUCKET = "s3://shelf/of/hexwarden"
KEYS = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1"}
PROGRAM = "from moto.server import main; main()"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a running server that has one bucket, `shelf`."""
    found = f"http://127.0.0.1:{free_port()}"
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, "-p", found.rpartition(":")[2]]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, env={**os.environ, **KEYS})
    try:
        _make_bucket(found, process)
        yield found
    finally:
        process.terminate()
        process.wait()


def _make_bucket(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            request = urllib.request.Request(f"{address}/shelf", method="PUT")
            urllib.request.urlopen(request, timeout=5).close()
        except OSError:
            assert process.poll() is None, "the server of the bucket does not start"
            assert time.monotonic() < until, "the server of the bucket does not answer"
            time.sleep(0.05)
        else:
            return


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    for name, value in {**KEYS, "AWS_ENDPOINT_URL": address}.items():
        monkeypatch.setenv(name, value)


async def test_a_file_comes_back_as_it_was_put() -> None:
    bucket, data = ReplayBucket(BUCKET), bytes(range(256)) * 5000
    assert not await bucket.has(BattleId("b1"))
    assert await bucket.get(BattleId("b1")) is None
    await bucket.put(BattleId("b1"), data)
    assert await bucket.has(BattleId("b1"))
    assert await ReplayBucket(BUCKET).get(BattleId("b1")) == data


async def test_a_file_stands_below_the_prefix_under_its_battles_name() -> None:
    await ReplayBucket(BUCKET).put(BattleId("b2"), b"replay")
    whole = from_url("s3://shelf", client_options={"allow_http": True})
    found = await obstore.get_async(whole, "of/hexwarden/b2.hwr")
    assert bytes(await found.bytes_async()) == b"replay"


async def test_a_file_put_again_takes_the_place_of_the_first() -> None:
    bucket = ReplayBucket(BUCKET)
    await bucket.put(BattleId("b3"), b"first")
    await bucket.put(BattleId("b3"), b"second")
    assert await bucket.get(BattleId("b3")) == b"second"


async def test_unfinished_battles_lie_apart() -> None:
    bucket = ReplayBucket(BUCKET)
    await bucket.unfinished.put(BattleId("b4"), b"half a battle")
    assert await bucket.get(BattleId("b4")) is None
    assert await ReplayBucket(f"{BUCKET}/unfinished").get(BattleId("b4")) == b"half a battle"


async def test_a_bucket_that_does_not_exist_takes_no_file_and_says_so() -> None:
    with pytest.raises(OSError, match="NoSuchBucket") as fault:
        await ReplayBucket("s3://nowhere/replays").put(BattleId("b1"), b"replay")
    assert "\n" not in str(fault.value)


async def test_a_server_that_is_away_is_an_error_and_no_missing_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    bucket = ReplayBucket(BUCKET, seconds=0.1)
    with pytest.raises(OSError, match="Error performing"):
        await bucket.get(BattleId("b1"))
    with pytest.raises(OSError, match="Error performing"):
        await bucket.put(BattleId("b1"), b"replay")


@pytest.mark.parametrize("name", ["../b0", "", "b/0", "b0\x00", "a" * 65])
async def test_no_name_leads_out_of_the_prefix(name: str) -> None:
    with pytest.raises(ValueError, match="not an id"):
        await ReplayBucket(BUCKET).get(BattleId(name))


def test_the_setting_names_a_directory_or_a_bucket() -> None:
    shelves: list[ReplayStorage] = [open_replay_storage("some/where"), open_replay_storage(BUCKET)]
    assert [type(shelf) for shelf in shelves] == [ReplayFolder, ReplayBucket]


@pytest.mark.parametrize("setting", ["s3://", "ftp://host/x", "s3://a b/c", "gs://bucket/x"])
def test_an_address_that_makes_no_sense_is_one_sentence(setting: str) -> None:
    with pytest.raises(ValueError, match="replays cannot go to") as fault:
        open_replay_storage(setting)
    assert "\n" not in str(fault.value)
