"""Content packs on the command line: reading, checking and showing them.

`loading` finds files and gives the content to play with; `judging` finds the mistakes of a pack,
`listing` prints what one may write in it; `showing` prints a component as the game understood it,
`showing_matches` one of the skirmish.
"""

__all__ = [
    "judging",
    "listing",
    "loading",
    "showing",
    "showing_matches",
]
