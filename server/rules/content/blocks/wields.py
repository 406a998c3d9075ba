"""What weapons of a pack do, by name; a list of them is one ability, done in this order.

standard = [{ effect = "more-dice", count = 1 }]
overtax = [{ effect = "then", text = "gain 1 bonus HP.", does = [{ effect = "gains-bonus" }] }]
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any, Literal, NewType, Protocol, runtime_checkable

from server.rules.content.blocks.effects import Doing, EffectTable, Points, Some, effects_of
from server.rules.content.items import wielding
from server.rules.content.items.wielding import Wield
from server.rules.content.named import Named, made, named, shelf

WieldTable = NewType("WieldTable", dict[str, Any])
"""One thing that a weapon does: `effect` names it, the other keys are its figures."""


@runtime_checkable
class HasWield(Protocol):
    """A block of this shelf."""

    def wield(self, name: str) -> Wield:
        """Return what it does, on a card of this name."""


@named("more-dice")
class MoreDice(Named, frozen=True):
    """Roll more enemy Combat dice; with `from_hexes` only against a target at that distance or
    farther away.
    """

    count: Points = 1
    from_hexes: Some = 0

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        if self.from_hexes:
            return wielding.more_dice_from(self.count, self.from_hexes)
        return wielding.more_dice(self.count)


@named("more-dice-against")
class MoreDiceAgainst(Named, frozen=True):
    """Roll `many` enemy Combat dice more against a type of enemies, `few` more against others."""

    type: Literal["humanoid", "beast", "daedra"]
    many: Points = 2
    few: Some = 1

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.more_dice_against(self.type, self.many, self.few)


@named("ignores")
class Ignores(Named, frozen=True):
    """Ignore so much of the target's defense."""

    points: Points = 1

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.ignores(self.points)


@named("strikes")
class Strikes(Named, frozen=True):
    """Deal damage to the target; with `true` true damage."""

    points: Points = 1
    true: bool = False

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.pierces(self.points) if self.true else wielding.strikes(self.points)


@named("spreads")
class Spreads(Named, frozen=True):
    """Then deal damage to each enemy next to the target."""

    points: Points = 1

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.spreads(self.points)


@named("sweeps")
class Sweeps(Named, frozen=True):
    """Then deal damage to each other enemy next to you."""

    points: Points = 1

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.sweeps(self.points)


@named("drinks")
class Drinks(Named, frozen=True):
    """Heal 1 for each HP that the target loses, up to `most`."""

    most: Points = 1

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.drinks(self.most)


@named("rerolls")
class Rerolls(Named, frozen=True):
    """Reroll one die of the roll; with `any` any number of them."""

    any: bool = False

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.rerolls(wielding.EVERYTHING if self.any else 1)


@named("silences")
class Silences(Named, frozen=True):
    """Let the target's skills sleep for the rest of the engage."""

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.silences


@named("recovers-all")
class RecoversAll(Named, frozen=True):
    """Recover the dice of this engage."""

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.recovers_all


@named("then")
class Then(Doing, frozen=True, kw_only=True):
    """Do something once the engage is over; `text` says what, as on the card."""

    text: str

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.then(self.text, self.use(name))


@named("then-target")
class ThenTarget(Named, frozen=True):
    """Do something to the target once the engage is over, if it is still in play."""

    text: str
    does: list[EffectTable]

    def wield(self, name: str) -> Wield:
        """Return it as an ability of a weapon, on a card of this name."""
        return wielding.then_target(self.text, *effects_of(self.does))


WIELDS: dict[str, type[Named]] = shelf(
    MoreDice, MoreDiceAgainst, Ignores, Strikes, Spreads, Sweeps, Drinks, Rerolls, Silences,
    RecoversAll, Then, ThenTarget,
)  # fmt: skip


def wield_of(name: str, tables: Sequence[WieldTable]) -> Wield:
    """Return one ability of a weapon, made from one table or several, done in their order. Raises
    ValueError or msgspec.ValidationError for a table that does not fit.
    """
    found = []
    for table in tables:
        block = made(table, WIELDS, "effect")
        assert isinstance(block, HasWield)
        found.append(block.wield(name))
    return reduce(wielding.both, found)
