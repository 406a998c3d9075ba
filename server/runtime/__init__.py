"""The base of everything asynchronous: the clock, tasks whose exceptions are reported, long work in
slices, turns for bots, throttled calls, what wakes a task, a cache, refusals, and the observers of
traces and metrics. It knows no table and no battle.
"""

from server.runtime.cache import Cache
from server.runtime.clock import Clock, Timer, WallClock
from server.runtime.fair_share import FairShare, Turn
from server.runtime.lifetime import Lifetime
from server.runtime.observer import NOBODY, Observer, Observers
from server.runtime.refusal import STORE_FULL, Refusal
from server.runtime.slicing import Crowded, Slicer
from server.runtime.tasks import Tasks, hear
from server.runtime.throttle import Throttle
from server.runtime.wake_up import WakeUp

__all__ = [
    "NOBODY",
    "STORE_FULL",
    "Cache",
    "Clock",
    "Crowded",
    "FairShare",
    "Lifetime",
    "Observer",
    "Observers",
    "Refusal",
    "Slicer",
    "Tasks",
    "Throttle",
    "Timer",
    "Turn",
    "WakeUp",
    "WallClock",
    "hear",
]
