"""What happens to adventurers between battles, whichever rule causes it: HP and dice
(`conditions`), items (`belongings`), what is used at any time (`anytime`), also while the party is
asked something (`road`), growth, promotion, what a town's shop and trainer show (`stalls`), what
class sheets do between battles (`elsewhere`), and questions that several adventurers answer at the
same time (`together`).
"""

from server.rules.campaign.adventurers import (
    anytime,
    belongings,
    conditions,
    elsewhere,
    growth,
    promotion,
    road,
    stalls,
    together,
)

__all__ = [
    "anytime",
    "belongings",
    "conditions",
    "elsewhere",
    "growth",
    "promotion",
    "road",
    "stalls",
    "together",
]
