"""The catalogue: every component, by id. Naming a component in its package's face puts it into the
game.
"""

from functools import lru_cache

from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.effects import Face
from server.rules.content.chips import chips
from server.rules.content.classes import SHEETS
from server.rules.content.delve import encounters as delves
from server.rules.content.delve import printed as delve
from server.rules.content.encounters import shipped
from server.rules.content.enemies import SKILLS
from server.rules.content.items import ITEMS
from server.rules.content.lines import LINES
from server.rules.content.provinces import shipped as provinces
from server.rules.content.races import RACES
from server.rules.content.ready_made import READY_MADE
from server.rules.content.statuses import STATUSES


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Return all components of the game; read and checked once, then cached."""
    faces: dict[str, tuple[Face, ...]] = {}
    for line in LINES:
        for face in line.faces:
            faces[face.id] = (*faces.get(face.id, ()), face)
    return Catalogue(
        lines={line.id: line for line in LINES},
        dice={die.id: die for line in LINES for die in line.dice},
        line_of={die.id: line for line in LINES for die in line.dice},
        faces=faces,
        skills={skill.id: skill for skill in SKILLS},
        classes={sheet.id: sheet for sheet in SHEETS},
        races={race.id: race for race in RACES},
        items={item.id: item for item in ITEMS},
        chips={**chips(), **shipped.units(), **provinces.units()},
        statuses=STATUSES,
        encounters={
            **shipped.encounters(),
            **{one.id: one for one in delves.encounters()},
            **provinces.battles(),
        },
        tiles=delve.tiles(),
        delve_cards=delve.cards(),
        ready_made=READY_MADE,
    )
