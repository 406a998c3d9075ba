"""What an answer costs its asker beyond the request's own tokens, by the work that it was.

A request's cost is known before it is read (`server.net.costs`); how long a journal is, or how many
ways a plan can fall, only once it has been worked through. So this is charged afterwards: whoever
asked has so much less for what comes next. All rates are of work, not of time, and so the same on
every machine; a token stands for a millisecond or less (`python -m tests.bench requests` measures).
"""

STEPS_A_TOKEN = 3
"""Scenes of a preview."""

COMMITS_A_TOKEN = 32
"""Commits of a journal that are decoded and folded."""

EVENTS_A_TOKEN = 4
"""Events of the commit that a move makes."""

PEOPLE_A_TOKEN = 128
"""Connections to which a line, a commit, or what a request changes, is shown."""


def of_commit(events: int, people: int) -> float:
    """The tokens of a move."""
    return events / EVENTS_A_TOKEN + people / PEOPLE_A_TOKEN
