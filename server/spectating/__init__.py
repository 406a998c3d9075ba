"""Showing battles from their journals, without running rules: followers and their registry, the
delay with which spectators see a battle, and previews.
"""

from server.spectating.circumstances import Circumstances
from server.spectating.delay import Timeline, delay_of, has_delay, held_for, shown, timeline_of
from server.spectating.delayed_follower import DelayedFollower
from server.spectating.follower import Follower
from server.spectating.follower_registry import FollowerRegistry
from server.spectating.previews import Previews

__all__ = [
    "Circumstances",
    "DelayedFollower",
    "Follower",
    "FollowerRegistry",
    "Previews",
    "Timeline",
    "delay_of",
    "has_delay",
    "held_for",
    "shown",
    "timeline_of",
]
