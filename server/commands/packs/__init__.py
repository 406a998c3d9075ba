"""Content packs on the command line: reading, judging and showing them.

`loading` finds files and gives the content to play with; `judging` finds what is wrong in a pack,
`listing` what one may write in it; `showing` prints a component as it is understood,
`showing_matches` one of the skirmish.
"""

__all__ = [
    "judging",
    "listing",
    "loading",
    "showing",
    "showing_matches",
]
