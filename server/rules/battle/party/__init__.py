"""What goes from one battle to the next: the party and the supply. A battle begins from a `Call`
that contains them, and returns them in its `Outcome`. A campaign plays with them in between.
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
