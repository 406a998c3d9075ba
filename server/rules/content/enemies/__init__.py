"""Enemy skills, one file for each moment at which they act.

`deploying`, `turn_starts`, `moving`, `aiming` (whom it can target, and what targets suffer before
dice), `rolling`, `striking` (the damage it deals), `engaging` (after its own engage), `hurt` (when
damage comes to it), `engaged` (after it was hurt or engaged), `falling` (its defeat), `turn_ends`.

`SKILLS` are the skills of all these files; nobody else needs a single one.
"""

from server.rules.battle.components.printed import EnemySkill
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

__all__ = ["SKILLS"]

SKILLS: tuple[EnemySkill, ...] = (
    *deploying.SKILLS,
    *turn_starts.SKILLS,
    *moving.SKILLS,
    *aiming.SKILLS,
    *rolling.SKILLS,
    *striking.SKILLS,
    *engaging.SKILLS,
    *hurt.SKILLS,
    *engaged.SKILLS,
    *falling.SKILLS,
    *turn_ends.SKILLS,
)
