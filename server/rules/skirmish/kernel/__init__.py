"""The state of a match, what each event changes of it, the running match, its space and checks."""

__all__ = [
    "checks",
    "facts",
    "inches",
    "match",
    "morale",
    "space",
    "state",
    "stats",
    "words",
]
