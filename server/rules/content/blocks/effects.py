"""Effects on one unit, by name, and upon whom a card works: what most cards are put together from.

does = [{ effect = "heals", points = 2 }]
who = "near"                    # you, near, others, everybody, enemy or enemies
within = 3                      # how far enemies may be away
most = 1                        # your choice of so many; 0: all of them (of "enemy" always one)
"""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, NewType, Protocol, runtime_checkable

from msgspec import Meta

from server.rules.battle.kernel.state import LF, OF
from server.rules.battle.kernel.words import Status
from server.rules.content.items import boons, displacing, harms
from server.rules.content.items.using import (
    Effect,
    Units,
    Use,
    each,
    enemies_within,
    everybody,
    near,
    others,
    some,
    you,
)
from server.rules.content.named import Named, made, named, shelf

EffectTable = NewType("EffectTable", dict[str, Any])
"""What happens to one unit: `effect` names it, the other keys are its figures."""

Points = Annotated[int, Meta(ge=1, le=9)]
Some = Annotated[int, Meta(ge=0, le=9)]
Who = Literal["you", "near", "others", "everybody", "enemy", "enemies"]
PARTY: dict[str, Units] = {"you": you, "near": near, "others": others, "everybody": everybody}
ENEMIES = ("enemy", "enemies")


@runtime_checkable
class HasEffect(Protocol):
    """A block of this shelf: `upon` says whom it works on, adventurers, enemies or anybody."""

    upon: ClassVar[str]

    def effect(self) -> Effect:
        """Return what it does to one unit."""


@named("heals")
class Heals(Named, frozen=True):
    """Heal so many HP, up to Health unless `above`."""

    upon: ClassVar[str] = "anybody"
    points: Points = 1
    above: bool = False

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.heals(self.points, above=self.above)


@named("gains-bonus")
class GainsBonus(Named, frozen=True):
    """Gain bonus HP."""

    upon: ClassVar[str] = "adventurers"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.gains_bonus(self.points)


@named("gains-tenacity")
class GainsTenacity(Named, frozen=True):
    """Gain tenacity."""

    upon: ClassVar[str] = "adventurers"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.gains_tenacity(self.points)


@named("recovers")
class Recovers(Named, frozen=True):
    """Recover so many skill dice: those that the player chooses, or the `first` of the track."""

    upon: ClassVar[str] = "adventurers"
    points: Points = 1
    first: bool = False

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.recovers_first(self.points) if self.first else boons.recovers(self.points)


@named("moves")
class Moves(Named, frozen=True):
    """Move up to so many hexes; this is no move action."""

    upon: ClassVar[str] = "adventurers"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.moves(self.points)


@named("sheds-fatigue")
class ShedsFatigue(Named, frozen=True):
    """Lose up to so many light fatigue dice (with `over` overfatigue) from the track."""

    upon: ClassVar[str] = "adventurers"
    points: Points = 1
    over: bool = False

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.drops(OF if self.over else LF, self.points)


@named("sheds-status")
class ShedsStatus(Named, frozen=True):
    """Lose one status of the unit's own choice."""

    upon: ClassVar[str] = "adventurers"

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.sheds


@named("tires")
class Tires(Named, frozen=True):
    """Gain fatigue, as a price; a card is never offered for this alone."""

    upon: ClassVar[str] = "adventurers"
    light: Some = 0
    over: Some = 0

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return boons.tires(light=self.light, over=self.over)


@named("burns")
class Burns(Named, frozen=True):
    """Take damage."""

    upon: ClassVar[str] = "anybody"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return harms.burns(self.points)


@named("afflicts")
class Afflicts(Named, frozen=True):
    """Gain a status; quest units gain none."""

    upon: ClassVar[str] = "anybody"
    status: Status

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return harms.afflicts(self.status)


@named("shoves")
class Shoves(Named, frozen=True):
    """Be moved so many hexes away from whoever uses the card."""

    upon: ClassVar[str] = "enemies"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return displacing.shoves(self.points)


@named("draws")
class Draws(Named, frozen=True):
    """Be moved so many hexes nearer to whoever uses the card."""

    upon: ClassVar[str] = "enemies"
    points: Points = 1

    def effect(self) -> Effect:
        """Return the effect that does it to one unit."""
        return displacing.draws(self.points)


EFFECTS: dict[str, type[Named]] = shelf(
    Heals, GainsBonus, GainsTenacity, Recovers, Moves, ShedsFatigue, ShedsStatus, Tires, Burns,
    Afflicts, Shoves, Draws,
)  # fmt: skip


def effects_of(tables: Iterable[EffectTable]) -> tuple[Effect, ...]:
    """Return the effects that tables name, in their order. Raises ValueError or
    msgspec.ValidationError for a table that names no block or does not fit it.
    """
    found = []
    for table in tables:
        block = made(table, EFFECTS, "effect")
        assert isinstance(block, HasEffect)
        found.append(block.effect())
    return tuple(found)


def use_of(name: str, does: Iterable[EffectTable], who: Who, within: int, most: int) -> Use:
    """Return what a card does in all: its effects on the units that `who`, `within` (hexes) and
    `most` describe. `name` is the card's, for the question whom it is used on.
    """
    units = enemies_within(within) if who in ENEMIES else PARTY[who]
    most = 1 if who == "enemy" else most
    effects = effects_of(does)
    return some(units, most, f"{name}: upon whom?", *effects) if most else each(units, *effects)


class Doing(Named, frozen=True, kw_only=True):
    """A block that does something to units."""

    does: list[EffectTable]
    who: Who = "you"
    within: Points = 2
    most: Some = 0

    def use(self, name: str) -> Use:
        """Return what it does, on a card of this name."""
        return use_of(name, self.does, self.who, self.within, self.most)


class PrintedStat(Named, frozen=True):
    """A value that changes by `by` while something lasts, never below `least`."""

    stat: Literal["movement", "range", "combat", "defense"]
    by: int
    least: Some = 0
