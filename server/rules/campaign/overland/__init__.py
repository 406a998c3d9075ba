"""The overland map: the party's move, the other tokens' moves, towns that are closed, and the two
decks of overland cards (p34, p35, p46).
"""

from server.rules.campaign.overland import cards, gates, goals, movement, tokens, towns

__all__ = [
    "cards",
    "gates",
    "goals",
    "movement",
    "tokens",
    "towns",
]
