"""What armor of a pack does against an enemy's engage, by name; a list of them is one ability.

area = "head"
standard = [{ effect = "prevents", points = 1 }]
overtax = [{ effect = "then-attacker", text = "the enemy gains Maim.",
             does = [{ effect = "afflicts", status = "maim" }] }]
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, NewType, Protocol, runtime_checkable

from server.rules.content.blocks.effects import Doing, EffectTable, Points, Some, effects_of
from server.rules.content.items import guarding
from server.rules.content.items.guarding import Guard
from server.rules.content.named import Named, made, named, shelf

GuardTable = NewType("GuardTable", dict[str, Any])
"""One thing that armor does: `effect` names it, the other keys are its figures."""


@runtime_checkable
class HasGuard(Protocol):
    """A block of this shelf."""

    def guard(self, name: str) -> Guard:
        """Return what it does, on a card of this name."""


@named("prevents")
class Prevents(Named, frozen=True):
    """Prevent `points` of the damage; with `true` also of true damage."""

    points: Points = 1
    true: bool = False

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_any(self.points) if self.true else guarding.prevents(self.points)


@named("prevents-all")
class PreventsAll(Named, frozen=True):
    """Prevent all of the damage; with `true` also true damage."""

    true: bool = False

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_everything if self.true else guarding.prevents_all


@named("prevents-by-distance")
class PreventsByDistance(Named, frozen=True):
    """Prevent `near` of the damage that an adjacent enemy deals, `far` of what comes from farther
    away.
    """

    near: Some = 1
    far: Some = 2

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_by_distance(self.near, self.far)


@named("prevents-with-company")
class PreventsWithCompany(Named, frozen=True):
    """Prevent 1 damage for each adventurer next to you, up to `most`."""

    most: Points = 2

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_with_company(self.most)


@named("turns-aside")
class TurnsAside(Named, frozen=True):
    """Reroll the enemy's best die; the difference is prevented if it shows less."""

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.turns_aside


@named("at-once")
class AtOnce(Doing, frozen=True, kw_only=True):
    """Do something right away; `text` says what, as on the card."""

    text: str

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.at_once(self.text, self.use(name))


@named("then")
class Then(Doing, frozen=True, kw_only=True):
    """Do something once the engage is over; `text` says what, as on the card."""

    text: str

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.then(self.text, self.use(name))


@named("then-attacker")
class ThenAttacker(Named, frozen=True):
    """Do something to the enemy once the engage is over; with `adjacent` only if it is next
    to you.
    """

    text: str
    does: list[EffectTable]
    adjacent: bool = False

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        effects = effects_of(self.does)
        return guarding.then_attacker(self.text, *effects, adjacent=self.adjacent)


GUARDS: dict[str, type[Named]] = shelf(
    Prevents, PreventsAll, PreventsByDistance, PreventsWithCompany, TurnsAside, AtOnce, Then,
    ThenAttacker,
)  # fmt: skip


def guard_of(name: str, tables: Sequence[GuardTable]) -> Guard:
    """Return one ability of a piece of armor, made from one table or several, done in their order.
    Raises ValueError or msgspec.ValidationError for a table that does not fit.
    """
    found = []
    for table in tables:
        block = made(table, GUARDS, "effect")
        assert isinstance(block, HasGuard)
        found.append(block.guard(name))
    return reduce(guarding.both, found)
