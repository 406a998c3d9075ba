"""The example pack of the tests: its files, and the game's catalogue with it."""

import tomllib
from pathlib import Path

from server.rules.content.catalogue import catalogue
from server.rules.content.packs.contents import added
from tests import commands

FOLDER = Path(commands.__file__).parent / "moor"
TABLES = [tomllib.loads(file.read_text()) for file in sorted(FOLDER.glob("*.toml"))]
MOOR = added(catalogue(), TABLES)
