"""What printed components can do: four kinds of content function, and no fifth.

- A *face* (`@face`) says what a rolled result does when it is resolved.
- A *hook* (`@hook`) acts at a moment: forced, or offered to its owner; with a use limit.
- A *modifier* (`@modifier`) is pure: a value in, a value out, and it explains itself.
- An *ability* (`@ability`) is bought with tenacity, or once per battle, as an action of one's turn.

All take the running `Battle` first and the bearer, `Me`, second. Numbers stand beside behaviour: the
components (`SkillDie`, `Chip`, `Race`, ...) below are built in `server/rules/content`, one file per
skill line, class or subtype, and gathered in one `Catalogue`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from protocol.hexes import Hex
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle
    from server.rules.battle.roll import Engage


class Stat(Enum):
    """Values that modifiers change."""

    COMBAT = "combat"
    DEFENSE = "defense"
    RANGE = "range"
    TARGETS = "targets"
    MOVEMENT = "movement"
    ABILITY_COST = "ability cost"
    PREVENTION = "prevention"


@dataclass(frozen=True)
class Me:
    """Who bears an effect: the unit, and the die, card or status that it comes from.

    `value` is the number on the die's face, or a numbered enemy skill's number.
    """

    unit: str
    source: str
    die: str = ""
    card: str = ""
    value: int = 0


When = Callable[["Battle", Me, Happening], bool]
Act = Callable[["Battle", Me, Happening], None]


def always(battle: "Battle", me: Me, now: Happening) -> bool:
    """The predicate of a hook that applies whenever its moment comes."""
    return True


def my(battle: "Battle", me: Me, now: Happening) -> bool:
    """The moment is the bearer's own: `now.unit` is the bearer."""
    return now.unit == me.unit


def mine(battle: "Battle", me: Me, now: Happening) -> bool:
    """The bearer is who acts: `now.by` is the bearer."""
    return now.by == me.unit


@dataclass(frozen=True)
class Hook:
    """Acts at a moment. `once` is "", "engage", "turn" (any unit's), "round" or "battle"."""

    key: str
    at: Moment
    text: str
    when: When
    do: Act
    forced: bool = False
    once: str = ""
    rule: str = ""
    defeated: bool = False


def hook(
    at: Moment,
    text: str,
    *,
    when: When = my,
    forced: bool = False,
    once: str = "",
    rule: str = "",
    defeated: bool = False,
) -> Callable[[Act], Hook]:
    """Make a hook of a function. `text` is what its owner reads when it is offered.

    `when` is a pure predicate; `defeated` lets it act although its bearer is defeated.
    """

    def made(do: Act) -> Hook:
        key = do.__name__.strip("_")
        return Hook(key, at, text, when, do, forced, once, rule, defeated)

    return made


class Bearing:
    """A component with hooks, sorted by moment once and for all."""

    hooks: tuple[Hook, ...]

    @cached_property
    def at(self) -> dict[Moment, tuple[Hook, ...]]:
        """The hooks of each moment."""
        sorted_: dict[Moment, tuple[Hook, ...]] = {}
        for one in self.hooks:
            sorted_[one.at] = (*sorted_.get(one.at, ()), one)
        return sorted_


Change = Callable[["Battle", Me, int], int]


@dataclass(frozen=True)
class Modifier:
    """Changes a value of its bearer; `text` names it in the explanation ("+1 Vindictive")."""

    of: Stat
    text: str
    change: Change


def modifier(of: Stat, text: str) -> Callable[[Change], Modifier]:
    """Make a modifier of a pure function from value to value."""

    def made(change: Change) -> Modifier:
        return Modifier(of, text, change)

    return made


Resolve = Callable[["Battle", "Engage", str], None]
Resolvable = Callable[["Battle", "Engage", str], bool]


def anytime(battle: "Battle", engage: "Engage", die: str) -> bool:
    """A result that can always be resolved."""
    return True


def on_target(battle: "Battle", engage: "Engage", die: str) -> bool:
    """A result that needs the declared target, still in reach when the die resolves (ENG-28)."""
    return engage.reaches(battle, engage.target)


@dataclass(frozen=True)
class Face(Bearing):
    """A printed icon: its code (A, C, D, I, S), what resolving it does, and what it does where it lies.

    `hooks` and `modifiers` work in the active slot (A), in the track (C) or on the unit (S). `forms`
    restricts the reading to battle forms. `must` marks a result that may not be left unresolved.
    `can` says whether it can be resolved now; `traits` are read by the rules:
    "pass-through", "settles", "drained-if-recovered".
    """

    id: str
    code: str
    text: str
    resolve: Resolve
    can: Resolvable = anytime
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forms: tuple[str, ...] = ()
    must: bool = False
    traits: tuple[str, ...] = ()


