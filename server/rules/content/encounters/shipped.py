"""The encounters that come with the game, and the units that only they deploy.

Every TOML file of this folder is an encounter, but for those that hold a list of chips.
"""

import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from server.rules.battle.components.encounters import Encounter
from server.rules.battle.components.printed import Chip
from server.rules.content.encounters.building import encounter, read
from server.rules.content.encounters.jailbreak import JAILBREAK


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, Any], ...]:
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    texts = [file.read_text("utf-8") for file in files if file.name.endswith(".toml")]
    return tuple(tomllib.loads(text) for text in texts)


def encounters() -> dict[str, Encounter]:
    """Return the game's encounters by id; the Jailbreak first, then by file name."""
    made = [encounter(read(table)) for table in _tables() if "chip" not in table]
    return {one.id: one for one in (JAILBREAK, *made)}


def units() -> dict[str, Chip]:
    """Return the quest and objective units that only these encounters deploy, by id."""
    rows = [row for table in _tables() for row in table.get("chip", ())]
    return {chip.id: chip for chip in msgspec.convert(rows, list[Chip])}
