"""What a party has beyond one battle: itself and the supply, the call for a battle that it begins
with, and the outcome that it ends with. A campaign plays with these between battles.
"""

from server.rules.battle.party.call import Call, called
from server.rules.battle.party.outcome import Outcome, outcome_of, taken_up
from server.rules.battle.party.types import (
    GUILD_DECK,
    ITEM_DECKS,
    Party,
    Supply,
    party_of,
    supply_of,
)

__all__ = [
    "GUILD_DECK",
    "ITEM_DECKS",
    "Call",
    "Outcome",
    "Party",
    "Supply",
    "called",
    "outcome_of",
    "party_of",
    "supply_of",
    "taken_up",
]
