"""Content packs that tests write, and the command line that reads them."""

from pathlib import Path
from typing import NamedTuple

import pytest

from server.cli import main

MAP = """
         .
      c     .
   .     A     .
.     .     .     .
   2     .     .
.     .     .     .     e
   .     1     .     e
.     .     .     .     e
   .     .     .     e
.     B     .     .     e
   .     .     .
      .     .
         .
"""
CLASH = f"""\
id = "pack-clash"
name = "A Clash of Ours"
text = "For tests."
objective = {{ rule = "conquer" }}
map = \'\'\'{MAP}\'\'\'
"""
CHIP = """\
[[chip]]
id = "marsh-troll"
name = "Marsh Troll"
level = 1
type = "beast"
health = 4
range = 1
combat = 2
defense = 0
targets = 1
priority = "weakest"
skills = ["dodge", "riposte 1"]
"""
ITEM = """\
[[item]]
id = "mulled-cider"
name = "Mulled Cider"
subtype = "consumable"
deck = "common"
lock = "3: 5-2-2"
text = "Heal 2."
does = [{ effect = "heals", points = 2 }]
"""


class Outcome(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on standard output."""
        return self.out.splitlines()


class Pack:
    """A folder of TOML files, and commands that are given it."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capture = folder, capture
        folder.mkdir(exist_ok=True)

    def write(self, **files: str) -> "Pack":
        """Write files, by their names without ".toml"."""
        for name, text in files.items():
            (self.folder / f"{name}.toml").write_text(text)
        return self

    def run(self, *args: str) -> Outcome:
        """Run a command."""
        code = main(args)
        out, err = self._capture.readouterr()
        return Outcome(code, out, err)

    def check(self) -> Outcome:
        """Judge the folder."""
        return self.run("content", "check", str(self.folder))
