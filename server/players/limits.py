"""Limits for one player on what lasts: tables, connections, and links that stay valid."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

DAY = 86_400  # seconds


def _nothing(_: str) -> None:
    pass


class Limits(NamedTuple):
    """A server's limits. `reached` is called with a limit's name whenever it stops somebody.

    `tables`: how many a player may open within a day. `connections`: how many a player may have to
    one process. `invite`: seconds for which a link is valid, 0 for ever. `battles`: how many a
    process plays at once, and how many of those one player, or one address, may have begun.
    `table_life`, `identity_life`: seconds without a visit after which a table or player is
    forgotten, 0 for never. `told`: the limits that clients are sent, by name.
    """

    tables: int = 100
    connections: int = 16
    invite: float = 7 * DAY
    battles: int = 5000
    battles_of_player: int = 16
    battles_of_address: int = 64
    reached: Callable[[str], None] = _nothing
    table_life: float = 180.0 * DAY
    identity_life: float = 365.0 * DAY
    told: Mapping[str, float] = MappingProxyType({})

    @property
    def step(self) -> float:
        """Return the interval in seconds at which the last visit to a table, or of a player, is
        written.
        """
        # An eighth: nobody is forgotten much too late, and hardly any hello writes for this alone.
        lives = [life for life in (self.table_life, self.identity_life) if life]
        return min([DAY, *(life / 8 for life in lives)])
