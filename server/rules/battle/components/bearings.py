"""Which effects and interrupts a unit bears, sorted by moment, and kept for as long as they hold.

Every moment asks every unit. So what a unit bears is found from the values that it depends on, once
for all states, beats and battles in which those are the same.
"""

from collections.abc import Iterator, Mapping
from operator import is_
from typing import NamedTuple

from protocol.ids import CardId, DieId, UnitId
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import EffectSource, Hook, Interrupt, Modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.caching import same
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Moment
from server.rules.battle.kernel.state import Adventurer, Die, Enchantment, Settings, Unit
from server.rules.battle.kernel.values import Explained, Stat

Hooks = tuple[tuple[Me, Hook], ...]
Interrupts = tuple[tuple[Me, Interrupt], ...]
Acting = tuple[tuple[UnitId, Hooks, bool], ...]
"""Units with the hooks that they bear, and whether they may pay for an interrupt."""
TABLE, LOOKED_OVER, AROUND = "table", "looked over", "around"
"""Where caches keep what all bear, how it was found last, and the encounter's hooks; no unit is
called so.
"""
ASKED = (TABLE,)


class Borne:
    """What a unit bears: its effect sources, and the interrupts that it may pay for; of an
    adventurer also the modifiers of each value (those of chips hang on the whole table).
    """

    __slots__ = ("_at", "hooked", "interrupts", "modifiers", "moments", "sources")

    def __init__(
        self,
        sources: tuple[tuple[Me, EffectSource], ...],
        interrupts: tuple[tuple[Me, Interrupt], ...],
        modifiers: tuple[tuple[Me, Modifier], ...],
    ) -> None:
        self.sources, self.interrupts = sources, interrupts
        self.modifiers: dict[Stat, tuple[tuple[Me, Modifier], ...]] = {}
        for me, one in modifiers:
            self.modifiers[one.of] = (*self.modifiers.get(one.of, ()), (me, one))
        self.hooked = {moment for _, source in sources for moment in source.at}
        self.moments = self.hooked.union([one.hook.at for _, one in interrupts])
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


def value(battle: Battle, name: UnitId, stat: Stat, printed: int) -> Explained:
    """Return a value after all modifiers of its bearer, explained."""
    state = battle.state
    unit = state.units[name]
    around: list[tuple[Me, Modifier]] = []
    if state.delve is not None:
        around += active_effects.modifiers_of_environments(battle, name)
    if name in state.adventurers:
        own = borne_by(battle, unit).modifiers.get(stat, ())
        around = [at for at in around if at[1].of is stat]
        return active_effects.composed(battle, printed, (*around, *own))
    around += active_effects.modifiers_of_chip(battle, unit)
    return active_effects.composed(battle, printed, [at for at in around if at[1].of is stat])


class _Table:
    """What everybody on the table bears, in the order of the units, and who acts when by it."""

    def __init__(self, names: tuple[UnitId, ...], borne: tuple[Borne, ...]) -> None:
        self.names, self.borne = names, borne
        self.moments = set[Moment]().union(*[one.moments for one in borne])
        self._forced: dict[tuple[Moment, ...], Acting] = {}
        self._offered: dict[tuple[Moment, ...], Acting] = {}

    def acting(self, moments: tuple[Moment, ...], forced: bool) -> Acting:
        """Return the units that bear something forced (or offered) of these moments, with that."""
        if self.moments.isdisjoint(moments):
            return ()
        known = self._forced if forced else self._offered
        found = known.get(moments)
        if found is None:
            found = known[moments] = tuple(self._looked_up(moments, forced))
        return found

    def _looked_up(
        self, moments: tuple[Moment, ...], forced: bool
    ) -> Iterator[tuple[UnitId, Hooks, bool]]:
        for name, borne in zip(self.names, self.borne, strict=True):
            if borne.moments.isdisjoint(moments):
                continue
            hooks, paid = borne.at(moments)
            these = tuple([at for at in hooks if at[1].forced is forced])
            pays = bool(paid) and not forced
            if these or pays:
                yield name, these, pays


class _Shown(NamedTuple):
    """What a unit bore when its `dice` showed these `faces`: those of others change nothing."""

    dice: tuple[DieId, ...]
    faces: tuple[Die | None, ...]
    borne: Borne

    def still(self, dice: Mapping[DieId, Die]) -> bool:
        """Return whether its dice lie as they did."""
        return all(map(is_, self.faces, map(dice.get, self.dice)))


class _Bearer(NamedTuple):
    """What a unit bore, and what it was found from beside the `_common` parts."""

    unit: Unit
    mat: Adventurer | None
    shown: _Shown


