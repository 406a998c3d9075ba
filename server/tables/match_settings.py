"""What may be set for a match, in which two seats play against each other."""

from protocol.tables import Settings
from server.runtime import Refusal


def check_match(settings: Settings, *, rivals: bool) -> None:
    """Raise `Refusal` for side clocks, or a rated match, that cannot be."""
    if not rivals and (settings.side_clock or settings.increment or settings.rated):
        text = "Here all play together: no side has a clock of its own, and nothing is rated."
        raise Refusal("not_allowed", text)
    if settings.increment and not settings.side_clock:
        raise Refusal("not_allowed", "A side clock that gains time by each turn needs time first.")
    # Without a clock who loses walks away; with a bot in the empty chair it would be rated.
    if settings.rated and (not settings.side_clock or settings.absence):
        text = "A rated match has a clock for each side, and no bot for who is away."
        raise Refusal("not_allowed", text)
