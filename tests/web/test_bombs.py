"""The browser's reader of replay files refuses what would take its memory or its time."""

from pathlib import Path

from tests.protocol.bombs import BOMBS, written_to
from tests.web.node import run

KINDS = (
    "empty maps",
    "maps in maps",
    "nothing but zeros",
    "a long text",
    "a length",
    "lists in",
    "a die",
    "the same in many",
)


def test_the_browser_refuses_bombs_of_every_kind(tmp_path: Path) -> None:
    bombs = [name for name in BOMBS if name.startswith(KINDS)]
    told = run("--max-old-space-size=1000 bombs_check.mjs", written_to(tmp_path, bombs))
    assert told.split() == [str(len(bombs))]
