"""A stranger's replay file takes time and memory within bounds, and is refused in a line."""

import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from protocol import replay_file
from protocol.measuring import Bounds, TooMuch, values_in
from tests.protocol.bombs import BOMBS, written_to

ROOT = Path(__file__).parents[2]
MEMORY = 700 * 2**20
READERS = {
    "verify": ["-m", "server.cli", "verify"],
    "replay": ["-m", "server.cli", "replay"],
    "verify_dice": ["clients/verify_dice.py"],
}


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.fixture(scope="module")
def bombs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written_to(tmp_path_factory.mktemp("bombs"))


LOOKED_AT = ("empty maps", "lists in lists in a commit")
"""Enough for `replay`, which reads as `verify` does."""


@pytest.mark.parametrize(
    ("reader", "bomb"),
    [(one, bomb) for one in READERS for bomb in (LOOKED_AT if one == "replay" else BOMBS)],
)
@pytest.mark.slow
def test_a_bomb_is_refused_in_one_line_within_bounded_memory(
    bombs: Path, bomb: str, reader: str
) -> None:
    """Given a process that may have 700 MiB and no more, when it reads a bomb, then it says what
    is wrong, and ends."""
    done = subprocess.run(
        [sys.executable, *READERS[reader], bombs / f"{bomb}.hwr"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=_bounded,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert not re.search("memory|allocate", done.stderr, re.IGNORECASE), done.stderr
    # A reason: what the process had no memory for says none.
    assert re.search(r"NOT VERIFIED: \S", done.stderr), done.stderr
    assert done.returncode != 0
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


def test_levels_and_texts_have_a_most_of_their_own() -> None:
    most = Bounds(100, 3, 10)
    assert values_in(b"\x91" * 3 + b"\xc0", most) == 4
    with pytest.raises(TooMuch, match="3 deep"):
        values_in(b"\x91" * 4 + b"\xc0", most)
    assert values_in(b"\xaa" + b"a" * 10, most) == 1
    with pytest.raises(TooMuch, match="longer than 10 bytes"):
        values_in(b"\xab" + b"a" * 11, most)


@pytest.mark.slow
def test_the_values_of_all_commits_together_have_a_most() -> None:
    """Given commits of which each is small enough, then the file says that it holds too many."""
    with pytest.raises(replay_file.BadReplay, match="more than 6,000,000 values"):
        replay_file.read(BOMBS["the same in many commits"]())


@pytest.mark.slow
def test_a_file_larger_than_any_battle_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "large.hwr"
    with path.open("wb") as file:
        file.write(replay_file.MAGIC)
        file.truncate(2 * MEMORY)
    done = subprocess.run(
        [sys.executable, *READERS["verify"], path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=_bounded,
        check=False,
    )
    assert "larger than 32 MiB" in done.stderr


@pytest.mark.parametrize(
    ("data", "values"),
    [
        (b"\xc0", 1),
        (b"\x92\x01\x81\xa1a\xcb" + bytes(8), 5),
        (b"\xdc\x00\x02\xc4\x03abc\xd9\x01a", 3),
        (b"\xdf\x00\x00\x00\x01\xa0\xd3" + bytes(8), 3),
    ],
)
def test_values_are_counted_without_decoding(data: bytes, values: int) -> None:
    most = Bounds(values, 3, 10)
    assert values_in(data, most) == values
    with pytest.raises(TooMuch, match="more than"):
        values_in(data, most._replace(values=values - 1))
    for short in range(len(data)):
        with pytest.raises(TooMuch):
            values_in(data[:short], most)
    with pytest.raises(TooMuch):
        values_in(data + b"\x00", most)
