"""The effects and interrupts of each unit, sorted by moment, and cached for as long as they hold.

Every moment asks every unit. So the effects of a unit are found from the values that they depend
on, once for all states, beats and battles in which those are the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import is_
from typing import NamedTuple

from protocol.ids import CardId, DieId, UnitId
from server.rules.battle.components import active_effects, dice_effects
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
"""Units, each with its hooks of some moments, and whether it has interrupts of these to pay for."""
TABLE, LATEST, OF_ENCOUNTER = "table", "latest", "of encounter"
"""Cache keys: the effects of all units, those found last, and the hooks of the encounter. No unit
has such an id.
"""
ASKED = (TABLE,)


class UnitEffects:
    """The effects of one unit: its effect sources, its interrupts, and, of an adventurer, its
    modifiers by the value that they change (those of a chip depend on all other units, too).
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


def hooks(battle: Battle, unit: Unit, moment: Moment) -> Hooks:
    """Return the hooks of a unit at a moment, without the interrupts of its class."""
    return effects_of(battle, unit).at((moment,))[0]


def value(battle: Battle, name: UnitId, stat: Stat, printed: int) -> Explained:
    """Return a value of a unit after all modifiers, with its explanation."""
    state = battle.game.state
    unit = state.units[name]
    own: Sequence[tuple[Me, Modifier]]
    if name in state.adventurers:
        own = effects_of(battle, unit).modifiers.get(stat, ())
    else:
        own = active_effects.modifiers_of_chip(battle, unit, stat)
    if state.delve is None:
        return active_effects.composed(battle, printed, own)
    around = active_effects.modifiers_of_environments(battle, name)
    these = [at for at in around if at[1].of is stat]
    return active_effects.composed(battle, printed, (*these, *own))


class _Table:
    """The effects of all units, in the order of the units, and which of them act at a moment."""

    def __init__(self, names: tuple[UnitId, ...], effects: tuple[UnitEffects, ...]) -> None:
        self.names, self.effects = names, effects
        self.moments = set[Moment]().union(*[one.moments for one in effects])
        self._forced: dict[tuple[Moment, ...], Acting] = {}
        self._offered: dict[tuple[Moment, ...], Acting] = {}

    def acting(self, moments: tuple[Moment, ...], forced: bool) -> Acting:
        """Return the units with hooks of these moments: the forced ones, or those to be offered."""
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
        for name, effects in zip(self.names, self.effects, strict=True):
            if effects.moments.isdisjoint(moments):
                continue
            hooks, paid = effects.at(moments)
            these = tuple([at for at in hooks if at[1].forced is forced])
            pays = bool(paid) and not forced
            if these or pays:
                yield name, these, pays


class _Shown(NamedTuple):
    """The effects of a unit while its `dice` show these `faces`. Dice of others change nothing."""

    dice: tuple[DieId, ...]
    faces: tuple[Die | None, ...]
    effects: UnitEffects

    def still(self, dice: Mapping[DieId, Die]) -> bool:
        """Return whether its dice still show the same."""
        return all(map(is_, self.faces, map(dice.get, self.dice)))


class _FoundForUnit(NamedTuple):
    """The effects of a unit, and what they were found from, beside the `_common` parts."""

    unit: Unit
    mat: Adventurer | None
    shown: _Shown


class _Common(NamedTuple):
    """The parts of the state that the effects of any unit may depend on, beside its own."""

    spells: Mapping[CardId, Enchantment]
    tiles: object
    in_hexes: object
    used: Mapping[str, int]
    of_turn: Mapping[str, int]
    lasting: tuple[Mapping[str, int], ...]
    silent: tuple[UnitId, ...]


class EffectsOfAll(NamedTuple):
    """The effects of all units in a state, and the parts of the state that they were found from.

    `of_encounter` are the hooks of the encounter, which are no unit's. `moments` are those at which
    any effect acts, and `acting` is what `acts` has returned: both hold while effects and encounter
    stay the same.
    """

    units: Mapping[UnitId, Unit]
    mats: Mapping[UnitId, Adventurer]
    dice: Mapping[DieId, Die]
    settings: Settings
    common: _Common
    by_unit: dict[UnitId, _FoundForUnit]
    table: _Table
    of_encounter: dict[Moment, tuple[Hook, ...]]
    moments: frozenset[Moment]
    acting: dict[tuple[tuple[Moment, ...], bool], bool]

    def acts(self, moments: tuple[Moment, ...], forced: bool) -> bool:
        """Return whether any forced (or optional) effect acts at one of these moments."""
        asked = (moments, forced)
        found = self.acting.get(asked)
        if found is None:
            of_encounter = [one for at in moments for one in self.of_encounter.get(at, ())]
            these = [one for one in of_encounter if one.forced is forced]
            found = self.acting[asked] = bool(these or self.table.acting(moments, forced))
        return found


