"""Components that a test prints for itself, where the box's own do not show a rule alone."""

from dataclasses import replace
from typing import Any

from protocol.ids import DieKind, LineId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.effects import Face
from server.rules.battle.components.printed import SkillDie
from server.rules.content.catalogue import catalogue
from server.rules.content.encounters.jailbreak import JAILBREAK


def with_die(line: str, kind: str, *faces: Face) -> Catalogue:
    """The catalogue with a die more in a skill line; its six faces all show the first icon."""
    box = catalogue()
    printed = SkillDie(DieKind(kind), kind.capitalize(), 1, 4, (faces[0].id,) * 6)
    return replace(
        box,
        dice={**box.dice, printed.id: printed},
        line_of={**box.line_of, printed.id: box.lines[LineId(line)]},
        faces={**box.faces, faces[0].id: faces},
    )


def with_chips(*chips: tuple[str, int, str]) -> Catalogue:
    """The catalogue with only these enemy chips: name, level (0: a quest unit), type."""
    plain = replace(catalogue().chips["skeever-pup"], skills=(), back="", copies=1)
    made = {
        name: replace(plain, id=name, name=name, level=level, type=kind)
        for name, level, kind in chips
    }
    return replace(catalogue(), chips=made)


def with_encounter(box: Catalogue | None = None, **changes: Any) -> Catalogue:
    """A catalogue in which the Jailbreak is another clash: no special bag, and these changes."""
    changed = {"bag": (), **changes}
    return replace(box or catalogue(), encounters={"jailbreak": replace(JAILBREAK, **changed)})
