"""What the composition root gives to every room: store, clock, bots, observers and limits."""

from typing import NamedTuple

from server.battles.drivers import Bots
from server.runtime import NOBODY, Clock, Observers
from server.store import Store

LONGEST = 20_000
"""Forty times as many as the longest battles that bots have played; 10 MB and more of journal."""


class Resources(NamedTuple):
    """Shared by all rooms of a process. `bot_delay` is in seconds.

    `bots_alone`: bots, clocks and standing answers go on also while nobody is connected at a table.
    `longest`: commits after which a battle ends where it stands.
    """

    store: Store
    clock: Clock
    bots: Bots
    bot_delay: float = 0.0
    bots_alone: bool = False
    longest: int = LONGEST
    observers: Observers = NOBODY
