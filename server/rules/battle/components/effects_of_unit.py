"""The effects and interrupts of one unit, found from the values that they depend on: once for all
states, beats and battles in which those are the same.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from protocol.ids import DieId, UnitId
from server.rules.battle.components import active_effects, dice_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import EffectSource, Hook, Interrupt, Modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Moment
from server.rules.battle.kernel.state import Adventurer, Die, Unit
from server.rules.battle.kernel.values import Stat

Hooks = tuple[tuple[Me, Hook], ...]
Interrupts = tuple[tuple[Me, Interrupt], ...]


class UnitEffects:
    """The effects of one unit: its effect sources, its interrupts, and its modifiers by the value
    that they change: all of an adventurer, those of a chip's skills (others depend on more than the
    chip). `changes_of_enemies` are the values of enemies that an adventurer's sheet changes.
    """

    __slots__ = (
        *("_at", "changes_of_enemies", "hooked", "interrupts"),
        *("modifiers", "moments", "sources"),
    )

    def __init__(
        self,
        sources: tuple[tuple[Me, EffectSource], ...],
        interrupts: tuple[tuple[Me, Interrupt], ...],
        modifiers: tuple[tuple[Me, Modifier], ...],
        changes_of_enemies: frozenset[Stat] = frozenset(),
    ) -> None:
        self.sources, self.interrupts = sources, interrupts
        self.changes_of_enemies = changes_of_enemies
        self.modifiers: dict[Stat, tuple[tuple[Me, Modifier], ...]] = {}
        for me, one in modifiers:
            self.modifiers[one.of] = (*self.modifiers.get(one.of, ()), (me, one))
        self.hooked = {moment for _, source in sources for moment in source.at}
        self.moments = self.hooked.union([one.hook.at for _, one in interrupts])
        self._at: dict[tuple[Moment, ...], tuple[Hooks, Interrupts]] = {}

    def at(self, moments: tuple[Moment, ...]) -> tuple[Hooks, Interrupts]:
        """Return the hooks and the interrupts of these moments. The result is cached."""
        found = self._at.get(moments)
        if found is None:
            hooks = tuple(
                (me, one)
                for moment in moments
                for me, source in self.sources
                for one in source.at.get(moment, ())
            )
            paid = tuple((me, one) for me, one in self.interrupts if one.hook.at in moments)
            found = self._at[moments] = (hooks, paid)
        return found


class Shown(Struct, frozen=True, gc=False):
    """The effects of a unit while its `dice` show these `faces`. Dice of others change nothing, nor
    do available ones without effects: `in_row` are those that have any.

    `values` are what the effects were found from.
    """

    dice: tuple[str, ...]
    faces: tuple[Die | None, ...]
    in_row: tuple[DieId, ...]
    values: Hashable
    effects: UnitEffects

    def still(self, dice: Mapping[Any, Die]) -> bool:
        """Return whether its dice still show the same."""
        return self.faces == tuple(map(dice.get, self.dice))

    def still_on(self, battle: Battle, was: Adventurer | None, mat: Adventurer | None) -> bool:
        """Return whether they still are the unit's effects once the mat `was` has become `mat`, as
        when dice were gathered or the form changed. False where only a closer look can tell.
        """
        if was is mat:
            return True
        if was is None or mat is None:
            return False
        return (
            was.active is mat.active
            and was.track is mat.track
            and was.drained is mat.drained
            and was.ready is mat.ready
            and (was.race, was.cls, was.master) == (mat.race, mat.cls, mat.master)
            and (was.row is mat.row or self.in_row == dice_effects.in_row(battle, mat))
            and (
                (was.tenacity == mat.tenacity and was.form == mat.form)
                or not active_effects.may_endure(catalogue_of(battle), mat)
            )
        )


def shown_by(battle: Battle, unit: Unit, mat: Adventurer | None, before: Shown | None) -> Shown:
    """Return the effects of a unit now. `before` are those of an earlier state, if they are known:
    mostly nothing that effects depend on has changed since then, and they are the same object.
    """
    dice: tuple[str, ...] = unit.dice
    in_row: tuple[DieId, ...] = ()
    if mat is None:
        values = _values_of_chip(battle, unit)
    else:
        in_row, lying = dice_effects.in_row(battle, mat), dice_effects.own_in_hexes(battle, unit.id)
        dice = (*mat.active, *mat.track, *mat.drained, *in_row, *unit.dice, *lying)
        values = _values_of_adventurer(battle, unit, mat, in_row, lying)
    known: Mapping[Any, Die] = battle.game.state.dice  # whatever lies in a zone: some are no dice
    faces = tuple(map(known.get, dice))
    # Compared first: to look values up takes the hash of all cards and dice in them.
    if before is not None and before.values == values:
        return Shown(dice, faces, in_row, values, before.effects)
    effects = catalogue_of(battle).known.get(values, lambda: _found(battle, unit, mat))
    return Shown(dice, faces, in_row, values, effects)


def _values_of_chip(battle: Battle, unit: Unit) -> Hashable:
    state = battle.game.state
    lying: tuple[tuple[DieId, Die], ...] = ()
    if unit.dice:
        lying = tuple([(die, state.dice[die]) for die in unit.dice])
    silenced, spells = unit.id in battle.silent, _enchanted(battle, unit)
    return (unit.id, unit.chip, unit.statuses, silenced, lying, spells)


def _values_of_adventurer(
    battle: Battle,
    unit: Unit,
    mat: Adventurer,
    in_row: tuple[DieId, ...],
    in_hexes: tuple[DieId, ...],
) -> Hashable:
    catalogue = catalogue_of(battle)
    # Only what makes a difference: most dice have no effect where they lie.
    at_work = dice_effects.at_work(battle, unit, mat, in_row, in_hexes)
    statuses = tuple(filter(catalogue.statuses.__contains__, mat.track))
    bar = (mat.tenacity, mat.form) if active_effects.may_endure(catalogue, mat) else ()
    sheet = (mat.race, mat.cls, mat.master, mat.ready, bar)
    lasting: tuple[str, ...] = ()
    if active_effects.where_lasting(battle):
        lasting = tuple([me.source for me, _ in active_effects.lasting_effects(battle, unit.id)])
    return (unit.id, at_work, statuses, sheet, lasting, _enchanted(battle, unit))


def _enchanted(battle: Battle, unit: Unit) -> tuple[tuple[str, str], ...]:
    if not battle.game.state.enchantments:
        return ()
    spells = active_effects.working_enchantments(battle, unit.id)
    return tuple((card, spell.item) for card, spell in spells)


def _found(battle: Battle, unit: Unit, mat: Adventurer | None) -> UnitEffects:
    sources = tuple(active_effects.effect_sources(battle, unit))
    if mat is None:
        return UnitEffects(sources, (), tuple(active_effects.modifiers_of_skills(battle, unit)))
    changes = tuple(active_effects.modifiers_on_mat(battle, unit.id, mat))
    side = active_effects.side_of(battle, unit.id)
    of_enemies = frozenset([one.of for one in side.modifiers if one.enemies])
    return UnitEffects(sources, tuple(_interrupts(battle, unit.id, mat)), changes, of_enemies)


def _interrupts(battle: Battle, unit: UnitId, mat: Adventurer) -> Iterator[tuple[Me, Interrupt]]:
    """Yield the interrupts of the class, and those that ready clothing adds (CLS-19)."""
    for one in active_effects.side_of(battle, unit).interrupts:
        yield Me(unit, mat.cls), one
    items = catalogue_of(battle).items
    for card in mat.ready:
        lent = items[card.item].interrupt
        if lent is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), lent
