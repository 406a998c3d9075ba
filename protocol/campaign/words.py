"""The closed lists of words that a session's events carry.

On the wire and in journals each is the text that it always was, and a client may meet one that is
new to it; the type checker alone holds those who make events to the lists.
"""

from typing import Literal

DayPhase = Literal[
    "prepare",
    "create",
    "new-day",
    "overland",
    "encounter",
    "reward",
    "growth",
    "end-of-day",
    "rest",
    "ending",
    "over",
]
"""A phase of a day (p34), with those of the session's set-up before and of its end behind them."""

Term = Literal["day", "step", "session"]
"""How long an effect lasts: to the end of the day, of the quest's step or of the session."""

RewardSource = Literal["step", "side-quest", "unstable"]
"""What a Reward Phase rewards besides XP: a step, a side quest, an unstable landmark."""

Triggered = Literal["quest", "side-quest", "town", "caravan", "card"]
"""What kind of encounter the party triggers (p34)."""

CardPlace = Literal["icon", "discard", "bottom", "top", "kept", "given-up"]
"""Where an overland card comes to lie."""

TravelledHow = Literal["move", "start", "assist", "carried", "placed"]
"""What moves the party token: its own move, the set-up, the guild's assist, a defeat, an effect."""

TownFeature = Literal[
    "shop", "trainer", "inn", "quest-board", "guild-kiosk", "town-square", "alchemy-station"
]
"""A feature of a town, in the order of p40."""

TownActSource = TownFeature | Literal["quest", "class", "dice"]
"""What offers a town action: a feature, the quest's step, the class sheet, a skill die's face."""

XpHow = Literal["overflow", "reward", "bonus", "advance"]
"""Whence saved XP come, or for what they are spent."""

SessionResult = Literal["victory", "defeat"]
"""How a session has ended."""

GivenTo = Literal["ready", "pack"]
"""Where an item card lies that another adventurer has given."""
