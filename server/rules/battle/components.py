"""The components of a battle and the catalogue that holds them: dice, sheets, cards, chips, maps.

What each one *does* is a content function (`effects.py`); here stand the figures that it belongs
to.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from protocol.hexes import Hex
from server.rules.battle.delve.components import DelveCard, DelvePlan, MapTile
from server.rules.battle.effects import (
    Ability,
    Bearing,
    Elsewhere,
    Enduring,
    Face,
    Hook,
    Interrupt,
    Lasting,
    Modifier,
    Status,
)

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle
    from server.rules.battle.roll import Engage

TENACITY = "tenacity"


@dataclass(frozen=True)
class SkillDie(Bearing):
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
        """The icon of a face ("tenacity" for that face)."""
        return self.faces[index].split(":")[0]

    def value(self, index: int) -> int:
        """The number on a face, 0 if it shows none."""
        _, _, number = self.faces[index].partition(":")
        return int(number or 0)

    def tenacity_face(self) -> int:
        """The index of a tenacity face, or -1: there is none."""
        return self.faces.index(TENACITY) if TENACITY in self.faces else -1


@dataclass(frozen=True)
class SkillLine:
    """A skill line: constellation, the stat that limits its dice, its forms (none: any), its
    dice. `engages` is false for a line whose dice are not rolled in engages.
    """

    id: str
    name: str
    constellation: str
    stat: str
    forms: tuple[str, ...]
    dice: tuple[SkillDie, ...]
    faces: tuple[Face, ...]
    set: str = "base"
    engages: bool = True


@dataclass(frozen=True)
class EnemySkill(Bearing):
    """A skill of an enemy chip. A numbered one is written "riposte 2" on the chip."""

    id: str
    name: str
    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Side(Bearing):
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
    traits: tuple[str, ...] = ()
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
class Race(Bearing):
    """A race sheet: starting values and an ability that is used once per battle."""

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


@dataclass(frozen=True)
class Lock:
    """The back of an item card: attempts, digits, and which of the digits are keys."""

    attempts: int
    digits: tuple[int, ...]
    keys: tuple[int, ...] = ()

    @cached_property
    def id(self) -> str:
        """The lock as text: "3:5-2-2", a key digit marked with k."""
        marks = [f"{d}{'k' if i < len(self.keys) else ''}" for i, d in enumerate(self.digits)]
        return f"{self.attempts}:{'-'.join(marks)}"

    @cached_property
    def words(self) -> str:
        """The lock as a sentence tells it: "5-2-2, 3 attempts", its key digits first."""
        digits = "-".join(str(digit) for digit in self.digits)
        keys = "-".join(str(digit) for digit in self.keys)
        first = f", {keys} first" if keys else ""
        return f"{digits}{first}, {self.attempts} attempt{'s' if self.attempts > 1 else ''}"


@dataclass(frozen=True)
class Item(Bearing):
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
    forms: tuple[str, ...] = ()
    trait: str = ""
    limit: int = 0
    ability: Ability | None = None
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    weapon: Callable[["Battle", "Engage"], None] | None = None
    overtax: Callable[["Battle", "Engage"], None] | None = None
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
        """Its skills and their numbers (0: none); of a skill that stands twice the higher one."""
        found: dict[str, int] = {}
        for written in self.skills:
            name, _, number = written.partition(" ")
            found[name] = max(found.get(name, 0), int(number or 0))
        return found


@dataclass(frozen=True)
class Challenge(Bearing):
    """What makes an encounter harder for a larger party, until the battle ends (p72; ENC-9).

    `hooks` act like an encounter's own; `modifiers` change values of all enemies.
    """

    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Placed:
    """A unit that an encounter deploys by name, for no points; the party picks among its hexes.

    `hp` is None for its Health, 0 for a unit without HP chips (ECH-11). An `objective` unit is set
    aside when it falls; one of side "party" is an ally that nobody controls; `still`: no turns.
    """

    chip: str
    hexes: tuple[Hex, ...]
    hp: int | None = None
    objective: bool = False
    side: str = "enemy"
    still: bool = False


@dataclass(frozen=True)
class SecondPool:
    """A second sum of points, reckoned like the first, for special hexes (DUN-4).

    With `rooms` every tile gets one enemy before any gets another; `hp` as in `Placed`.
    """

    hexes: tuple[Hex, ...]
    hp: int | None = None
    rooms: bool = False
    still: bool = False


@dataclass(frozen=True)
class Encounter(Bearing):
    """A battle's printed set-up: hexes of its diagram, its bag, its objective and special rules.

    `kind` is clash, delve or dungeon. `numbered` are the enemy hexes in order, of which enemies of
    `least` (level, count) fill the first `count` for no points; `caches` go by hex; `escape` are
    hexes its rules name, `marks` what else the map shows. `bag` names the chips of a special bag
    (empty: the usual ones), `wanted` a type or a name that drawn chips should have, `named` chips
    that are deployed besides, with their hexes; `placed` come before all others, `second` after
    them. `final` marks the last step of a guild quest, whose points a table gives. `met` says
    whether the objective holds now, `lost` whether it can no longer; `challenges` are its modifiers
    by party size; `locks` say what a check does at caches that hold no card but serve another
    effect: given who picked, and whether the lock gave way (CAC-6); the `stubborn` among them stay
    when it did not (C-21). `rules` tell the special rules, a sentence each; `hooks` do them, and
    `modifiers` change all enemies.
    `delve` says what a delve wants; where `leave` holds, a retreat wins the battle (RET-3).
    `after` runs once cleanup is done (rewards of its own). `dial` is where the XP dial stands
    unless the table says otherwise.
    """

    id: str
    name: str
    tiles: dict[str, tuple[Hex, ...]]
    entrance: str
    numbered: tuple[Hex, ...]
    caches: dict[Hex, str]
    objective: str
    met: Callable[["Battle"], bool]
    kind: str = "clash"
    text: str = ""
    blocked: tuple[Hex, ...] = ()
    escape: tuple[Hex, ...] = ()
    marks: dict[Hex, str] = field(default_factory=dict)
    bag: tuple[str, ...] = ()
    wanted: str = ""
    named: tuple[tuple[str, Hex], ...] = ()
    placed: tuple[Placed, ...] = ()
    least: tuple[int, int] = (1, 0)
    second: SecondPool | None = None
    final: bool = False
    rules: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    challenges: dict[int, Challenge] = field(default_factory=dict)
    locks: dict[Hex, Callable[["Battle", str, bool], None]] = field(default_factory=dict)
    stubborn: tuple[Hex, ...] = ()
    lost: Callable[["Battle"], bool] | None = None
    delve: DelvePlan | None = None
    leave: Callable[["Battle"], bool] | None = None
    after: Callable[["Battle"], None] | None = None
    dial: int = 2
    source: str = "original"


@dataclass(frozen=True)
class Catalogue:
    """Every component a battle may use, by id."""

    lines: dict[str, SkillLine] = field(default_factory=dict)
    dice: dict[str, SkillDie] = field(default_factory=dict)
    line_of: dict[str, SkillLine] = field(default_factory=dict)
    faces: dict[str, tuple[Face, ...]] = field(default_factory=dict)
    skills: dict[str, EnemySkill] = field(default_factory=dict)
    classes: dict[str, ClassSheet] = field(default_factory=dict)
    races: dict[str, Race] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    chips: dict[str, Chip] = field(default_factory=dict)
    statuses: dict[str, Status] = field(default_factory=dict)
    encounters: dict[str, Encounter] = field(default_factory=dict)
    tiles: dict[str, MapTile] = field(default_factory=dict)
    delve_cards: dict[str, DelveCard] = field(default_factory=dict)