def face(
    icon: str,
    code: str,
    text: str,
    *,
    can: Resolvable = anytime,
    hooks: tuple[Hook, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    forms: tuple[str, ...] = (),
    must: bool = False,
    traits: tuple[str, ...] = (),
) -> Callable[[Resolve], Face]:
    """Make a face of the function that resolves it; `text` is its effect in one short sentence."""

    def made(resolve: Resolve) -> Face:
        return Face(icon, code, text, resolve, can, hooks, modifiers, forms, must, traits)

    return made


TENACITY = "tenacity"


@dataclass(frozen=True)
class SkillDie:
    """A kind of skill die: six faces, each "tenacity", an icon, or an icon and its number."""

    id: str
    name: str
    level: int
    supply: int
    faces: tuple[str, ...]

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
    """A skill line: constellation, the stat that limits its dice, its forms (none: any), its dice."""

    id: str
    name: str
    constellation: str
    stat: str
    forms: tuple[str, ...]
    dice: tuple[SkillDie, ...]
    faces: tuple[Face, ...]
    set: str = "base"


@dataclass(frozen=True)
class EnemySkill(Bearing):
    """A skill of an enemy chip. A numbered one is written "riposte 2" on the chip."""

    id: str
    name: str
    text: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True)
class Status(Bearing):
    """What a status does at a moment; what it does otherwise stands where it applies."""

    id: str
    hooks: tuple[Hook, ...]


@dataclass(frozen=True)
class Ability:
    """Used as an action of one's own turn; costs tenacity, or is used up for the battle.

    `do` may ask; `can` is pure. `cost` is the printed price.
    """

    id: str
    name: str
    text: str
    do: Callable[["Battle", Me], None]
    cost: int = 0
    can: Callable[["Battle", Me], bool] = lambda battle, me: True
    forms: tuple[str, ...] = ()
    once: str = "turn"


def ability(
    id: str,
    name: str,
    text: str,
    *,
    cost: int = 0,
    can: Callable[["Battle", Me], bool] = lambda battle, me: True,
    forms: tuple[str, ...] = (),
    once: str = "turn",
) -> Callable[[Callable[["Battle", Me], None]], Ability]:
    """Make an ability of a function."""

    def made(do: Callable[["Battle", Me], None]) -> Ability:
        return Ability(id, name, text, do, cost, can, forms, once)

    return made


@dataclass(frozen=True)
class Interrupt:
    """A class ability that answers a moment, on anybody's turn, for tenacity."""

    id: str
    name: str
    cost: int
    hook: Hook
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Side(Bearing):
    """One side of a class sheet: innate hooks and modifiers, abilities bought with tenacity."""

    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    abilities: tuple[Ability, ...] = ()
    interrupts: tuple[Interrupt, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClassSheet:
    """A class: novice and master side, and the Jailbreak achievement that earns it."""

    id: str
    name: str
    constellation: str
    jailbreak: str
    novice: Side = Side()
    master: Side = Side()
    set: str = "base"


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

    @property
    def id(self) -> str:
        """The lock as text: "3:5-2-2", a key digit marked with k."""
        marks = [f"{d}{'k' if i < len(self.keys) else ''}" for i, d in enumerate(self.digits)]
        return f"{self.attempts}:{'-'.join(marks)}"


@dataclass(frozen=True)
class Item(Bearing):
    """An item card. A weapon's `weapon` and `overtax` run before the roll of an engage (ITM-6).

    `forms` is a weapon's icon; `ability` is used in one's turn (or while deploying); `trait` an
    armor's body area. `source` is a page of the rulebook, or "original".
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


@dataclass(frozen=True)
class Chip:
    """A side of an enemy, quest or companion chip. `priority` is strongest or weakest; targets 0: all."""

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

    @cached_property
    def highest(self) -> dict[str, int]:
        """Its skills and their numbers (0: none); of a skill that stands twice the higher one."""
        found: dict[str, int] = {}
        for written in self.skills:
            name, _, number = written.partition(" ")
            found[name] = max(found.get(name, 0), int(number or 0))
        return found


@dataclass(frozen=True)
class Encounter(Bearing):
    """A battle's printed set-up: hexes of its diagram, its bag, its objective and special rules.

    `numbered` are the enemy hexes in order; `caches` go by hex; `escape` are hexes its rules name;
    `bag` names the chips of a special bag (empty: the usual ones). `met` says whether the objective
    holds now; `after` runs once cleanup is done (rewards of its own).
    """

    id: str
    name: str
    tiles: dict[str, tuple[Hex, ...]]
    entrance: str
    numbered: tuple[Hex, ...]
    caches: dict[Hex, str]
    objective: str
    met: Callable[["Battle"], bool]
    blocked: tuple[Hex, ...] = ()
    escape: tuple[Hex, ...] = ()
    bag: tuple[str, ...] = ()
    hooks: tuple[Hook, ...] = ()
    after: Callable[["Battle"], None] | None = None
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
