"""The skirmish: two warbands on a table without hexes, lengths in thousandths of an inch.

`geometry` knows places and no game; `components` is what is printed: units, weapons, spells,
boards, rosters; `content` those that come with the game. `kernel` is the state of a match and what
its events change, `injuries` what units suffer, `movement` how they go along a route. `setup`,
`engage`, `fight` and `turn` are the parts of a match; `preview` is what is foreseen of it, `rules`
the ruleset that the engine plays.
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
