"""The base of the skirmish's rules: the state of a match and what each event changes of it
(`facts`), the running `Match`, its `space`, and checks. Other packages import its modules.
"""

__all__ = [
    "checks",
    "facts",
    "inches",
    "match",
    "morale",
    "mustering",
    "space",
    "state",
    "stats",
    "words",
]
