"""The components that a box holds: skill dice, class and race sheets, item cards, enemy chips.

What each one *does* is a content function (`effects.py`); here stand the figures that it belongs
to.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from server.rules.battle.components.effects import (
    Ability,
    EffectSource,
    Elsewhere,
    Enduring,
    Face,
    Hook,
    Interrupt,
    Lasting,
    Modifier,
)
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.words import Form, Trait

TENACITY = "tenacity"


def numbered(icon: str, number: int) -> str:
    """Return what a face with an icon and a number shows, as `SkillDie.faces` has it:
    "block-1:2".
    """
    return f"{icon}:{number}"


@dataclass(frozen=True)
class SkillDie(EffectSource):
    """A kind of skill die: six faces, each "tenacity", an icon, or an icon and its number.

    `hooks` work while it is available: they offer to roll it outside engages.
    """

    id: str
    name: str
    level: int
    supply: int
    faces: tuple[str, ...]
    hooks: tuple[Hook, ...] = ()

    def icon(self, index: int) -> str:
        """Return the icon of a face ("tenacity" for that face)."""
        return self.faces[index].split(":")[0]

    def value(self, index: int) -> int:
        """Return the number on a face, 0 if it shows none."""
        _, _, number = self.faces[index].partition(":")
        return int(number or 0)

    def tenacity_face(self) -> int:
        """Return the index of a tenacity face, or -1: there is none."""
        return self.faces.index(TENACITY) if TENACITY in self.faces else -1


def skill_die(kind: str, name: str, level: int, supply: int, *faces: str) -> SkillDie:
    """Return a skill die with these six faces."""
    return SkillDie(kind, name, level, supply, faces)


@dataclass(frozen=True)
class SkillLine:
    """A skill line: constellation, the stat that limits its dice, its forms (none: any), its
    dice. `engages` is false for a line whose dice are not rolled in engages.
    """

    id: str
    name: str
    constellation: str
    stat: str
    forms: tuple[Form, ...]
    dice: tuple[SkillDie, ...]
    faces: tuple[Face, ...]
    set: str = "base"
    engages: bool = True


@dataclass(frozen=True)
class EnemySkill(EffectSource):
    """A skill of an enemy chip. A numbered one is written "riposte 2" on the chip."""

    id: str
    name: str
    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Side(EffectSource):
    """One side of a class sheet: innate hooks and modifiers, abilities that tenacity opens.

    `elsewhere` is what it says about the time between battles. `marked` are modifiers of a unit
    on which a token of the sheet lies, once for each token. `opening` is the battle form in which a
    turn has to begin for the innate ability.
    """

    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    abilities: tuple[Ability, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    enduring: tuple[Enduring, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()
    marked: tuple[Modifier, ...] = ()
    traits: tuple[Trait, ...] = ()
    opening: str = ""


@dataclass(frozen=True)
class ClassSheet:
    """A class: novice and master side, and the Jailbreak achievement that earns it.

    `tokens` is how many tokens it holds at most, `first` how many each session starts with.
    """

    id: str
    name: str
    constellation: str
    jailbreak: str
    novice: Side = Side()
    master: Side = Side()
    set: str = "base"
    tokens: int = 0
    first: int = 0


@dataclass(frozen=True)
class Race(EffectSource):
    """A race sheet: starting values and an ability that is used once per battle. `names` are given
    names, of which its adventurers get one; nothing printed.
    """

    id: str
    name: str
    health: int
    stamina: int
    magicka: int
    combat: int
    cooldown: int
    text: str
    hooks: tuple[Hook, ...] = ()
    abilities: tuple[Ability, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadyMade:
    """An adventurer that a player may take as it is: race, starting line, class, and the lines
    that trainers teach it later, the most wanted first. Nothing printed: a suggestion of ours.
    """

    id: str
    name: str
    text: str
    race: str
    line: str
    cls: str
    later: tuple[str, ...] = ()


@dataclass(frozen=True)
class Item(EffectSource):
    """An item card. A weapon's `weapon` and `overtax` run before the roll of an engage (ITM-6).

    `forms` is a weapon's icon; `ability` is used in one's turn (or while deploying); `trait` an
    armor's body area; `lasting` what its use leaves on an adventurer; `limit` the HP chips that a
    pet bears, or the uses of an enchantment. Clothing sells an `ability` or an `interrupt`, or
    lends an `enduring` one. A weapon or armor that `expends` is expended by each use (ITM-19).
    `source` is a page of the rulebook, or "original".
    """

    id: str
    name: str
    subtype: str
    deck: str
    lock: Lock
    text: str
    source: str
    forms: tuple[Form, ...] = ()
    trait: str = ""
    limit: int = 0
    ability: Ability | None = None
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    weapon: Callable[[Battle, Engage], None] | None = None
    overtax: Callable[[Battle, Engage], None] | None = None
    weapon_text: str = ""
    overtax_text: str = ""
    lasting: Lasting | None = None
    interrupt: Interrupt | None = None
    enduring: Enduring | None = None
    expends: bool = False


@dataclass(frozen=True)
class Chip:
    """A side of an enemy, quest or companion chip. `priority` is strongest or weakest; targets 0:
    all.

    `back` is the chip's other side, `copies` how many of it lie in their bag, `province` the code
    of the only one where it does.
    """

    id: str
    name: str
    level: int
    type: str
    health: int
    range: int
    combat: int
    defense: int
    targets: int
    priority: str
    skills: tuple[str, ...]
    source: str
    back: str = ""
    copies: int = 1
    province: str = ""
    set: str = "base"

    @cached_property
    def highest(self) -> dict[str, int]:
        """Return its skills and their numbers (0: none); of a skill that stands twice the higher
        one.
        """
        found: dict[str, int] = {}
        for written in self.skills:
            name, _, number = written.partition(" ")
            found[name] = max(found.get(name, 0), int(number or 0))
        return found
