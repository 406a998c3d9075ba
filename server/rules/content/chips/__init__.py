"""The chips' figures, a file for each level, and how their sides belong together.

Level 1 and level 5 are the two sides of one chip, level 10 and level 20 those of another (SET-2).
The file of the lower level names the `back` and how many `copies` of the chip lie in the bag.
`chips` reads them all; nobody else opens the files.
"""

import tomllib
from dataclasses import replace
from importlib import resources

import msgspec

from server.rules.battle.components.printed import Chip

__all__ = ["chips"]


def chips() -> dict[str, Chip]:
    """Return all chips by id: enemies by level, then quest units, companions, and the
    expansion's.
    """
    found = {chip.id: chip for file in FILES for chip in _read(file)}
    for chip in tuple(found.values()):
        if chip.back and found[chip.back].level > chip.level:
            back = found[chip.back]
            found[back.id] = replace(back, back=chip.id, copies=chip.copies)
    return found


FILES = ("level_1", "level_5", "level_10", "level_20", "quest", "companions", "valenwood")


def _read(file: str) -> list[Chip]:
    text = resources.files(__package__).joinpath(f"{file}.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)["chip"], list[Chip])
