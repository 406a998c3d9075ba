"""The components in the box: skill dice, class and race sheets, item cards, enemy chips.

What each one does is a content function (`effects.py`); the types here hold its printed figures.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from protocol.ids import DieKind, ItemId, LineId
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
from server.rules.battle.kernel.words import BodyArea, Form, Trait

TENACITY = "tenacity"


def numbered(icon: str, number: int) -> str:
    """Return a face with an icon and a number as `SkillDie.faces` has it: "block-1:2"."""
    return f"{icon}:{number}"


@dataclass(frozen=True)
class SkillDie(EffectSource):
    """A kind of skill die: six faces, each "tenacity", an icon, or an icon and its number.

    `level` is 1 to 4 and `supply` the number of such dice in the box (SKL-9). `hooks` work while it
    is available: they offer to roll it outside engages.
    """

    id: DieKind
    name: str
    level: int
    supply: int
    faces: tuple[str, ...]
    hooks: tuple[Hook, ...] = ()

    @cached_property
    def _icons(self) -> tuple[str, ...]:
        return tuple(face.split(":")[0] for face in self.faces)

    def icon(self, index: int) -> str:
        """Return the icon of a face ("tenacity" for that face)."""
        return self._icons[index]

    def value(self, index: int) -> int:
        """Return the number on a face, 0 if it shows none."""
        _, _, number = self.faces[index].partition(":")
        return int(number or 0)

    def tenacity_face(self) -> int:
        """Return the index of the first tenacity face, or -1 if there is none."""
        return self.faces.index(TENACITY) if TENACITY in self.faces else -1


def skill_die(kind: str, name: str, level: int, supply: int, *faces: str) -> SkillDie:
    """Return a skill die with these six faces."""
    return SkillDie(DieKind(kind), name, level, supply, faces)


@dataclass(frozen=True)
class SkillLine:
    """A skill line (SKL-1 to SKL-6): its constellation, the `stat` that limits its dice in an
    engage, the `forms` that it can be gathered in (empty: any), its dice and their icons. `engages`
    is false for a line whose dice are not rolled in engages.
    """

    id: LineId
    name: str
    constellation: str
    stat: str
    forms: tuple[Form, ...]
    dice: tuple[SkillDie, ...]
    faces: tuple[Face, ...]
    set: str = "base"
    engages: bool = True

    @cached_property
    def first_level(self) -> tuple[SkillDie, ...]:
        """Return the line's dice of level 1: an adventurer who starts with the line takes some."""
        return tuple([die for die in self.dice if die.level == 1])


@dataclass(frozen=True)
class EnemySkill(EffectSource):
    """A skill of an enemy chip. `Chip.skills` has the number of a numbered one: "riposte 2"."""

    id: str
    name: str
    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Side(EffectSource):
    """One side of a class sheet: its innate `hooks` and `modifiers`, and its abilities.

    `elsewhere` are the abilities that work only between battles. `marked` are modifiers of a unit
    on which tokens of the sheet lie, once for each token. The innate ability needs the turn to
    begin in the battle form `opening`, if one is named.
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
    """A race sheet: starting values, and an ability to be used once per battle. `names` are given
    names, not printed, of which each of its adventurers gets one.
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
    """A suggested adventurer, not printed: race, starting line, class, and the lines that it should
    learn from trainers `later`, in this order.
    """

    id: str
    name: str
    text: str
    race: str
    line: LineId
    cls: str
    later: tuple[LineId, ...] = ()


@dataclass(frozen=True)
class Item(EffectSource):
    """An item card. `weapon` and `overtax` of a weapon run before the roll of an engage (ITM-6).

    `forms` is a weapon's icon, `trait` an armor's body area. `ability` is used in the owner's turn
    or while deploying (ITM-2); clothing has an `ability` or an `interrupt` for tenacity, or an
    `enduring` one. `lasting` is its lasting effect once used. `limit` is how many HP chips a pet
    can hold, or how often an enchantment works. A weapon or armor that `expends` is expended by
    each use (ITM-19). `source` is a page of the rulebook, or "original".
    """

    id: ItemId
    name: str
    subtype: str
    deck: str
    lock: Lock
    text: str
    source: str
    forms: tuple[Form, ...] = ()
    trait: BodyArea | Literal[""] = ""
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
    """One side of an enemy, quest or companion chip.

    `targets` is how many units it engages, 0 for all in reach; `priority` is "strongest" or
    "weakest". `back` is the chip's other side, `copies` how many such chips a bag holds, `province`
    the code of the only province in which it does ("": everywhere).
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
        """Return each of its skills with its number, 0 for one without; of a skill that is printed
        twice, the higher number (ENS-2).
        """
        found: dict[str, int] = {}
        for written in self.skills:
            name, _, number = written.partition(" ")
            found[name] = max(found.get(name, 0), int(number or 0))
        return found
