"""Who somebody is and what they may do: identities and their tokens, authentication by hello, open
connections, limits, bans, reserved names, the cost of requests, the ladder, and the operator's
notice. This package knows players and their connections (`Visitor`), but no table and no battle.
"""

from server.players import identity
from server.players.authentication import Authentication, Banned, Door, Subject
from server.players.bans import named
from server.players.connections import Connections
from server.players.effort import (
    COMMITS_A_TOKEN,
    COMMITS_FILED_A_TOKEN,
    COMMITS_READ_A_TOKEN,
    DATED,
    DATED_FILED,
    PEOPLE_A_TOKEN,
    SHOWN_FACTOR,
    STEPS_A_TOKEN,
    Pay,
    free,
    of_commit,
)
from server.players.identity import Identity, PlayerDoc, Players
from server.players.ladder import Ended, Ladder
from server.players.limits import Limits
from server.players.rated import (
    Rivals,
    check_match,
    check_rivals,
    rivals_of,
    stay_seated,
    still_play,
)
from server.players.visitor import Deliver, Frames, Show, Visitor, Wrapping

__all__ = [
    "COMMITS_A_TOKEN",
    "COMMITS_FILED_A_TOKEN",
    "COMMITS_READ_A_TOKEN",
    "DATED",
    "DATED_FILED",
    "PEOPLE_A_TOKEN",
    "SHOWN_FACTOR",
    "STEPS_A_TOKEN",
    "Authentication",
    "Banned",
    "Connections",
    "Deliver",
    "Door",
    "Ended",
    "Frames",
    "Identity",
    "Ladder",
    "Limits",
    "Pay",
    "PlayerDoc",
    "Players",
    "Rivals",
    "Show",
    "Subject",
    "Visitor",
    "Wrapping",
    "check_match",
    "check_rivals",
    "free",
    "identity",
    "named",
    "of_commit",
    "rivals_of",
    "stay_seated",
    "still_play",
]
