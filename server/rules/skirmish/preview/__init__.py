"""Previews of a match: a unit's values and its odds against an enemy (`figures`), the checks of a
way (`risks`), what is in sight (`outlook`), and the odds of a whole melee (`combat`).

Everything is counted or convolved from the rules' own functions, nothing is sampled. No distance
is told, and none can be told apart (SK-19).
"""

from server.rules.skirmish.preview import combat, figures, outlook

__all__ = [
    "combat",
    "figures",
    "outlook",
]
