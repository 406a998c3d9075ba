"""Rated matches: two people play to the end what they have begun.

As the ladder is to tell how strong they are, neither a bot nor anybody else answers for them.
Whoever wants to stop resigns, which counts as a loss.
"""

from collections.abc import Iterable

from protocol.ids import PlayerId, SeatId
from protocol.tables import Chair, Settings
from server.runtime import Refusal

Rivals = dict[SeatId, PlayerId]
"""Who sits at which seat of a rated match; empty where nothing is rated."""


def rivals_of(settings: Settings, chairs: Iterable[Chair]) -> Rivals:
    """Return who plays a rated match in these chairs, by seat; empty if it would not be one."""
    found = {chair.seat: chair.player for chair in chairs if chair.player and not chair.bot}
    is_rated = settings.rated and len(set(found.values())) == settings.party
    return found if is_rated else {}


def check_rivals(settings: Settings, chairs: Iterable[Chair]) -> None:
    """Raise `Refusal` for a rated match with a bot, or of a player against themself."""
    if settings.rated and not rivals_of(settings, chairs):
        text = "A rated match needs a player of their own at each seat: no bots, nobody at both."
        raise Refusal("not_allowed", text)


def still_play(rivals: Rivals, chairs: Iterable[Chair]) -> bool:
    """Return whether the players of a rated match still hold their seats, and no bot plays one."""
    return rivals == {chair.seat: chair.player for chair in chairs if not chair.bot}


def stay_seated(rivals: Rivals) -> None:
    """Raise `Refusal` while a rated match is on. Call this before any change of who plays."""
    if rivals:
        text = "A rated match is played by those who began it. Whoever wants to stop resigns."
        raise Refusal("not_now", text)


def check_match(settings: Settings, *, rivals: bool) -> None:
    """Raise `Refusal` for settings of side clocks or ratings that contradict each other, or that
    need `rivals`.
    """
    if not rivals and (settings.side_clock or settings.increment or settings.rated):
        text = "Here all play together: no side has a clock of its own, and nothing is rated."
        raise Refusal("not_allowed", text)
    if settings.increment and not settings.side_clock:
        raise Refusal("not_allowed", "A side clock that gains time by each turn needs time first.")
    # Without a clock who loses walks away; with a bot in the empty chair it would be rated.
    if settings.rated and (not settings.side_clock or settings.absence):
        text = "A rated match has a clock for each side, and no bot for who is away."
        raise Refusal("not_allowed", text)
