"""What an answer costs its asker beyond the request's own tokens, by the work that it was.

A request's cost is known before it is read (`server.net.costs`); how long a journal is, or how many
ways a plan can fall, only once it has been worked through. So this is charged afterwards: whoever
asked has so much less for what comes next. All rates are of work, not of time, and so the same on
every machine; a token stands for a millisecond or less (`python -m tests.bench requests` measures).
"""

from collections.abc import Callable

Pay = Callable[[float], None]
"""Told how many tokens some work was."""


def free(_: float) -> None:
    """Nobody has asked, nobody pays."""


STEPS_A_TOKEN = 3
"""Scenes of a preview."""

COMMITS_A_TOKEN = 32
"""Commits of a journal that are decoded and folded."""

COMMITS_FILED_A_TOKEN = 2
"""Commits that are made a replay file, or read from one, for who fetches it by plain HTTP: an
address has eight times as many tokens as a player.
"""

COMMITS_READ_A_TOKEN = 16
"""Commits that are read from the shelf, where they are counted through before they are decoded."""

EVENTS_A_TOKEN = 4
"""Events of the commit that a move makes."""

PEOPLE_A_TOKEN = 128
"""Connections to which a line, a commit, or what a request changes, is shown."""


def of_commit(events: int, people: int) -> float:
    """The tokens of a move."""
    return events / EVENTS_A_TOKEN + people / PEOPLE_A_TOKEN
