"""What printed outcomes do to a running session: the methods of `components.session.Running`, and
the printed rules that act at a moment by themselves.
"""

from server.rules.campaign.outcomes import drawing, keywords, moments, social
from server.rules.campaign.outcomes.running import SKIPPED_REST, RunningSession

__all__ = [
    "SKIPPED_REST",
    "RunningSession",
    "drawing",
    "keywords",
    "moments",
    "social",
]
