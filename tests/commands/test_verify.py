"""`hexwarden verify` over many files: a line for each, and a count at the end."""

from pathlib import Path
from typing import NamedTuple

import pytest

from protocol import replay_file
from server import cli
from server.commands.checking import Wrong, check
from server.commands.setups import setups
from tests.clients import journals
from tests.e2e import forging


class Said(NamedTuple):
    code: int
    out: list[str]
    err: str


class Shelf:
    """A folder with the replays of two battles, and something that is none."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.first, self.second = folder / "first.hwr", folder / "second.hwr"
        for seed, file in enumerate((self.second, self.first), 1):
            args = ("--players", "1", "--count", "1", "--seed", str(seed), "--replay", str(file))
            assert self._said("simulate", *args).code == 0
        (folder / "notes.txt").write_text("Which battles these are")

    def verify(self, *paths: Path) -> Said:
        return self._said("verify", *map(str, paths))

    def _said(self, *args: str) -> Said:
        code = cli.main(args)
        out, err = self._capsys.readouterr()
        return Said(code, out.splitlines(), err)


@pytest.fixture
def shelf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shelf:
    return Shelf(tmp_path, capsys)


def test_a_directory_is_verified_file_by_file(shelf: Shelf) -> None:
    (shelf.folder / "unfinished").mkdir()
    said = shelf.verify(shelf.folder)
    first, second, count = said.out
    assert first.startswith(f"{shelf.first}: verified: simulation-2 (jailbreak), ")
    assert second.startswith(f"{shelf.second}: verified: simulation-1 (jailbreak), ")
    assert first.endswith(" dice and draws, rules run again")
    assert (said.code, count, said.err) == (0, "2 verified, 0 not", "")


def test_one_bad_file_among_good_ones_fails_and_hides_none_of_them(shelf: Shelf) -> None:
    shelf.first.write_bytes(shelf.first.read_bytes()[:-1])
    nowhere = shelf.folder / "nowhere.hwr"
    said = shelf.verify(nowhere, shelf.folder)
    missing, first, second, count = said.out
    assert missing == f"{nowhere}: No such file or directory"
    assert first.startswith(f"{shelf.first}: NOT VERIFIED: the checksum does not match")
    assert second.startswith(f"{shelf.second}: verified: ")
    assert (said.code, count) == (1, "1 verified, 2 not")


def test_a_file_that_is_named_twice_is_verified_once(shelf: Shelf) -> None:
    said = shelf.verify(shelf.second, shelf.folder, shelf.first)
    assert [line.partition(": ")[0] for line in said.out[:-1]] == [
        str(shelf.second),
        str(shelf.first),
    ]


def test_a_single_file_is_told_about_in_full(shelf: Shelf) -> None:
    said = shelf.verify(shelf.first)
    assert said.out[:2] == [f"{shelf.first}: verified", "  battle     simulation-2 (jailbreak)"]
    assert [line.split()[0] for line in said.out[2:]] == ["commits", "chance", "rules"]
    assert said.code == 0


def test_a_directory_without_replays_is_a_mistake(shelf: Shelf, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    said = shelf.verify(shelf.first, empty)
    assert (said.code, said.out) == (2, [])
    assert said.err == f"hexwarden: {empty}: there is no replay file (*.hwr)\n"


def test_another_card_than_the_seed_gives_is_found_though_the_rules_are_of_another_release() -> (
    None
):
    data = replay_file.written(journals.replay_of(journals.journal(3, 2)))
    assert not check(replay_file.read(data), setups()).rules
    forged = forging.a_draw(data)
    with pytest.raises(Wrong, match=rf"commit {forged.version}: draw \d+ of bag-\d+ is not what"):
        check(replay_file.read(forged.data), setups())
