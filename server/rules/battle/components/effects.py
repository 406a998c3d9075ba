"""What printed components can do: four kinds of content function, and no fifth.

- A *face* (`@face`) says what a rolled result does when it is resolved.
- A *hook* (`@hook`) acts at a moment: forced, or offered to its owner; with a use limit.
- A *modifier* (`@modifier`) is pure: a value in, a value out, and it explains itself.
- An *ability* (`@ability`) is bought with tenacity, or once per battle, as an action of one's turn.

All take the running `Battle` first and the bearer, `Me`, second. Numbers stand beside behaviour:
the components of `printed.py`, `encounters.py` and `delve_parts.py` are built in
`server/rules/content`, one file per skill line, class or subtype, and gathered in one `Catalogue`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, get_args

from protocol.ids import DieId
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Code, Form, HookLimit, Limit, Scope, Trait


@cache
def described(do: Callable[..., object]) -> str:
    """Return what a content function does, in words: behaviour and words stand at one place."""
    return " ".join((do.__doc__ or "").split())


When = Callable[[Battle, Me, Happening], bool]
Act = Callable[[Battle, Me, Happening], None]


def always(battle: Battle, me: Me, now: Happening) -> bool:
    """Return True: the predicate of a hook that applies whenever its moment comes."""
    return True


def my(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the moment is the bearer's own: `now.unit` is the bearer."""
    return now.unit == me.unit


