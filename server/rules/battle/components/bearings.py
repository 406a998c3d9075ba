"""Which effects and interrupts a unit bears, sorted by moment, and kept for as long as they hold.

Every moment asks every unit. So what a unit bears is found from the values that it depends on, once
for all states, beats and battles in which those are the same.
"""

from collections.abc import Iterator
from operator import is_
from typing import NamedTuple

from protocol.ids import DieId, UnitId
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import EffectSource, Hook, Interrupt
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Moment
from server.rules.battle.kernel.state import Adventurer, Die, Unit

Hooks = tuple[tuple[Me, Hook], ...]
Interrupts = tuple[tuple[Me, Interrupt], ...]
NOTHING: tuple[Hooks, Interrupts] = ((), ())
"""What most units bear of most moments."""
TABLE = "table"
"""Where the cache keeps what all bear; no unit is called so."""


class Borne:
    """What a unit bears: its effect sources, and the interrupts that it may pay for."""

    __slots__ = ("_at", "interrupts", "sources")

    def __init__(
        self,
        sources: tuple[tuple[Me, EffectSource], ...],
        interrupts: tuple[tuple[Me, Interrupt], ...],
    ) -> None:
        self.sources, self.interrupts = sources, interrupts
        self._at: dict[tuple[Moment, ...], tuple[Hooks, Interrupts]] = {}

    def at(self, moments: tuple[Moment, ...]) -> tuple[Hooks, Interrupts]:
        """Return the hooks and the interrupts of these moments; found once for each."""
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


def hooks(battle: Battle, unit: Unit, moment: Moment) -> Hooks:
    """Return the hooks that a unit bears at a moment, interrupts of its class aside."""
    return borne_by(battle, unit).at((moment,))[0]


class _Table:
    """What everybody on the table bears, in the order of the units, and who acts when by it."""

    def __init__(self, names: tuple[UnitId, ...], borne: tuple[Borne, ...]) -> None:
        self.names, self.borne = names, borne
        self._acting: dict[tuple[Moment, ...], tuple[tuple[UnitId, Hooks, Interrupts], ...]] = {}

    def acting(self, moments: tuple[Moment, ...]) -> tuple[tuple[UnitId, Hooks, Interrupts], ...]:
        """Return the units that bear a hook or an interrupt of these moments, with those."""
        found = self._acting.get(moments)
        if found is None:
            all_ = zip(self.names, (borne.at(moments) for borne in self.borne), strict=True)
            found = tuple((name, *these) for name, these in all_ if these != NOTHING)
            self._acting[moments] = found
        return found


def acting(
    battle: Battle, moments: tuple[Moment, ...]
) -> tuple[tuple[UnitId, Hooks, Interrupts], ...]:
    """Return the units that have any say at these moments, and the hooks and interrupts of each."""
    return battle.known(("table",), lambda: _table(battle)).acting(moments)


def _table(battle: Battle) -> _Table:
    """Return what all bear in this state. Most states differ from the one before in nothing of
    it.
    """
    state, turn = battle.state, battle.state.turn
    used = turn.used if turn is not None else None
    # By `is`, not by value: to compare whole tables at every moment would cost more than to look.
    parts = (
        *(state.units, state.adventurers, state.enchantments, state.tiles),
        *(state.dice, state.in_hexes, state.used, used, battle.silent),
    )
    return battle.of_parts.get(parts, TABLE, lambda: _looked_over(battle))


def _looked_over(battle: Battle) -> _Table:
    """The table of what all bear; one that was there before, with what was found on it."""
    units = battle.state.units
    names, borne = tuple(units), tuple([borne_by(battle, unit) for unit in units.values()])
    return catalogue_of(battle).known.get((TABLE, names, borne), lambda: _Table(names, borne))


