"""Class sheets, a file each (two for those that need them): novice and master side.

`SHEETS` are all of them; nobody else needs a single one. What earns a promotion is noted by
`promotion`.
"""

from server.rules.battle.components.printed import ClassSheet
from server.rules.content.classes import (
    acrobat,
    arcanist,
    archer,
    bard,
    burglar,
    chef,
    dragonknight,
    healer,
    knight,
    necromancer,
    nightblade,
    pilgrim,
    ranger,
    rogue,
    scout,
    sorcerer,
    spellsword,
    templar,
    warden,
)

__all__ = ["SHEETS"]

SHEETS: tuple[ClassSheet, ...] = (
    acrobat.SHEET,
    arcanist.SHEET,
    archer.SHEET,
    dragonknight.SHEET,
    healer.SHEET,
    knight.SHEET,
    necromancer.SHEET,
    nightblade.SHEET,
    sorcerer.SHEET,
    templar.SHEET,
    warden.SHEET,
    bard.SHEET,
    burglar.SHEET,
    chef.SHEET,
    pilgrim.SHEET,
    ranger.SHEET,
    rogue.SHEET,
    scout.SHEET,
    spellsword.SHEET,
)
