"""The search for the shortest route over all levels: `finder`, with the `ends` that a route may
have, the places of `crossing` from one level to the next, and the `legs` of what is found.
`hopeless` says when there is none.
"""

from server.rules.skirmish.geometry.finding import crossing, ends, finder, hopeless, legs

__all__ = [
    "crossing",
    "ends",
    "finder",
    "hopeless",
    "legs",
]
