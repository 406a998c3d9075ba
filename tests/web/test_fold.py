"""The browser's fold gives what the server has, at every version of whole battles."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from protocol import codec
from protocol.replies import Commit
from tests.clients.journals import journal

HERE = Path(__file__).parent


def recorded(seed: int, undo_every: int) -> list[dict[str, object]]:
    """A journal as a browser gets it, with the server's state and open questions each time."""
    lines: list[dict[str, object]] = []
    for entry in journal(seed, 2, undo_every):
        commit = codec.msgpack.reply(entry.frame)
        assert isinstance(commit, Commit)
        wire = msgspec.json.decode(codec.json.encode(commit))
        state = msgspec.msgpack.decode(entry.state)
        open_now = json.loads(msgspec.json.encode(entry.questions))
        lines.append({"commit": wire, "state": state, "questions": open_now})
    return lines


@pytest.mark.parametrize(("seed", "undo_every"), [(1, 0), (3, 6), (4, 3)])
def test_every_version_folds_to_the_servers_state(
    tmp_path: Path, seed: int, undo_every: int
) -> None:
    lines = recorded(seed, undo_every)
    file = tmp_path / "journal.json"
    file.write_text(json.dumps(lines))
    run = subprocess.run(
        ["node", str(HERE / "fold_check.mjs"), str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.split() == [str(len(lines)), "versions"]


def test_answers_paths_and_sentences_hold_by_themselves() -> None:
    run = subprocess.run(
        ["node", "--test", str(HERE / "core.test.mjs")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:]
    assert "# fail 0" in run.stdout
    assert "# pass 0" not in run.stdout
