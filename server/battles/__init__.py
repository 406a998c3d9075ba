"""One battle: the task that plays it and alone writes its journal (`room`), its record in memory,
recovery and snapshots, undo votes, clocks, bots and default answers, and the audience that is shown
its commits. It knows the rules only as a `Ruleset`, and no table.
"""

from server.battles.audience import Audience
from server.battles.battle_store import BattleStore, EndedSession
from server.battles.called import beginning_of, called_id, is_ended, last_state, line_of
from server.battles.clocks import AllClocks, Due, Running
from server.battles.content_name import Pack, content_name, packs_of
from server.battles.default_answers import any_answer
from server.battles.drivers import Bots
from server.battles.games import (
    Built,
    CalledFor,
    Calls,
    Ending,
    Games,
    NextSession,
    Options,
    Seats,
    Setup,
)
from server.battles.idle_beats import IdleBeats
from server.battles.records import (
    BattleRecord,
    Draft,
    JournalEntry,
    RecordedBattle,
    Unreadable,
    battle_meta,
    chance_of,
    closing_of,
    commit_in,
    entries_of,
    highest_after,
    is_made_by,
    made_by,
    meta_of,
    new_record,
    opening_of,
    readable,
    recorded,
    start_of,
)
from server.battles.room import Room
from server.battles.services import Resources
from server.battles.standing_answers import wishes_in
from server.battles.stopping import OPERATOR, Stop, nobody

__all__ = [
    "OPERATOR",
    "AllClocks",
    "Audience",
    "BattleRecord",
    "BattleStore",
    "Bots",
    "Built",
    "CalledFor",
    "Calls",
    "Draft",
    "Due",
    "EndedSession",
    "Ending",
    "Games",
    "IdleBeats",
    "JournalEntry",
    "NextSession",
    "Options",
    "Pack",
    "RecordedBattle",
    "Resources",
    "Room",
    "Running",
    "Seats",
    "Setup",
    "Stop",
    "Unreadable",
    "any_answer",
    "battle_meta",
    "beginning_of",
    "called_id",
    "chance_of",
    "closing_of",
    "commit_in",
    "content_name",
    "entries_of",
    "highest_after",
    "is_ended",
    "is_made_by",
    "last_state",
    "line_of",
    "made_by",
    "meta_of",
    "new_record",
    "nobody",
    "opening_of",
    "packs_of",
    "readable",
    "recorded",
    "start_of",
    "wishes_in",
]
