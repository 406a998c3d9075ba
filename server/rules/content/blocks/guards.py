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
    """So much of the damage; with `true` of damage of either type."""

    points: Points = 1
    true: bool = False

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_any(self.points) if self.true else guarding.prevents(self.points)


@named("prevents-all")
class PreventsAll(Named, frozen=True):
    """All of the damage; with `true` of either type."""

    true: bool = False

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_everything if self.true else guarding.prevents_all


@named("prevents-by-distance")
class PreventsByDistance(Named, frozen=True):
    """`near` of what an adjacent enemy deals, `far` of what comes from farther away."""

    near: Some = 1
    far: Some = 2

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_by_distance(self.near, self.far)


@named("prevents-with-company")
class PreventsWithCompany(Named, frozen=True):
    """1 for each adventurer next to you, up to `most`."""

    most: Points = 2

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.prevents_with_company(self.most)


@named("turns-aside")
class TurnsAside(Named, frozen=True):
    """The enemy's best die is rolled anew; what it shows less is prevented."""

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.turns_aside


@named("at-once")
class AtOnce(Doing, frozen=True, kw_only=True):
    """Right away; `text` says what, as on the card."""

    text: str

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.at_once(self.text, self.use(name))


@named("then")
class Then(Doing, frozen=True, kw_only=True):
    """Once the engage is over; `text` says what, as on the card."""

    text: str

    def guard(self, name: str) -> Guard:
        """Return it as an ability of armor, on a card of this name."""
        return guarding.then(self.text, self.use(name))


@named("then-attacker")
class ThenAttacker(Named, frozen=True):
    """Upon the enemy, once the engage is over; with `adjacent` only if it is next to you."""

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
    """Return one ability of a piece of armor, made from one table or several."""
    found = []
    for table in tables:
        block = made(table, GUARDS, "effect")
        assert isinstance(block, HasGuard)
        found.append(block.guard(name))
    return reduce(guarding.both, found)
