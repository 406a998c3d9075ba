"""The closed lists of words that a match's events carry, and the reasons that they give.

On the wire and in journals each is the text that it always was, as in `protocol.battle.words`.
"""

from typing import Literal, NewType

Phase = Literal[
    "muster",
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
"""Where a match is: `muster` to `vanguard` come once, `begin` to `end` are each side's turn."""

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

LegKind = Literal["walk", "ladder", "climb", "hop", "across", "down"]
"""How a leg of a path is gone (SK-13): `across` and `down` are jumps."""

Movement = Literal["move", "run", "vanguard", "engage", "intercept"]
"""In what a unit moves along a way."""

ShiftReason = Literal["fall", "room"]
"""Why a rule puts a unit somewhere: it fell, or made room (SK-36)."""

CheckedStat = Literal["agility", "cast", "defence", "morale"]
"""What a check is made on."""

SpellId = NewType("SpellId", str)
"""A spell, as its card names it."""

CheckReason = (
    Literal["attack", "fear", "ledge", "ongoing", "protect", "rout", "treasure"] | LegKind | SpellId
)
"""Why a check is made: what the rules ask one for, the kind of a leg, or the spell that is cast."""

InjuryReason = Literal["hurt", "mishap", "recovered"] | SpellId
"""Why a unit suffers from something else now: an attack, a Mishap Roll, the Recover Step, a spell.
"""

EngageFailure = Literal["check", "fear", "room", "short"]
"""Why an attempt to engage came to nothing."""

MatchEnding = Literal["routed", "resigned", "out of time"]
"""What the losers of a match have done."""
