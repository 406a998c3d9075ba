"""What printed components can do: the four kinds of content function.

- A *face* (`@face`) says what a rolled result does when it is resolved.
- A *hook* (`@hook`) acts at a moment: forced, or offered to its owner; with a use limit.
- A *modifier* (`@modifier`) is pure: a value in, a value out, and it explains itself.
- An *ability* (`@ability`) is bought with tenacity, or once per battle, as an action of one's turn.

All take the running `Battle` first; hooks, modifiers and abilities take their bearer, `Me`, second,
faces the `Engage`. Components of the types in `printed.py`, `encounters.py` and `delve_parts.py`,
numbers and functions together, are built in `server/rules/content`, one file per skill line, class
or subtype, and gathered in one `Catalogue`.
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
    """Return the docstring of a content function as one line, which players read."""
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
    """Return whether the bearer is the one who acts: `now.by` is the bearer."""
    return now.by == me.unit


@dataclass(frozen=True)
class Hook:
    """An effect that acts at a moment.

    `once` limits it to one use each engage, turn (of any unit), round or battle. A `forced` hook
    acts by itself, another is offered; `spare` says when the owner may do without a forced one
    (CLS-17). `defeated` lets it act for a defeated bearer. `prevents` is what it does to a coming
    instance of damage, if it does nothing else: it is tried on a copy, to tell beforehand how much
    it would prevent.
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
    """Return a decorator that makes a hook of a function. `text` is what the owner reads when it is
    offered, `when` a pure predicate; for the others see `Hook`.
    """

    def made(do: Act) -> Hook:
        key = do.__name__.strip("_")
        return Hook(key, at, text, when, do, forced, once, rule, defeated, prevents, spare)

    return made


class EffectSource:
    """A component with hooks. Sorts them by moment, once."""

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
"""How a modifier changes a value, in the order in which those of one value work: `instead` replaces
the printed value, `more` adds to it or takes from it, `times` multiplies, `exactly` sets the value
whatever the others say."""


@dataclass(frozen=True)
class Modifier:
    """Changes a value of its bearer; `text` names it in the explanation ("+1 Vindictive").

    With `companions` it changes the value of the bearer's companions instead; with `enemies`, on a
    side of a class sheet, that of every enemy, which then is `me.unit`. It never lowers a value
    below `least`. `way` and `least` make the result independent of the order of modifiers.
    """

    of: Stat
    text: str
    change: Change
    companions: bool = False
    enemies: bool = False
    way: Way = "more"
    least: int = 0


def works(hooks: Iterable[Hook], modifiers: Iterable[Modifier]) -> list[tuple[str, str]]:
    """Return title and description of every hook with a text, then of every modifier, each once."""
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
    """Return a decorator that makes a modifier of a pure function from value to value."""

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
    """A printed icon: its code (SKR-1 to SKR-6), what resolving it does, and its effects
    afterwards.

    `hooks` and `modifiers` work while the die is in an active slot (A), in the track (C) or on a
    unit or in a hex (S). An icon may have several readings, each for some battle `forms`. `can`
    says whether the result can be resolved now, `must` that it may not be left unresolved. The
    rules look for `traits`.
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
    """Return a decorator that makes a face of the function that resolves it. `text` is its effect
    in one short sentence.
    """

    def made(resolve: Resolve) -> Face:
        return Face(icon, code, text, resolve, can, hooks, modifiers, forms, must, traits)

    return made


@dataclass(frozen=True)
class Status(EffectSource):
    """What a status does at moments. Its other effects are part of the rules that they change."""

    id: str
    hooks: tuple[Hook, ...]


@dataclass(frozen=True)
class Ability:
    """An effect used as an action of one's own turn.

    `cost` is the printed price in tenacity, `once` the limit of its use. `do` may ask; `can` is a
    pure predicate. One that is no class ability may be used before the Recovery step, too; it is
    offered there only if it is `early`, which says that this makes a difference. A class ability
    with `away` is offered between battles as well, where it is limited by its price alone.
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
    """Return a decorator that makes an ability of the function that it runs."""

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


AwayKind = Literal["innate", "action", "interrupt", "enduring", "promotion"]
"""How an ability of a class sheet comes into play between battles."""


@dataclass(frozen=True)
class Elsewhere:
    """An ability of a class sheet that works only between battles.

    `cost` is the printed price in
    tenacity.
    """

    id: str
    name: str
    text: str
    kind: AwayKind
    cost: int = 0


@dataclass(frozen=True)
class Enduring(EffectSource):
    """A class ability that costs nothing and works at `tenacity` tenacity or more (CLS-4).

    The rules look for `traits`, like those of a side; `text` describes what they change.
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
    """The lasting effect of a used item on an adventurer, until the "turn", "round" or "battle" is
    over. It works on even if the card is expended or discarded.
    """

    until: Scope
    hooks: tuple[Hook, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