def borne_by(battle: Battle, unit: Unit) -> Borne:
    """Return what a unit bears now, found anew only when something that it depends on has
    changed.
    """
    state = battle.state
    mat = state.adventurers.get(unit.id)
    if mat is not None:
        return _borne_by_adventurer(battle, unit, mat)
    silenced = battle.silenced(unit.id)
    # What lies on other chips decides here, so it hangs on more than this unit's own values.
    if unit.dice or state.enchantments:
        parts = (unit, state.enchantments, state.tiles, state.dice, silenced)
        return battle.of_parts.get(parts, unit.id, lambda: _of_chip(battle, unit, silenced))
    values = (unit.id, unit.chip, unit.statuses, silenced)
    return catalogue_of(battle).known.get(values, lambda: _borne(battle, unit))


def _of_chip(battle: Battle, unit: Unit, silenced: bool) -> Borne:
    lying = tuple((die, battle.state.dice[die]) for die in unit.dice)
    values = (unit.id, unit.chip, unit.statuses, silenced, lying, _enchanted(battle, unit))
    return catalogue_of(battle).known.get(values, lambda: _borne(battle, unit))


class _Shown(NamedTuple):
    """What an adventurer bore when its `dice` were as they are here, and whether those changed."""

    dice: tuple[DieId, ...]
    faces: tuple[Die | None, ...]
    borne: Borne

    def still(self, dice: dict[DieId, Die]) -> bool:
        return all(map(is_, self.faces, map(dice.get, self.dice)))


def _borne_by_adventurer(battle: Battle, unit: Unit, mat: Adventurer) -> Borne:
    """As `borne_by`. Three steps, the cheapest first: nothing of it has been replaced; other dice
    than its own have been; it bore the same before, in this battle or another one.
    """
    state = battle.state
    turn, spells = state.turn, state.enchantments
    parts = (
        *(mat.active, mat.track, mat.drained, mat.row, mat.ready),
        *(mat.race, mat.cls, mat.master, mat.tenacity, mat.form),
        *(unit.dice, state.in_hexes, state.used, turn.used if turn is not None else None),
        *((spells, unit.at, state.tiles) if spells else ()),
    )
    known: _Shown | None = battle.of_parts.find(parts, unit.id)
    if known is None or not known.still(state.dice):
        known = _shown(battle, unit, mat)
        battle.of_parts.keep(parts, unit.id, known)
    return known.borne


def _shown(battle: Battle, unit: Unit, mat: Adventurer) -> _Shown:
    lying = active_effects.own_in_hexes(battle, unit.id)
    zones = (mat.active, mat.track, mat.drained, mat.row, unit.dice, lying)
    dice = tuple(DieId(die) for zone in zones for die in zone)
    faces = tuple(map(battle.state.dice.get, dice))
    sheet = (mat.race, mat.cls, mat.master, mat.tenacity, mat.form, mat.ready)
    lasting = tuple(me.source for me, _ in active_effects.lasting_effects(battle, unit.id))
    values = (unit.id, zones, faces, sheet, lasting, _enchanted(battle, unit))
    borne = catalogue_of(battle).known.get(values, lambda: _borne(battle, unit))
    return _Shown(dice, faces, borne)


def _enchanted(battle: Battle, unit: Unit) -> tuple[tuple[str, str], ...]:
    spells = active_effects.working_enchantments(battle, unit.id)
    return tuple((card, spell.item) for card, spell in spells)


def _borne(battle: Battle, unit: Unit) -> Borne:
    mat = battle.state.adventurers.get(unit.id)
    paid = tuple(_interrupts(battle, unit.id, mat)) if mat is not None else ()
    return Borne(tuple(active_effects.effect_sources(battle, unit)), paid)


def _interrupts(battle: Battle, unit: UnitId, mat: Adventurer) -> Iterator[tuple[Me, Interrupt]]:
    """Yield the interrupts of the class, and those that ready clothing adds (CLS-19)."""
    for one in active_effects.side_of(battle, unit).interrupts:
        yield Me(unit, mat.cls), one
    items = catalogue_of(battle).items
    for card in mat.ready:
        lent = items[card.item].interrupt
        if lent is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), lent
