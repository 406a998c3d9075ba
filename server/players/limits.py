"""How much one player may have of what lasts: tables, connections, and links that stay open."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

DAY = 86_400  # seconds


def _nothing(_: str) -> None:
    pass


class Limits(NamedTuple):
    """What a server allows. `reached` is called with a limit's name whenever it stops somebody.

    `tables`: how many a player may open within a day; `connections`: how many one may have to a
    process; `invite`: seconds for which a link is good, 0 for ever. `battles`: how many a process
    plays at once, and how many of them one player, or one address, may have begun.
    `table_life`, `identity_life`: seconds after which a table or a player is forgotten that has not
    been there, 0 for never. `told`: all that clients are told of limits, by name.
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
        """Return how exactly, in seconds, it is noted when a table or a player was last there."""
        # An eighth: nobody is forgotten much too late, and hardly any hello writes for this alone.
        lives = [life for life in (self.table_life, self.identity_life) if life]
        return min([DAY, *(life / 8 for life in lives)])