class _Common(NamedTuple):
    """The parts of the state that what any unit bears may hang on, beside its own."""

    spells: Mapping[CardId, Enchantment]
    tiles: object
    in_hexes: object
    used: Mapping[str, int]
    of_turn: Mapping[str, int]
    lasting: tuple[Mapping[str, int], ...]
    silent: tuple[UnitId, ...]


class Looked(NamedTuple):
    """What all bear in a state, and the parts of the state that it was found from.

    `around` are the hooks of the encounter, which nobody bears.
    """

    units: Mapping[UnitId, Unit]
    mats: Mapping[UnitId, Adventurer]
    dice: Mapping[DieId, Die]
    settings: Settings
    common: _Common
    bearers: dict[UnitId, _Bearer]
    table: _Table
    around: dict[Moment, tuple[Hook, ...]]

    def is_answered(self, moments: tuple[Moment, ...]) -> bool:
        """Return whether anything looks at any of these moments: mostly nothing does."""
        return not (
            self.table.moments.isdisjoint(moments) and self.around.keys().isdisjoint(moments)
        )

    def acts(self, moments: tuple[Moment, ...], forced: bool) -> bool:
        """Return whether anything forced (or offered) looks at any of these moments."""
        if self.table.acting(moments, forced):
            return True
        return any(one.forced is forced for at in moments for one in self.around.get(at, ()))


def looked(battle: Battle) -> Looked:
    """Return what all bear now. Most states differ from the one before in nothing of it."""
    found: Looked | None = battle.found(ASKED)
    return found if found is not None else battle.known(ASKED, lambda: _looked(battle))


def _looked(battle: Battle) -> Looked:
    state = battle.state
    last: Looked | None = battle.of_parts.last(LOOKED_OVER)
    # By `is`, not by value: to compare whole tables at every moment would cost more than to look.
    if (
        last is not None
        and last.units is state.units
        and last.mats is state.adventurers
        and last.dice is state.dice
        and last.settings is state.settings
        and _holds(battle, last.common)
    ):
        return last
    found = _looked_over(battle, last)
    battle.of_parts.keep((), LOOKED_OVER, found)
    return found


def _holds(battle: Battle, common: _Common) -> bool:
    """Return whether the common parts of the state are what they were."""
    state = battle.state
    if common.spells is not state.enchantments or common.in_hexes is not state.in_hexes:
        return False
    if (common.spells and common.tiles is not state.tiles) or common.silent is not battle.silent:
        return False
    of_turn = state.turn.used if state.turn is not None else active_effects.NO_NOTES
    if common.used is state.used and common.of_turn is of_turn:
        return True
    return common.lasting is active_effects.where_lasting(battle)


def _common(battle: Battle) -> _Common:
    state = battle.state
    return _Common(
        state.enchantments,
        state.tiles,
        state.in_hexes,
        state.used,
        state.turn.used if state.turn is not None else active_effects.NO_NOTES,
        active_effects.where_lasting(battle),
        # Units fall silent within an engage, and rarely; the tuple of nobody is one object.
        battle.silent,
    )


def _looked_over(battle: Battle, last: Looked | None) -> Looked:
    """Return what all bear: looked at are those alone of whom anything is new."""
    state = battle.state
    units, mats, dice = state.units, state.adventurers, state.dice
    common, before = _common(battle), dict[UnitId, _Bearer]()
    if last is not None and _holds(battle, last.common):
        common, before = last.common, last.bearers
    shown = last is not None and last.dice is dice
    bearers: dict[UnitId, _Bearer] = {}
    for name, unit in units.items():
        mat, one = mats.get(name), before.get(name)
        if one is None or one.mat is not mat or not (shown or one.shown.still(dice)):
            one = _bearer(battle, unit, mat)
        elif one.unit is not unit:
            one = _bearer_again(battle, one, unit)
        bearers[name] = one
    names, borne = tuple(units), tuple([one.shown.borne for one in bearers.values()])
    if last is not None and names == last.table.names and same(borne, last.table.borne):
        table = last.table
    else:
        # One that was there before, in this battle or another, with what was found on it.
        table = catalogue_of(battle).known.get((TABLE, names, borne), lambda: _Table(names, borne))
    around = battle.of_parts.get(
        (state.settings, len(mats)), AROUND, lambda: _hooks_of_encounter(battle)
    )
    return Looked(units, mats, dice, state.settings, common, bearers, table, around)


def _hooks_of_encounter(battle: Battle) -> dict[Moment, tuple[Hook, ...]]:
    found: dict[Moment, tuple[Hook, ...]] = {}
    for source in active_effects.encounter_sources(battle):
        for moment, these in source.at.items():
            found[moment] = (*found.get(moment, ()), *these)
    return found


def _bearer(battle: Battle, unit: Unit, mat: Adventurer | None) -> _Bearer:
    if mat is not None:
        return _Bearer(unit, mat, _shown_by_adventurer(battle, unit, mat))
    faces = tuple(map(battle.state.dice.get, unit.dice))
    return _Bearer(unit, None, _Shown(unit.dice, faces, _borne_by_chip(battle, unit)))


