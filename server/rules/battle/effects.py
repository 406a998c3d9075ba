"""What printed components can do: four kinds of content function, and no fifth.

- A *face* (`@face`) says what a rolled result does when it is resolved.
- A *hook* (`@hook`) acts at a moment: forced, or offered to its owner; with a use limit.
- A *modifier* (`@modifier`) is pure: a value in, a value out, and it explains itself.
- An *ability* (`@ability`) is bought with tenacity, or once per battle, as an action of one's turn.

All take the running `Battle` first and the bearer, `Me`, second. Numbers stand beside behaviour:
the components (`SkillDie`, `Chip`, `Race`, ...) below are built in `server/rules/content`, one file
per skill line, class or subtype, and gathered in one `Catalogue`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from typing import TYPE_CHECKING

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
    STRIDE = "movement that costs something"
    ABILITY_COST = "ability cost"
    PREVENTION = "prevention"
    IGNORED = "defense ignored by whatever damage the unit deals"
    EXPOSED = "damage more of every Combat die that is applied to the unit"
    AIM = "hexes beyond its range at which a unit may select a target"


@cache
def told(do: Callable[..., object]) -> str:
    """What a content function does, in words: behaviour and words stand at one place."""
    return " ".join((do.__doc__ or "").split())


@dataclass(frozen=True)
class Me:
    """Who bears an effect: the unit, and the die, card or status that it comes from.

    `value` is the number on the die's face, or a numbered enemy skill's number; `tile` is where an
    environment works.
    """

    unit: str
    source: str
    die: str = ""
    card: str = ""
    value: int = 0
    tile: str = ""


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
    """Acts at a moment. `once` is "", "engage", "turn" (any unit's), "round" or "battle".

    `prevents` is what it does to a blow that is coming, and to nothing else, where that is known
    beforehand: it is tried on a copy to tell how much it would prevent.
    """

    key: str
    at: Moment
    text: str
    when: When
    do: Act
    forced: bool = False
    once: str = ""
    rule: str = ""
    defeated: bool = False
    prevents: Act | None = None


def hook(
    at: Moment,
    text: str,
    *,
    when: When = my,
    forced: bool = False,
    once: str = "",
    rule: str = "",
    defeated: bool = False,
    prevents: Act | None = None,
) -> Callable[[Act], Hook]:
    """Make a hook of a function. `text` is what its owner reads when it is offered.

    `when` is a pure predicate; `defeated` lets it act although its bearer is defeated; `prevents`
    tells how much damage it would prevent.
    """

    def made(do: Act) -> Hook:
        key = do.__name__.strip("_")
        return Hook(key, at, text, when, do, forced, once, rule, defeated, prevents)

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
    """Changes a value of its bearer; `text` names it in the explanation ("+1 Vindictive").

    With `companions` it changes those of the bearer's companions instead, with `enemies`, on a side
    of a class sheet, those of every enemy, who then is the bearer.
    """

    of: Stat
    text: str
    change: Change
    companions: bool = False
    enemies: bool = False


def works(hooks: Iterable[Hook], modifiers: Iterable[Modifier]) -> list[tuple[str, str]]:
    """What always works, title and words, each once: every hook that shows itself, then every
    modifier.
    """
    shown = [(one.text, told(one.do)) for one in hooks if one.text]
    shown += [(one.text, told(one.change)) for one in modifiers]
    return list(dict.fromkeys(shown))


def modifier(
    of: Stat, text: str, *, companions: bool = False, enemies: bool = False
) -> Callable[[Change], Modifier]:
    """Make a modifier of a pure function from value to value."""

    def made(change: Change) -> Modifier:
        return Modifier(of, text, change, companions, enemies)

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
    """A printed icon: its code (A, C, D, I, S), what resolving it does, and what it does where it
    lies.

    `hooks` and `modifiers` work in the active slot (A), in the track (C) or on the unit (S).
    `forms` restricts the reading to battle forms. `must` marks a result that may not be left
    unresolved. `can` says whether it can be resolved now; `traits` are read by the rules:
    "pass-through", "settles", "drained-if-recovered", "any-slot".
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


@dataclass(frozen=True)
class Status(Bearing):
    """What a status does at a moment; what it does otherwise stands where it applies."""

    id: str
    hooks: tuple[Hook, ...]


@dataclass(frozen=True)
class Ability:
    """Used as an action of one's own turn; costs tenacity, or is used up for the battle.

    `do` may ask; `can` is pure. `cost` is the printed price. One that is no class ability may be
    used before the Recovery step, too: it is offered then if it is `early`, so that it matters.
    """

    id: str
    name: str
    text: str
    do: Callable[["Battle", Me], None]
    cost: int = 0
    can: Callable[["Battle", Me], bool] = lambda battle, me: True
    forms: tuple[str, ...] = ()
    once: str = "turn"
    early: bool = False


def ability(
    id: str,
    name: str,
    text: str,
    *,
    cost: int = 0,
    can: Callable[["Battle", Me], bool] = lambda battle, me: True,
    forms: tuple[str, ...] = (),
    once: str = "turn",
    early: bool = False,
) -> Callable[[Callable[["Battle", Me], None]], Ability]:
    """Make an ability of a function."""

    def made(do: Callable[["Battle", Me], None]) -> Ability:
        return Ability(id, name, text, do, cost, can, forms, once, early)

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
class Elsewhere:
    """What is printed on a class sheet for the time between battles: in one it can do nothing.

    `kind` is innate, action, interrupt, enduring or promotion; `cost` the printed price.
    """

    id: str
    name: str
    text: str
    kind: str
    cost: int = 0


@dataclass(frozen=True)
class Enduring(Bearing):
    """A class ability that costs nothing and works at `tenacity` tenacity or more (CLS-4).

    `traits` are read by the rules, like those of a side; `text` says what no hook's words tell.
    """

    id: str
    name: str
    tenacity: int
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forms: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Lasting(Bearing):
    """What a used item leaves on an adventurer until the "turn", "round" or "battle" is over.

    It works whatever becomes of the card: it may be expended or discarded by then.
    """

    until: str
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
