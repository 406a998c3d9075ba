"""What the skirmish is played with: warbands, arms, spells, boards and rosters, as TOML.

`shipped` has those that come with the game; `reading` makes components of a table of a file;
`words` tells clients of them. Lengths stand in the files in inches, with three decimals at most.
"""

from server.rules.skirmish.content import reading, shipped, words

__all__ = [
    "reading",
    "shipped",
    "words",
]
