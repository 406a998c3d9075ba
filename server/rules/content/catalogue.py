"""The catalogue: every component, by id. Naming a component here is what puts it into the game."""

from functools import lru_cache
from types import ModuleType

from server.rules.battle.components import Catalogue, ClassSheet, EnemySkill, SkillLine
from server.rules.battle.effects import Face
from server.rules.content.chips import chips
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
from server.rules.content.delve import encounters as delves
from server.rules.content.delve import printed as delve
from server.rules.content.encounters import shipped
from server.rules.content.enemies import (
    aiming,
    deploying,
    engaged,
    engaging,
    falling,
    hurt,
    moving,
    rolling,
    striking,
    turn_ends,
    turn_starts,
)
from server.rules.content.items import ITEMS
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
from server.rules.content.races import RACES
from server.rules.content.statuses import STATUSES

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
SKILLS: tuple[ModuleType, ...] = (
    deploying,
    turn_starts,
    moving,
    aiming,
    rolling,
    striking,
    engaging,
    hurt,
    engaged,
    falling,
    turn_ends,
)
CLASSES: tuple[ClassSheet, ...] = (
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


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """All components of the game."""
    faces: dict[str, tuple[Face, ...]] = {}
    for line in LINES:
        for face in line.faces:
            faces[face.id] = (*faces.get(face.id, ()), face)
    skills: list[EnemySkill] = [skill for module in SKILLS for skill in module.SKILLS]
    return Catalogue(
        lines={line.id: line for line in LINES},
        dice={die.id: die for line in LINES for die in line.dice},
        line_of={die.id: line for line in LINES for die in line.dice},
        faces=faces,
        skills={skill.id: skill for skill in skills},
        classes={sheet.id: sheet for sheet in CLASSES},
        races={race.id: race for race in RACES},
        items={item.id: item for item in ITEMS},
        chips={**chips(), **shipped.units()},
        statuses=STATUSES,
        encounters={**shipped.encounters(), **{one.id: one for one in delves.encounters()}},
        tiles=delve.tiles(),
        delve_cards=delve.cards(),
    )
