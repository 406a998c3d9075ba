"""A stranger's content pack takes memory and time within bounds, and is refused in sentences."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from server.commands.packs.loading import MOST_FILE, MOST_FILES, MOST_PACK

MEMORY = 600 * 2**20
FULL = MOST_FILE - 10
BOMBS = {
    "maps": "a = [" + "{}," * (FULL // 3 - 4) + "]",
    "lists in lists": "a = " + "[" * (FULL // 2 - 4) + "]" * (FULL // 2 - 4),
    "a dotted name": "a." * (FULL // 2 - 4) + "b = 1",
    "a dotted name in quotes": '"a" . ' * (FULL // 6 - 4) + "b = 1",
    "a dotted table": "[" + "a." * (FULL // 2 - 4) + "b]",
    "digits": "a = " + "9" * (FULL - 10),
    "too many bytes": "#" * (MOST_FILE + 1),
}


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def checked(path: Path) -> "subprocess.CompletedProcess[str]":
    """`content check`, in a process that may have 600 MiB."""
    return subprocess.run(
        [sys.executable, "-m", "server.cli", "content", "check", path],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=_bounded,
        check=False,
    )


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_pack_that_would_take_the_memory_is_refused(tmp_path: Path, bomb: str) -> None:
    path = tmp_path / "bomb.toml"
    path.write_text(BOMBS[bomb])
    done = checked(path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert "MemoryError" not in done.stderr
    assert "bomb.toml" in done.stdout + done.stderr


def test_a_pack_of_too_many_files_is_refused(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        (tmp_path / f"{number}.toml").touch()
    assert f"at most {MOST_FILES} files" in checked(tmp_path).stderr


def test_a_pack_of_too_many_bytes_in_files_of_which_each_would_do_is_refused(
    tmp_path: Path,
) -> None:
    for number in range(MOST_PACK // FULL + 1):
        (tmp_path / f"{number}.toml").write_text("#" * FULL)
    assert f"at most {MOST_PACK >> 20} MiB" in checked(tmp_path).stderr


def test_a_file_without_an_end_is_none_of_a_pack(tmp_path: Path) -> None:
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    assert "there is no TOML file" in checked(tmp_path).stderr
