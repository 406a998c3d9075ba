"""What the composition root lends to everything that plays."""

from typing import NamedTuple

from server.rooms.clock import Clock
from server.rooms.seating import Bots
from server.store.base import Store


class Services(NamedTuple):
    """The same for every room of a process. `bot_delay` in seconds."""

    store: Store
    clock: Clock
    bots: Bots
    bot_delay: float = 0.0
