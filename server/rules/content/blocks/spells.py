"""What enchantments of a pack do, by name, and upon which components each can lie.

on = "weapon"                   # or adventurer, enemy, tile, armor
works = [{ effect = "more-dice", count = 1 }]
"""

from typing import Any, ClassVar, NewType, Protocol, runtime_checkable

from protocol.ids import NOBODY
from server.rules.battle.components.effects import Act, Hook, Modifier, When, my
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.blocks.changing import modifier_of
from server.rules.content.blocks.effects import (
    Doing,
    EffectTable,
    Points,
    PrintedStat,
    effects_of,
)
from server.rules.content.items import armed, has_rolled, reroll
from server.rules.content.items.enchanting import (
    in_it,
    prevents_in_it,
    prevents_once_a_round,
    with_it,
    works_at,
)
from server.rules.content.items.using import Effect, afterwards, each, you
from server.rules.content.named import Named, made, named, shelf

SpellTable = NewType("SpellTable", dict[str, Any])
"""One thing that an enchantment does: `effect` names it, the other keys are its figures."""


@runtime_checkable
class HasSpell(Protocol):
    """A block of this shelf: `on` names the components that it can lie upon."""

    on: ClassVar[tuple[str, ...]]

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return what it does, on a card of this name, upon such a component."""


@named("changes")
class Changes(PrintedStat, frozen=True):
    """Change a value of the unit, or of every unit on the tile, never below `least`."""

    on: ClassVar[tuple[str, ...]] = ("adventurer", "enemy", "tile")

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""
        return modifier_of(self, name)


@named("more-dice")
class MoreDice(Named, frozen=True):
    """Roll more enemy Combat dice with the weapon, in weapon forms."""

    on: ClassVar[tuple[str, ...]] = ("weapon",)
    count: Points = 1

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""

        def add(battle: Battle, me: Me, now: Happening) -> None:
            assert now.engage is not None
            now.engage.add_combat_dice(self.count)

        return works_at(Moment.BEFORE_ROLL, add, armed)


@named("rerolls")
class Rerolls(Named, frozen=True):
    """Once a round, reroll one die of a roll with the weapon."""

    on: ClassVar[tuple[str, ...]] = ("weapon",)

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""
        return works_at(Moment.AFTER_ROLL, reroll, has_rolled, may=True, once="round")


@named("then-target")
class ThenTarget(Named, frozen=True):
    """Do something to a target that is still in play after an engage with the weapon."""

    on: ClassVar[tuple[str, ...]] = ("weapon",)
    does: list[EffectTable]

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""
        effects = effects_of(self.does)
        act = _upon_target(effects)
        return works_at(Moment.ENGAGE_OVER, act, _target_stands(effects), may=True)


@named("prevents")
class Prevents(Named, frozen=True):
    """Prevent so much more damage as the armor is used; on an adventurer once a round, of damage
    that enemies deal.
    """

    on: ClassVar[tuple[str, ...]] = ("armor", "adventurer")
    points: Points = 1

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""

        def prevent(battle: Battle, me: Me, now: Happening) -> None:
            assert now.instance is not None
            now.instance.prevent(self.points)

        if on == "armor":
            return prevents_in_it(prevent)
        return prevents_once_a_round(prevent)


@named("then")
class Then(Doing, frozen=True, kw_only=True):
    """Do something once an engage is over in which the armor was used."""

    on: ClassVar[tuple[str, ...]] = ("armor",)

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""
        use = self.use(name)

        def follow(battle: Battle, me: Me, now: Happening) -> None:
            assert now.engage is not None
            afterwards(battle, me, now.engage, use)

        return works_at(Moment.ARMORED, follow, in_it)


@named("turn-starts")
class TurnStarts(Named, frozen=True):
    """Do something to the adventurer as its turn starts; on a tile, to every adventurer that starts
    a turn there.
    """

    on: ClassVar[tuple[str, ...]] = ("adventurer", "tile")
    does: list[EffectTable]

    def spell(self, name: str, on: str) -> Hook | Modifier:
        """Return the hook or modifier that does it, on a card of this name."""
        use = each(you, *effects_of(self.does))

        def do(battle: Battle, me: Me, now: Happening) -> None:
            use.do(battle, me)

        def when(battle: Battle, me: Me, now: Happening) -> bool:
            mine = my(battle, me, now) and me.unit in battle.state.adventurers
            return mine and use.can(battle, me)

        return works_at(Moment.TURN_STARTS, do, when)


def _upon_target(effects: tuple[Effect, ...]) -> Act:
    def do(battle: Battle, me: Me, now: Happening) -> None:
        assert now.engage is not None
        for effect in effects:
            if not battle.unit(now.engage.target).fate:
                effect.do(battle, me, now.engage.target)

    return do


def _target_stands(effects: tuple[Effect, ...]) -> When:
    def when(battle: Battle, me: Me, now: Happening) -> bool:
        target = now.engage.target if now.engage is not None else NOBODY
        standing = bool(target) and not battle.unit(target).fate and with_it(battle, me, now)
        return standing and any(effect.works(battle, me, target) for effect in effects)

    return when


SPELLS: dict[str, type[Named]] = shelf(
    Changes, MoreDice, Rerolls, ThenTarget, Prevents, Then, TurnStarts
)


def spell_of(name: str, on: str, table: SpellTable) -> Hook | Modifier:
    """Return the hook or modifier that a table describes, on a card of this name, upon such a
    component. Raises ValueError or msgspec.ValidationError for a table that does not fit.
    """
    block = made(table, SPELLS, "effect")
    assert isinstance(block, HasSpell)
    return block.spell(name, on)
