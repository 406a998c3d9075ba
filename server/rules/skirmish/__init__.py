"""The skirmish: two warbands on a table without hexes, lengths in thousandths of an inch.

`geometry` measures places and routes and knows no game. `components` are the types of what is
printed: units, weapons, spells, boards, rosters; `content` holds those that come with the game.
`kernel` is the state of a match and what its events change, `injuries` are wounds, falls and
losses, `movement` moves units along routes. `setup`, `engage`, `fight` and `turn` are the parts of
a match, `preview` its previews, and `rules` is the ruleset that the engine plays.
"""

__all__ = [
    "components",
    "content",
    "engage",
    "fight",
    "geometry",
    "injuries",
    "kernel",
    "movement",
    "preview",
    "rules",
    "setup",
    "turn",
]
