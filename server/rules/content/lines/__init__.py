"""The skill lines, a file each (two for long ones): dice with their faces, and what every icon
does.

`LINES` are all of them; nobody else needs a single one.
"""

from server.rules.battle.components.printed import SkillLine
from server.rules.content.lines import (
    acrobatics,
    bow,
    combat,
    daedric_summoning,
    destruction_staff,
    heavy_armor,
    illusion,
    legerdemain,
    light_armor,
    one_hand_and_shield,
    restoring_light,
    shadow,
    speech,
    two_handed,
)

__all__ = ["LINES"]

LINES: tuple[SkillLine, ...] = (
    combat.LINE,
    one_hand_and_shield.LINE,
    destruction_staff.LINE,
    bow.LINE,
    two_handed.LINE,
    acrobatics.LINE,
    daedric_summoning.LINE,
    restoring_light.LINE,
    heavy_armor.LINE,
    light_armor.LINE,
    illusion.LINE,
    shadow.LINE,
    speech.LINE,
    legerdemain.LINE,
)