def effects_of_all(battle: Battle) -> EffectsOfAll:
    """Return the effects of all units now. They are mostly those of the state before."""
    state, seen = battle.game.state, battle.effects
    if seen is not None and seen[0] is state:
        found: EffectsOfAll = seen[1]
        return found
    found = battle.known(ASKED, lambda: _latest_or_new(battle))
    battle.effects = (state, found)
    return found


def _latest_or_new(battle: Battle) -> EffectsOfAll:
    state = battle.game.state
    last: EffectsOfAll | None = battle.of_parts.latest.get(LATEST)
    # Compared by identity, not by value: comparing all units at every moment would cost more than
    # finding their effects.
    if (
        last is not None
        and last.units is state.units
        and last.mats is state.adventurers
        and last.dice is state.dice
        and last.settings is state.settings
        and _holds(battle, last.common)
    ):
        return last
    found = _find_effects_of_all(battle, last)
    battle.of_parts.latest[LATEST] = found
    return found


def _holds(battle: Battle, common: _Common) -> bool:
    """Return whether the common parts of the state are still the same objects."""
    state = battle.game.state
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
        # Rarely anybody's skills are silenced, and the empty tuple is always the same object.
        battle.silent,
    )


def _find_effects_of_all(battle: Battle, last: EffectsOfAll | None) -> EffectsOfAll:
    """Find the effects of all units, anew only for those of which a part has been replaced."""
    state = battle.state
    units, mats, dice = state.units, state.adventurers, state.dice
    common, before = _common(battle), dict[UnitId, _FoundForUnit]()
    if last is not None and _holds(battle, last.common):
        common, before = last.common, last.by_unit
    shown = last is not None and last.dice is dice
    by_unit: dict[UnitId, _FoundForUnit] = {}
    for name, unit in units.items():
        mat, one = mats.get(name), before.get(name)
        if one is None or one.mat is not mat or not (shown or one.shown.still(dice)):
            one = _find_for_unit(battle, unit, mat)
        elif one.unit is not unit:
            one = _find_for_changed_unit(battle, one, unit)
        by_unit[name] = one
    names, effects = tuple(units), tuple([one.shown.effects for one in by_unit.values()])
    if last is not None and names == last.table.names and same(effects, last.table.effects):
        table = last.table
    else:
        # Effects may be those of another state or battle: its table comes with what it has cached.
        table = catalogue_of(battle).known.get(
            (TABLE, names, effects), lambda: _Table(names, effects)
        )
    of_encounter = battle.of_parts.get(
        (state.settings, len(mats)), OF_ENCOUNTER, lambda: _hooks_of_encounter(battle)
    )
    if last is not None and table is last.table and of_encounter is last.of_encounter:
        moments, acting = last.moments, last.acting
    else:
        moments, acting = frozenset(table.moments.union(of_encounter)), {}
    keys = (units, mats, dice, state.settings, common)
    return EffectsOfAll(*keys, by_unit, table, of_encounter, moments, acting)


def _hooks_of_encounter(battle: Battle) -> dict[Moment, tuple[Hook, ...]]:
    found: dict[Moment, tuple[Hook, ...]] = {}
    for source in active_effects.encounter_sources(battle):
        for moment, these in source.at.items():
            found[moment] = (*found.get(moment, ()), *these)
    return found


def _find_for_unit(battle: Battle, unit: Unit, mat: Adventurer | None) -> _FoundForUnit:
    if mat is not None:
        return _FoundForUnit(unit, mat, _shown_by_adventurer(battle, unit, mat))
    faces = tuple(map(battle.state.dice.get, unit.dice))
    return _FoundForUnit(unit, None, _Shown(unit.dice, faces, _effects_of_chip(battle, unit)))


