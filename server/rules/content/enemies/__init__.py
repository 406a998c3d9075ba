"""Enemy skills, one file for each moment at which they act.

`deploying`, `turn_starts`, `moving`, `aiming` (whom it can target, and what targets suffer before
dice), `rolling`, `striking` (the damage it deals), `engaging` (after its own engage), `hurt` (when
damage comes to it), `engaged` (after it was hurt or engaged), `falling` (its defeat), `turn_ends`.
"""
