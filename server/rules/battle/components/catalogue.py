"""The catalogue: every component that a battle may use."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from protocol.ids import DieId, DieKind, ItemId, LineId
from protocol.questions import Option
from server.rules.battle.components.delve_parts import DelveCard, MapTile
from server.rules.battle.components.effects import (
    Face,
    Status,
)
from server.rules.battle.components.encounters import Encounter
from server.rules.battle.components.printed import (
    Chip,
    ClassSheet,
    EnemySkill,
    Item,
    Race,
    ReadyMade,
    Side,
    SkillDie,
    SkillLine,
)
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.caching import CacheOfValues
from server.rules.battle.kernel.state import Adventurer
from server.rules.battle.kernel.words import Code, Trait

LINGERS: Trait = "lingers"
Zone = Literal["active", "track", "drained", "row", "placed", "hex"]
"""Where a die can have effects: on the mat, `placed` on a unit, or in a hex."""


def _zones(face: Face) -> frozenset[Zone]:
    """Return the zones in which an icon has effects. An icon of code S may lie in the track, too
    (STS-12).
    """
    if not (face.hooks or face.modifiers):
        return frozenset()
    found: dict[Code, tuple[Zone, ...]] = {
        "A": ("active",),
        "C": ("track",),
        "S": ("placed", "hex", "track"),
    }
    lingering: tuple[Zone, ...] = ("drained",) if LINGERS in face.traits else ()
    return frozenset((*found.get(face.code, ()), *lingering))


@dataclass(frozen=True)
class Catalogue:
    """Every component a battle may use, by id."""

    lines: dict[LineId, SkillLine] = field(default_factory=dict)
    dice: dict[DieKind, SkillDie] = field(default_factory=dict)
    line_of: dict[DieKind, SkillLine] = field(default_factory=dict)
    faces: dict[str, tuple[Face, ...]] = field(default_factory=dict)
    skills: dict[str, EnemySkill] = field(default_factory=dict)
    classes: dict[str, ClassSheet] = field(default_factory=dict)
    races: dict[str, Race] = field(default_factory=dict)
    items: dict[ItemId, Item] = field(default_factory=dict)
    chips: dict[str, Chip] = field(default_factory=dict)
    statuses: dict[str, Status] = field(default_factory=dict)
    encounters: dict[str, Encounter] = field(default_factory=dict)
    tiles: dict[str, MapTile] = field(default_factory=dict)
    delve_cards: dict[str, DelveCard] = field(default_factory=dict)
    ready_made: tuple[ReadyMade, ...] = ()
    known: CacheOfValues = field(default_factory=CacheOfValues, init=False, repr=False)
    """Cached results of pure functions of these components and of values."""

    @cached_property
    def kinds_in_row(self) -> frozenset[DieKind]:
        """Return the kinds of dice that have effects while they are available."""
        return frozenset([kind.id for kind in self.dice.values() if kind.hooks])

    @cached_property
    def zones_of_faces(self) -> dict[tuple[DieKind, int], frozenset[Zone]]:
        """Return the zones, other than the row, in which a die has effects: by its kind and the
        index of the face that it shows (-1: none).
        """
        found: dict[tuple[DieKind, int], frozenset[Zone]] = {}
        nowhere = frozenset[Zone]()
        of_icon = {icon: nowhere.union(*map(_zones, these)) for icon, these in self.faces.items()}
        for kind in self.dice.values():
            found[kind.id, -1] = nowhere
            for index in range(len(kind.faces)):
                found[kind.id, index] = of_icon.get(kind.icon(index), nowhere)
        return found


WITHOUT_CLASS = Side()
"""The side of an adventurer without a class: nothing is on it."""


def side_on(catalogue: Catalogue, mat: Adventurer) -> Side:
    """Return the side of a mat's class sheet that is face up; an empty one without a class."""
    if not mat.cls:
        return WITHOUT_CLASS
    sheet = catalogue.classes[mat.cls]
    return sheet.master if mat.master else sheet.novice


def catalogue_of(battle: Battle) -> Catalogue:
    """Return the catalogue that a battle is played with.

    The kernel carries it untyped: components are made of functions that take a battle, so `Battle`
    could name their types only in an import circle.
    """
    # Not checked with isinstance: every rule asks, many times a move, and only `BattleRules` sets
    # it.
    catalogue: Catalogue = battle.components
    return catalogue


def dice_options(battle: Battle, dice: Iterable[DieId]) -> tuple[Option, ...]:
    """Return an option for each die, with the die's id as key and the name of its kind as text."""
    kinds, known = catalogue_of(battle).dice, battle.state.dice
    return tuple(Option(die, kinds[known[die].kind].name) for die in dice)
