"""The provinces, general cards, side quests and guilds that come with the game: every TOML file of
the folders within this package. Encounters of theirs lie in their folders `battles`.
"""

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from server.rules.battle.components.encounters import Encounter
from server.rules.battle.components.printed import Chip
from server.rules.campaign.components.province import Atlas
from server.rules.content.delve.encounters import PrintedDelve, encounter_of
from server.rules.content.encounters.building import encounter, read
from server.rules.content.provinces.building import added

EMPTY = Atlas({}, {}, {}, {})
FOLDERS = ("general", "black_marsh", "high_rock")


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """Return everything printed for campaigns."""
    home = resources.files(__package__)
    texts = [text for folder in FOLDERS for text in _texts(home.joinpath(folder))]
    return added(EMPTY, [tomllib.loads(text) for text in texts])


@lru_cache(maxsize=1)
def _battle_tables() -> tuple[dict[str, Any], ...]:
    home = resources.files(__package__)
    folders = [home.joinpath(folder).joinpath("battles") for folder in FOLDERS]
    return tuple(tomllib.loads(text) for folder in folders for text in _texts(folder))


def battles() -> dict[str, Encounter]:
    """Return the encounters that only campaigns play, by id."""
    tables = _battle_tables()
    made = [encounter(read(table)) for table in tables if "map" in table]
    rows = [row for table in tables for row in table.get("encounter", ())]
    made += [encounter_of(row) for row in msgspec.convert(rows, list[PrintedDelve])]
    return {one.id: one for one in made}


def units() -> dict[str, Chip]:
    """Return the chips that only those encounters deploy, by id."""
    rows = [row for table in _battle_tables() for row in table.get("chip", ())]
    return {chip.id: chip for chip in msgspec.convert(rows, list[Chip])}


def _texts(folder: Traversable) -> Iterator[str]:
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.is_file():
                yield file.read_text("utf-8")
