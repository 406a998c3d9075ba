"""What is written down of a battle, and read back: its record in memory, the journal's writing end,
running numbers, snapshots, recovery, and the battle as its journal alone tells it.
"""

from server.battles.records import battle_meta
from server.battles.records.battle_meta import meta_at_start, meta_of
from server.battles.records.journal import (
    UNRECORDED,
    Journal,
    JournalLost,
    NotWritten,
    PauseListener,
)
from server.battles.records.record import BattleRecord, Draft
from server.battles.records.recorded_battle import RecordedBattle, commit_in, readable
from server.battles.records.recovery import (
    JournalEntry,
    Unreadable,
    chance_of,
    closing_of,
    decoding,
    entries_of,
    going_on,
    new_record,
    opening_of,
    recorded,
    recovering,
    start_of,
)
from server.battles.records.running_numbers import highest_after, is_made_by, made_by
from server.battles.records.side_clocks import SideClocks, Sides
from server.battles.records.snapshots import decode_snapshot

__all__ = [
    "UNRECORDED",
    "BattleRecord",
    "Draft",
    "Journal",
    "JournalEntry",
    "JournalLost",
    "NotWritten",
    "PauseListener",
    "RecordedBattle",
    "SideClocks",
    "Sides",
    "Unreadable",
    "battle_meta",
    "chance_of",
    "closing_of",
    "commit_in",
    "decode_snapshot",
    "decoding",
    "entries_of",
    "going_on",
    "highest_after",
    "is_made_by",
    "made_by",
    "meta_at_start",
    "meta_of",
    "new_record",
    "opening_of",
    "readable",
    "recorded",
    "recovering",
    "start_of",
]