def mine(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the bearer is who acts: `now.by` is the bearer."""
    return now.by == me.unit


@dataclass(frozen=True)
class Hook:
    """Acts at a moment, `once` in what its limit says ("turn": any unit's).

    `prevents` is what it does to an instance of damage that is coming, and to nothing else, where
    that is known beforehand: it is tried on a copy to tell how much it would prevent. `spare` says
    where its owner may want to do without one that is `forced` otherwise (CLS-17).
    """

    key: str
    at: Moment
    text: str
    when: When
    do: Act
    forced: bool = False
    once: HookLimit = ""
    rule: str = ""
    defeated: bool = False
    prevents: Act | None = None
    spare: When | None = None


def hook(
    at: Moment,
    text: str,
    *,
    when: When = my,
    forced: bool = False,
    once: HookLimit = "",
    rule: str = "",
    defeated: bool = False,
    prevents: Act | None = None,
    spare: When | None = None,
) -> Callable[[Act], Hook]:
    """Make a hook of a function. `text` is what its owner reads when it is offered.

    `when` is a pure predicate; `defeated` lets it act although its bearer is defeated; `prevents`
    tells how much damage it would prevent; `spare` where one may do without it.
    """

    def made(do: Act) -> Hook:
        key = do.__name__.strip("_")
        return Hook(key, at, text, when, do, forced, once, rule, defeated, prevents, spare)

    return made


class EffectSource:
    """A component with hooks, sorted by moment once and for all."""

    hooks: tuple[Hook, ...]

    @cached_property
    def at(self) -> dict[Moment, tuple[Hook, ...]]:
        """Return the hooks of each moment."""
        sorted_: dict[Moment, tuple[Hook, ...]] = {}
        for one in self.hooks:
            sorted_[one.at] = (*sorted_.get(one.at, ()), one)
        return sorted_


Change = Callable[[Battle, Me, int], int]
Way = Literal["instead", "more", "times", "exactly"]
WAYS: tuple[Way, ...] = get_args(Way)
"""How a modifier changes a value, in the order in which those of one value work: `instead` takes
the place of the printed value, `more` adds to it or takes from it, `times` multiplies, `exactly`
holds whatever the others say."""


@dataclass(frozen=True)
class Modifier:
    """Changes a value of its bearer; `text` names it in the explanation ("+1 Vindictive").

    With `companions` it changes those of the bearer's companions instead, with `enemies`, on a side
    of a class sheet, those of every enemy, who then is the bearer. `way` and `least`, the value
    below which it takes nothing away, let modifiers come to the same in whatever order they lie.
    """

    of: Stat
    text: str
    change: Change
    companions: bool = False
    enemies: bool = False
    way: Way = "more"
    least: int = 0


def works(hooks: Iterable[Hook], modifiers: Iterable[Modifier]) -> list[tuple[str, str]]:
    """Return what always works, title and words, each once: every hook that shows itself, then
    every modifier.
    """
    shown = [(one.text, described(one.do)) for one in hooks if one.text]
    shown += [(one.text, described(one.change)) for one in modifiers]
    return list(dict.fromkeys(shown))


def modifier(
    of: Stat,
    text: str,
    *,
    companions: bool = False,
    enemies: bool = False,
    way: Way = "more",
    least: int = 0,
) -> Callable[[Change], Modifier]:
    """Make a modifier of a pure function from value to value."""

    def made(change: Change) -> Modifier:
        return Modifier(of, text, change, companions, enemies, way, least)

    return made


Resolve = Callable[[Battle, Engage, DieId], None]
Resolvable = Callable[[Battle, Engage, DieId], bool]


def anytime(battle: Battle, engage: Engage, die: DieId) -> bool:
    """Return True: the predicate of a result that can always be resolved."""
    return True


@dataclass(frozen=True)
class Face(EffectSource):
    """A printed icon: its code (A, C, D, I, S), what resolving it does, and what it does where it
    lies.

    `hooks` and `modifiers` work in the active slot (A), in the track (C) or on the unit (S).
    `forms` restricts the reading to battle forms. `must` marks a result that may not be left
    unresolved. `can` says whether it can be resolved now; `traits` are read by the rules.
    """

    id: str
    code: Code
    text: str
    resolve: Resolve
    can: Resolvable = anytime
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forms: tuple[Form, ...] = ()
    must: bool = False
    traits: tuple[Trait, ...] = ()


def face(
    icon: str,
    code: Code,
    text: str,
    *,
    can: Resolvable = anytime,
    hooks: tuple[Hook, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    forms: tuple[Form, ...] = (),
    must: bool = False,
    traits: tuple[Trait, ...] = (),
) -> Callable[[Resolve], Face]:
    """Make a face of the function that resolves it; `text` is its effect in one short sentence."""

    def made(resolve: Resolve) -> Face:
        return Face(icon, code, text, resolve, can, hooks, modifiers, forms, must, traits)

    return made


@dataclass(frozen=True)
class Status(EffectSource):
    """What a status does at a moment; what it does otherwise stands where it applies."""

    id: str
    hooks: tuple[Hook, ...]


@dataclass(frozen=True)
class Ability:
    """Used as an action of one's own turn; costs tenacity, or is used up for the battle.

    `do` may ask; `can` is pure. `cost` is the printed price. One that is no class ability may be
    used before the Recovery step, too: it is offered then if it is `early`, so that it matters. A
    class ability that works `away` from battle as well is offered there, for its price alone.
    """

    id: str
    name: str
    text: str
    do: Callable[[Battle, Me], None]
    cost: int = 0
    can: Callable[[Battle, Me], bool] = lambda battle, me: True
    forms: tuple[Form, ...] = ()
    once: Limit = "turn"
    early: bool = False
    away: bool = False


def ability(
    id: str,
    name: str,
    text: str,
    *,
    cost: int = 0,
    can: Callable[[Battle, Me], bool] = lambda battle, me: True,
    forms: tuple[Form, ...] = (),
    once: Limit = "turn",
    early: bool = False,
    away: bool = False,
) -> Callable[[Callable[[Battle, Me], None]], Ability]:
    """Make an ability of a function."""

    def made(do: Callable[[Battle, Me], None]) -> Ability:
        return Ability(id, name, text, do, cost, can, forms, once, early, away)

    return made


@dataclass(frozen=True)
class Interrupt:
    """A class ability that answers a moment, on anybody's turn, for tenacity."""

    id: str
    name: str
    cost: int
    hook: Hook
    forms: tuple[Form, ...] = ()


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
class Enduring(EffectSource):
    """A class ability that costs nothing and works at `tenacity` tenacity or more (CLS-4).

    `traits` are read by the rules, like those of a side; `text` says what no hook's words tell.
    """

    id: str
    name: str
    tenacity: int
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    forms: tuple[Form, ...] = ()
    traits: tuple[Trait, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Lasting(EffectSource):
    """What a used item leaves on an adventurer until the "turn", "round" or "battle" is over.
    Whatever becomes of the card (it may be expended or discarded by then), the effect works on.
    """

    until: Scope
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
