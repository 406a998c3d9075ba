"""The catalogue: every component, by id. Naming a component here is what puts it into the game."""

from functools import lru_cache
from types import ModuleType

from server.rules.battle.effects import Catalogue, ClassSheet, EnemySkill, Face, Item, SkillLine
from server.rules.content.chips import chips
from server.rules.content.encounters.jailbreak import JAILBREAK
from server.rules.content.enemies import engaged, engaging
from server.rules.content.lines import combat, one_hand_and_shield
from server.rules.content.races import RACES
from server.rules.content.statuses import STATUSES

LINES: tuple[SkillLine, ...] = (combat.LINE, one_hand_and_shield.LINE)
SKILLS: tuple[ModuleType, ...] = (engaged, engaging)
CLASSES: tuple[ClassSheet, ...] = ()
ITEMS: tuple[Item, ...] = ()
ENCOUNTERS = (JAILBREAK,)


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
        chips=chips(),
        statuses=STATUSES,
        encounters={encounter.id: encounter for encounter in ENCOUNTERS},
    )
