"""The search for the shortest route over all levels: `finder`, with the `ends` that a route may
have, the places of `crossing` from one level to the next, and the `legs` of what is found.
`hopeless` says when there is none, from the `stretches` of sides where they may be crossed, `ahead`
how far it is at least, and `refining` moves the places of crossing to the best ones.
"""

from server.rules.skirmish.geometry.finding import (
    ahead,
    crossing,
    ends,
    finder,
    hopeless,
    legs,
    refining,
    stretches,
)

__all__ = [
    "ahead",
    "crossing",
    "ends",
    "finder",
    "hopeless",
    "legs",
    "refining",
    "stretches",
]
