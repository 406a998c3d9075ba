"""Words of closed sets that a match's state holds."""

from typing import Literal

Phase = Literal[
    "first",
    "deploy",
    "vanguard",
    "begin",
    "upkeep",
    "engage",
    "move",
    "cast",
    "ranged",
    "melee",
    "end",
    "over",
]
"""Where a match is: `first` to `vanguard` come once, `begin` to `end` are each side's turn."""

TURN: tuple[Phase, ...] = ("upkeep", "engage", "move", "cast", "ranged", "melee", "end")
"""The phases of a turn, in order (SK-4, SK-23)."""

Injury = Literal["", "staggered", "dazed", "stunned"]
"""What a unit suffers from; who is incapacitated has fallen instead."""

Mark = Literal[
    "tried", "charged", "moved", "ran", "cast", "shot", "jumped", "daunted", "barred", "cowed"
]
"""What counts for a unit until the turn ends.

tried     it attempted to engage (SK-26)
charged   it engaged: it strikes first (SK-27)
moved     it moved in the Move Phase, or was dazed and did
ran       it ran
cast      it tried to cast a spell
shot      it made its ranged attack
jumped    a jump attack: advantage on its melee attacks (SK-63)
daunted   it failed a check against fear: disadvantage on its attacks (SK-71)
barred    it came back this turn and may not shoot
cowed     it is cowardly and had no hero near when the turn began
"""

Leg = Literal["walk", "ladder", "climb", "hop", "jump", "drop"]
"""The kinds of legs of a path (SK-13): `jump` is across a gap, `drop` is down."""
