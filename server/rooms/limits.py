"""How much one player may have of what lasts: tables, connections, and links that stay open."""

from collections.abc import Callable
from typing import NamedTuple

DAY = 86_400


def _nothing(_: str) -> None:
    pass


class Limits(NamedTuple):
    """What a server allows. `reached` is called with a limit's name whenever it stops somebody.

    `tables`: how many a player may open within a day; `connections`: how many one may have to a
    process; `invite`: seconds for which a link is good, 0 for ever.
    """

    tables: int = 100
    connections: int = 16
    invite: float = 7 * DAY
    reached: Callable[[str], None] = _nothing
