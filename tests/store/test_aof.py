"""Append-only files of the embedded store: zeros behind their end, and files that get shorter."""

from pathlib import Path

import pytest

from server.store.embedded.aof import BLOCK, Lengths, repair
from server.store.embedded.data_directory import FILES

NAME = "store.1.incr.aof"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / FILES / NAME
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize("zeros", [1, BLOCK - 1, BLOCK, 2 * BLOCK + 3])
def test_zeros_behind_the_end_are_cut_and_a_copy_stays(
    tmp_path: Path, file: Path, zeros: int
) -> None:
    content = b"*1\r\n\0inside\r\n"
    file.write_bytes(content + b"\0" * zeros)

    repair(tmp_path)

    assert file.read_bytes() == content
    (copy,) = (tmp_path / "damaged").iterdir()
    assert copy.read_bytes() == content + b"\0" * zeros


@pytest.mark.parametrize("content", [b"", b"*1\r\n", b"\0\0*1\r\n"])
def test_a_file_without_zeros_behind_its_end_is_left_alone(
    tmp_path: Path, file: Path, content: bytes
) -> None:
    file.write_bytes(content)

    repair(tmp_path)

    assert file.read_bytes() == content
    assert not (tmp_path / "damaged").exists()


def test_a_file_that_gets_shorter_is_named_once_and_a_new_one_is_not(
    tmp_path: Path, file: Path
) -> None:
    lengths = Lengths(tmp_path)
    file.write_bytes(b"12345")
    assert lengths.shrunk() == ""
    file.write_bytes(b"123456")
    assert lengths.shrunk() == ""
    with file.open("r+b") as opened:
        opened.truncate(2)
    assert lengths.shrunk() == NAME
    assert lengths.shrunk() == ""
    new = file.with_suffix(".new")
    new.write_bytes(b"1")
    new.replace(file)  # as a rewrite does: another file under the name
    assert lengths.shrunk() == ""
