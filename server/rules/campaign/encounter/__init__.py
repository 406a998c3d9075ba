"""The day's encounter: which one is triggered (`priority`), its choices (`choosing`), the battles
that it calls for (`battles`).
"""

from server.rules.campaign.encounter import battles, choosing, priority

__all__ = [
    "battles",
    "choosing",
    "priority",
]
