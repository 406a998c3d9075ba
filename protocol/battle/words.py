"""The closed lists of words that a battle's events carry, and the reasons that they give.

On the wire and in journals each is the text that it always was, and a client may meet one that is
new to it; the type checker alone holds those who make events to the lists.
"""

from typing import Literal, NewType

from protocol.ids import LineId

Status = Literal["bane", "blind", "daze", "fear", "maim", "stealth"]
"""What a status die shows (p67), in the order of its faces."""

Fatigue = Literal["LF", "OF"]
"""A fatigue die: light, or overfatigue."""

Stat = Literal["health", "stamina", "magicka", "cooldown"]
"""A printed value of an adventurer that can change."""

Attribute = Stat | LineId
"""What has a row on the mat and grows: a stat, or a skill line."""

Side = Literal["enemy", "party"]
"""On whose side a unit is."""

UnitKind = Literal["adventurer", "companion", "decoy", "enemy", "objective", "quest"]
"""What sort of unit a chip is (p21, p53)."""

Fate = Literal["", "defeated", "escaped", "gone", "removed", "waits"]
"""How a unit has left the map: defeated, escaped through an exit, gone as the battle ended, removed
by an effect, or waiting for the next battle. "" while it is in play or waits for deployment.
"""

PlaceOfTokens = Literal["track", "active"]
"""Where fatigue and status dice lie: in the cooldown track, or in active slots."""

PlaceOfDice = Literal["track", "active", "drained", "row"]
"""Where skill dice lie."""

PlaceOfItems = Literal["ready", "pack", "discard"]
"""Where an item's card comes to lie."""

SpentHow = Literal["discard", "expend", "refresh", "chip", "mend"]
"""What becomes of an item's card, or of a chip on it."""

Form = Literal["light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic"]
"""A battle form (p26), in the order in which forms are offered."""

Phase = Literal[
    "create",
    "setup",
    "deploy",
    "round",
    "adventurers",
    "companions",
    "enemies",
    "end",
    "cleanup",
    "over",
]
"""A phase of a battle, in order; after "end" comes the next "round", or "cleanup" at the end."""

Step = Literal["act", "end"]
"""What a turn goes on to after its start."""

Scope = Literal["turn", "round", "battle"]
"""How long a note lasts: of a limited use, or of a used item's lasting effect."""

Action = Literal["move", "engage", "ability", "drop", "explore"]
"""What an adventurer does in its turn; older battles have words that are gone."""

BattleResult = Literal["victory", "defeat", "retreat"]
"""How a battle has ended."""

RulesReason = Literal[
    "",
    "advance",
    "again",
    "assist",
    "bane",
    "bonus",
    "challenge",
    "cleanup",
    "encounter",
    "engage",
    "fatigue",
    "heal",
    "kit",
    "lowered",
    "refused",
    "removed",
    "rest",
    "reward",
    "roll",
    "roused",
    "saved xp",
    "shrine",
    "social",
    "stat",
    "unresolved",
    "unstable",
]
"""Why something has changed, where a rule itself says so."""

NamedReason = NewType("NamedReason", str)
"""Why something has changed, where a component says so: that component's id."""

Reason = RulesReason | NamedReason
