"""The table of the campaign that `hexwarden play --campaign` goes on with, kept with the data."""

import os
from pathlib import Path

from protocol.ids import NO_TABLE, TableId

FOLDER, FILE = "campaign", "table"
PROFILE = "campaign"
"""Under which the leader's token is kept in the folder; see `clients.sdk.Tokens`."""


class KeptTable:
    """Which table of a data directory has its campaign, and where the token of its leader lies."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def load(self) -> TableId:
        """Return the table, "" for none."""
        try:
            return TableId((self.folder / FILE).read_text("utf-8").strip())
        except OSError:
            return NO_TABLE

    def keep(self, table: TableId) -> None:
        """Keep a table, instead of the one before. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.folder / f"{FILE}.{os.getpid()}"
        new.write_text(table + "\n", "utf-8")
        new.replace(self.folder / FILE)
