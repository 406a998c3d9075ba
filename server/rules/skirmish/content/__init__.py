"""The skirmish's content as TOML files: warbands, weapons, spells, boards and rosters.

`shipped` has those that come with the game; `reading` turns a file's tables into components;
`words` describes them for clients. Lengths in the files are in inches, with at most three decimals.
"""

from server.rules.skirmish.content import reading, shipped, words

__all__ = [
    "reading",
    "shipped",
    "words",
]
