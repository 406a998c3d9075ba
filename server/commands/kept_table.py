"""Remembers, in the data directory, the campaign's table to which `hexwarden play --campaign`
returns.
"""

import os
from pathlib import Path

from protocol.ids import NO_TABLE, TableId

FOLDER, FILE = "campaign", "table"
PROFILE = "campaign"
"""Under which the leader's token is kept in the folder; see `clients.sdk.Tokens`."""


class KeptTable:
    """The file of a data directory that names its campaign's table, and the file of the leader's
    token.
    """

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER

    def load(self) -> TableId:
        """Return the id of the table, "" if none is remembered."""
        try:
            return TableId((self.folder / FILE).read_text("utf-8").strip())
        except OSError:
            return NO_TABLE

    def keep(self, table: TableId) -> None:
        """Remember a table, in place of an earlier one. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self.folder / f"{FILE}.{os.getpid()}"
        new.write_text(table + "\n", "utf-8")
        new.replace(self.folder / FILE)