def _bearer_again(battle: Battle, one: _Bearer, unit: Unit) -> _Bearer:
    """Return the same for a unit of which something is new, mostly its place or its HP."""
    was = one.unit
    if (
        not battle.state.enchantments
        and was.dice == unit.dice
        and was.statuses == unit.statuses
        and was.chip == unit.chip
    ):
        return _Bearer(unit, one.mat, one.shown)
    return _bearer(battle, unit, one.mat)


def borne_by(battle: Battle, unit: Unit) -> Borne:
    """Return what a unit bears now, found anew only when something that it depends on has
    changed.
    """
    # Mostly the table has been looked over already, for a moment of this state or one before it.
    seen: Looked | None = battle.of_parts.last(LOOKED_OVER)
    one = seen.bearers.get(unit.id) if seen is not None else None
    state = battle.state
    mat = state.adventurers.get(unit.id)
    if (
        seen is not None
        and one is not None
        and one.unit is unit
        and one.mat is mat
        and _holds(battle, seen.common)
        and (seen.dice is state.dice or one.shown.still(state.dice))
    ):
        return one.shown.borne
    if mat is not None:
        return _shown_by_adventurer(battle, unit, mat).borne
    return _borne_by_chip(battle, unit)


def _borne_by_chip(battle: Battle, unit: Unit) -> Borne:
    silenced = battle.silenced(unit.id)
    lying: tuple[tuple[DieId, Die], ...] = ()
    spells: tuple[tuple[str, str], ...] = ()
    if unit.dice or battle.state.enchantments:
        lying = tuple((die, battle.state.dice[die]) for die in unit.dice)
        spells = _enchanted(battle, unit)
    values = (unit.id, unit.chip, unit.statuses, silenced, lying, spells)
    return catalogue_of(battle).known.get(values, lambda: _borne(battle, unit))


def _shown_by_adventurer(battle: Battle, unit: Unit, mat: Adventurer) -> _Shown:
    """As `borne_by`. Three steps, the cheapest first: nothing of it has been replaced; other dice
    than its own have been; it bore the same before, in this battle or another one.
    """
    state = battle.state
    spells = state.enchantments
    parts = (
        *(mat.active, mat.track, mat.drained, mat.row, mat.ready),
        *(mat.race, mat.cls, mat.master, mat.tenacity, mat.form),
        *(unit.dice, state.in_hexes, active_effects.where_lasting(battle), spells),
        *((unit.at, state.tiles) if spells else (None, None)),
    )
    known: _Shown | None = battle.of_parts.find(parts, unit.id)
    if known is None or not known.still(state.dice):
        known = _shown(battle, unit, mat)
        battle.of_parts.keep(parts, unit.id, known)
    return known


def _shown(battle: Battle, unit: Unit, mat: Adventurer) -> _Shown:
    lying = active_effects.own_in_hexes(battle, unit.id)
    zones = (mat.active, mat.track, mat.drained, mat.row, unit.dice, lying)
    dice = tuple([DieId(die) for zone in zones for die in zone])
    faces = tuple(map(battle.state.dice.get, dice))
    sheet = (mat.race, mat.cls, mat.master, mat.tenacity, mat.form, mat.ready)
    lasting = tuple([me.source for me, _ in active_effects.lasting_effects(battle, unit.id)])
    values = (unit.id, zones, faces, sheet, lasting, _enchanted(battle, unit))
    borne = catalogue_of(battle).known.get(values, lambda: _borne(battle, unit))
    return _Shown(dice, faces, borne)


def _enchanted(battle: Battle, unit: Unit) -> tuple[tuple[str, str], ...]:
    spells = active_effects.working_enchantments(battle, unit.id)
    return tuple((card, spell.item) for card, spell in spells)


def _borne(battle: Battle, unit: Unit) -> Borne:
    mat = battle.state.adventurers.get(unit.id)
    sources = tuple(active_effects.effect_sources(battle, unit))
    if mat is None:
        return Borne(sources, (), ())
    changes = tuple(active_effects.modifiers_on_mat(battle, unit.id, mat))
    return Borne(sources, tuple(_interrupts(battle, unit.id, mat)), changes)


def _interrupts(battle: Battle, unit: UnitId, mat: Adventurer) -> Iterator[tuple[Me, Interrupt]]:
    """Yield the interrupts of the class, and those that ready clothing adds (CLS-19)."""
    for one in active_effects.side_of(battle, unit).interrupts:
        yield Me(unit, mat.cls), one
    items = catalogue_of(battle).items
    for card in mat.ready:
        lent = items[card.item].interrupt
        if lent is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), lent
