"""Battles that are over or put aside: recordings read from the journal or a replay file, the
library that writes and reopens them, playback, and answers to moves that come after a battle's end.
"""

from server.replays.late_moves import late_answer, store_away
from server.replays.library import Library
from server.replays.playback import Playback
from server.replays.recorded_battles import RecordedBattles

__all__ = ["Library", "Playback", "RecordedBattles", "late_answer", "store_away"]
