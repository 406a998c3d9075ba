"""What the composition root lends to everything that plays."""

from typing import NamedTuple

from server.rooms.clock import Clock
from server.rooms.seating import Bots
from server.store.base import Store


class Services(NamedTuple):
    """The same for every room of a process. `bot_delay` in seconds.

    `bots_alone`: bots, clocks and standing answers go on also while nobody is connected at a table.
    """

    store: Store
    clock: Clock
    bots: Bots
    bot_delay: float = 0.0
    bots_alone: bool = False
