"""What happens to adventurers between battles, whichever rule causes it: HP and dice
(`conditions`), items (`belongings`), what is used at any time (`anytime`), also while the party is
asked something (`road`), growth, promotion, what a town's shop and trainer show (`stalls`), what
class sheets do between battles (`elsewhere`), questions that several adventurers answer at the same
time (`together`), what happens to each of several at once (`each`), and what is carried out once
all its questions are answered (`deciding`).
"""

from server.rules.campaign.adventurers import (
    anytime,
    belongings,
    conditions,
    deciding,
    each,
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
    "deciding",
    "each",
    "elsewhere",
    "growth",
    "promotion",
    "road",
    "stalls",
    "together",
]
