"""What a command cannot do it says in one line, before any work begins."""

from pathlib import Path

import pytest

from server import cli
from server.commands.failure import FAILED, USAGE

WRONG = {
    "a negative number of processes": ("simulate", "--table", "--jobs", "-1"),
    "a replay in no directory": ("simulate", "--replay", "/no/such/directory/x.hwr"),
    "a replay that is a directory": ("simulate", "--replay", "/"),
    "no link": ("join",),
    "no link to watch": ("watch",),
    "something that is no link": ("join", "ftp://nowhere"),
}


@pytest.mark.parametrize("args", WRONG.values(), ids=WRONG)
def test_it_is_said_in_one_line_and_nothing_is_played(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(args)
    out, err = capsys.readouterr()
    assert (code, out) == (FAILED if "/" in args[-1] else USAGE, "")
    assert err.startswith("hexwarden: ")
    assert err.count("\n") == 1


def test_a_replay_that_can_be_written_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "last.hwr"
    args = ("simulate", "--players", "1", "--count", "1", "--replay", str(file))
    assert cli.main(args) == 0
    assert file.stat().st_size > 100
    capsys.readouterr()


def test_help_says_what_each_flag_means_and_its_default(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        cli.main(("simulate", "--help"))
    told = " ".join(capsys.readouterr().out.split())
    for flag, default in (("--count", "100"), ("--players", "4"), ("--encounter", "jailbreak")):
        explained = told.split(f" {flag} ")[-1]
        assert f"(default: {default})" in explained[:200]


def test_help_of_the_terminal_lists_its_keys(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("join", "watch", "replay"):
        with pytest.raises(SystemExit):
            cli.main((command, "--help"))
        assert "Keys:" in capsys.readouterr().out