def _find_for_changed_unit(battle: Battle, one: _FoundForUnit, unit: Unit) -> _FoundForUnit:
    """Return the effects of a unit that was replaced. They are the same unless a field that they
    depend on has changed; mostly it is its hex or its HP.
    """
    was = one.unit
    if (
        not battle.state.enchantments
        and was.dice == unit.dice
        and was.statuses == unit.statuses
        and was.chip == unit.chip
    ):
        return _FoundForUnit(unit, one.mat, one.shown)
    return _find_for_unit(battle, unit, one.mat)


def effects_of(battle: Battle, unit: Unit) -> UnitEffects:
    """Return the effects of a unit now, found anew only if something they depend on has changed."""
    # Mostly those of all units have been found already, for a moment in this state or an earlier
    # one.
    seen: EffectsOfAll | None = battle.of_parts.latest.get(LATEST)
    one = seen.by_unit.get(unit.id) if seen is not None else None
    state = battle.game.state
    mat = state.adventurers.get(unit.id)
    if (
        seen is not None
        and one is not None
        and one.unit is unit
        and one.mat is mat
        and _holds(battle, seen.common)
        and (seen.dice is state.dice or one.shown.still(state.dice))
    ):
        return one.shown.effects
    if mat is not None:
        return _shown_by_adventurer(battle, unit, mat).effects
    return _effects_of_chip(battle, unit)


def _effects_of_chip(battle: Battle, unit: Unit) -> UnitEffects:
    silenced = battle.silenced(unit.id)
    lying: tuple[tuple[DieId, Die], ...] = ()
    spells: tuple[tuple[str, str], ...] = ()
    if unit.dice or battle.state.enchantments:
        lying = tuple((die, battle.state.dice[die]) for die in unit.dice)
        spells = _enchanted(battle, unit)
    values = (unit.id, unit.chip, unit.statuses, silenced, lying, spells)
    return catalogue_of(battle).known.get(values, lambda: _find_effects(battle, unit))


def _shown_by_adventurer(battle: Battle, unit: Unit, mat: Adventurer) -> _Shown:
    """Return the effects of an adventurer, found in three steps, the cheapest first: none of its
    parts was replaced; its dice show what they did; the same values were seen before, in this
    battle or another.
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
    lying = dice_effects.own_in_hexes(battle, unit.id)
    zones = (mat.active, mat.track, mat.drained, mat.row, unit.dice, lying)
    dice = tuple([DieId(die) for zone in zones for die in zone])
    faces = tuple(map(battle.state.dice.get, dice))
    catalogue = catalogue_of(battle)
    # Only what makes a difference: most dice have no effect where they lie. While it is the same,
    # so is the object that is returned, and what was found from it.
    at_work = dice_effects.at_work(battle, unit, mat, lying)
    statuses = tuple([token for token in mat.track if token in catalogue.statuses])
    bar = (mat.tenacity, mat.form) if active_effects.may_endure(battle, mat) else ()
    sheet = (mat.race, mat.cls, mat.master, mat.ready, bar)
    lasting = tuple([me.source for me, _ in active_effects.lasting_effects(battle, unit.id)])
    values = (unit.id, at_work, statuses, sheet, lasting, _enchanted(battle, unit))
    effects = catalogue.known.get(values, lambda: _find_effects(battle, unit))
    return _Shown(dice, faces, effects)


def _enchanted(battle: Battle, unit: Unit) -> tuple[tuple[str, str], ...]:
    spells = active_effects.working_enchantments(battle, unit.id)
    return tuple((card, spell.item) for card, spell in spells)


def _find_effects(battle: Battle, unit: Unit) -> UnitEffects:
    mat = battle.state.adventurers.get(unit.id)
    sources = tuple(active_effects.effect_sources(battle, unit))
    if mat is None:
        return UnitEffects(sources, (), ())
    changes = tuple(active_effects.modifiers_on_mat(battle, unit.id, mat))
    return UnitEffects(sources, tuple(_interrupts(battle, unit.id, mat)), changes)


def _interrupts(battle: Battle, unit: UnitId, mat: Adventurer) -> Iterator[tuple[Me, Interrupt]]:
    """Yield the interrupts of the class, and those that ready clothing adds (CLS-19)."""
    for one in active_effects.side_of(battle, unit).interrupts:
        yield Me(unit, mat.cls), one
    items = catalogue_of(battle).items
    for card in mat.ready:
        lent = items[card.item].interrupt
        if lent is not None and not card.expended:
            yield Me(unit, card.item, card=card.id), lent
