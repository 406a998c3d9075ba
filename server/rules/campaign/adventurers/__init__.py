"""What happens to adventurers between battles, whoever lets it happen: HP and dice (`conditions`),
items (`belongings`), what is used at any time (`anytime`), beside the party's questions too
(`road`), growth, promotion, what lies out in towns (`stalls`), what class sheets say of the days
(`elsewhere`), and questions that several adventurers answer at the same time (`together`).
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
