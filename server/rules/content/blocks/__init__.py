"""Named blocks: effects, answers, guards, wields and spells that a pack's TOML puts together, and
that our own delve cards and tiles are made of where they print the same.

For each kind of block its list by name (`EFFECTS`), the type of what is written (`EffectTable`) and
the function that reads it (`effects_of`).
"""

from server.rules.content.blocks.answers import ANSWERS, AnswerTable, answer_of
from server.rules.content.blocks.changing import modifier_of
from server.rules.content.blocks.effects import (
    EFFECTS,
    ENEMIES,
    EffectTable,
    Points,
    PrintedStat,
    Some,
    Who,
    effects_of,
    use_of,
)
from server.rules.content.blocks.guards import GUARDS, GuardTable, guard_of
from server.rules.content.blocks.spells import SPELLS, SpellTable, spell_of
from server.rules.content.blocks.wields import WIELDS, WieldTable, wield_of

__all__ = [
    "ANSWERS",
    "EFFECTS",
    "ENEMIES",
    "GUARDS",
    "SPELLS",
    "WIELDS",
    "AnswerTable",
    "EffectTable",
    "GuardTable",
    "Points",
    "PrintedStat",
    "Some",
    "SpellTable",
    "Who",
    "WieldTable",
    "answer_of",
    "effects_of",
    "guard_of",
    "modifier_of",
    "spell_of",
    "use_of",
    "wield_of",
]
