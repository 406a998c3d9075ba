"""The effects and interrupts of all units, sorted by moment, and cached for as long as they hold.

Every moment asks every unit, and at most moments none acts. So what is in play is kept with the
parts of the state that it was found from; where one of them is replaced, only the units that it
concerns are looked at again.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not

from msgspec import Struct

from protocol.ids import CardId, DieId, UnitId
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Hook, Modifier
from server.rules.battle.components.effects_of_unit import Hooks, Shown, UnitEffects, shown_by
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import QUIET, Moment
from server.rules.battle.kernel.state import (
    Adventurer,
    BattleState,
    Die,
    Enchantment,
    Settings,
    Unit,
)
from server.rules.battle.kernel.values import Explained, Stat

Acting = tuple[tuple[UnitId, Hooks, bool], ...]
"""Units, each with its hooks of some moments, and whether it has interrupts of these to pay for."""
TABLE, LATEST, OF_ENCOUNTER = "table", "latest", "of encounter"
"""Cache keys: the effects of all units, those found last, and the hooks of the encounter. No unit
has such an id.
"""


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
        known = self._forced if forced else self._offered
        if moments not in known:
            known[moments] = tuple(self._looked_up(moments, forced))
        return known[moments]

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


class _Found(Struct, frozen=True, gc=False):
    """The effects of a unit, and what they were found from, beside the `_common` parts."""

    unit: Unit
    mat: Adventurer | None
    shown: Shown


class _Common(Struct, frozen=True, gc=False):
    """The parts of the state that the effects of any unit may depend on, beside its own."""

    spells: Mapping[CardId, Enchantment]
    tiles: object
    in_hexes: object
    used: Mapping[str, int]
    of_turn: Mapping[str, int]
    lasting: tuple[Mapping[str, int], ...]
    silent: tuple[UnitId, ...]


class InPlay:
    """All effects in play: those of units in a `table`, and those of the encounter, which are no
    unit's. The same object for as long as they stay the same.
    """

    def __init__(self, table: _Table, of_encounter: dict[Moment, tuple[Hook, ...]]) -> None:
        self.table, self.of_encounter = table, of_encounter
        known = table.moments.union(of_encounter)
        self.moments = known.union(QUIET) if Moment.ANYTIME in known else known
        """The moments at which any of these effects may act; with an effect that may be used at
        any time also those of `QUIET`, at which such effects are offered."""
        self._answered: dict[tuple[Moment, ...], tuple[bool, bool]] = {}

    def answered(self, moments: tuple[Moment, ...]) -> tuple[bool, bool]:
        """Return whether any forced effect acts at one of these moments, and any optional one."""
        if moments in self._answered:
            return self._answered[moments]
        hooks = [one for at in moments for one in self.of_encounter.get(at, ())]
        forced = any(one.forced for one in hooks) or bool(self.table.acting(moments, True))
        offered = not all(one.forced for one in hooks) or bool(self.table.acting(moments, False))
        found = self._answered[moments] = (forced, offered)
        return found


class _Latest(Struct, frozen=True, gc=False):
    """What is in play in a state, and the parts of the state that it was found from."""

    units: Mapping[UnitId, Unit]
    mats: Mapping[UnitId, Adventurer]
    dice: Mapping[DieId, Die]
    settings: Settings
    common: _Common
    by_unit: dict[UnitId, _Found]
    in_play: InPlay


def in_play(battle: Battle) -> InPlay:
    """Return all effects in play now. They are mostly those of the state before."""
    state, seen = battle.game.state, battle.effects
    if seen is not None and seen[0] is state:
        known: InPlay = seen[1]
        return known
    last: _Latest | None = battle.of_parts.latest.get(LATEST)
    # Compared by identity, not by value: comparing all units at every moment would cost more than
    # finding their effects.
    if (
        last is None
        or last.units is not state.units
        or last.mats is not state.adventurers
        or last.dice is not state.dice
        or last.settings is not state.settings
        or not _holds(battle, last.common)
    ):
        last = battle.of_parts.latest[LATEST] = _found_anew(battle, last)
    found = last.in_play
    battle.effects = (state, found)
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


def _found_anew(battle: Battle, last: _Latest | None) -> _Latest:
    """Find what is in play, anew only for the units of which a part has been replaced."""
    state = battle.game.state
    units, mats, dice = state.units, state.adventurers, state.dice
    keys = (units, mats, dice, state.settings)
    if last is None or last.settings is not state.settings or not _holds(battle, last.common):
        by_unit = {name: _found(battle, unit, mats.get(name), None) for name, unit in units.items()}
        return _Latest(*keys, _common(battle), by_unit, _arranged(battle, by_unit))
    before, changed, same = last.by_unit, dict[UnitId, _Found](), list(units) == list(last.units)
    for name in _replaced(state, last) if same else units:
        unit, mat, one = units[name], mats.get(name), before.get(name)
        shows = one is not None and one.mat is mat and one.shown.still(dice)
        now = changed[name] = _found(battle, unit, mat, one, shows)
        same = same and one is not None and now.shown.effects is one.shown.effects
    by_unit = {**before, **changed} if changed else before
    if same:
        return _Latest(*keys, last.common, by_unit, last.in_play)
    by_unit = {name: by_unit[name] for name in units}
    return _Latest(*keys, last.common, by_unit, _arranged(battle, by_unit))


def _replaced(state: BattleState, last: _Latest) -> dict[UnitId, None]:
    """Return the units of which the chip, the mat or a die is another object than in `last`, while
    the units are the same.
    """
    found: dict[UnitId, None] = {}
    # By map and compress, which compare a dozen units without a call for each of them.
    if state.units is not last.units:
        others = map(is_not, state.units.values(), last.units.values())
        found.update(dict.fromkeys(compress(state.units, others)))
    if state.adventurers is not last.mats:
        others = map(is_not, state.adventurers.values(), last.mats.values())
        found.update(dict.fromkeys(compress(state.adventurers, others)))
    if state.dice is not last.dice:
        for name, one in last.by_unit.items():
            if one.shown.dice and not one.shown.still(state.dice):
                found[name] = None
    return found


def _arranged(battle: Battle, by_unit: dict[UnitId, _Found]) -> InPlay:
    """Return what is in play, of units in this order."""
    state, known = battle.game.state, catalogue_of(battle).known
    names, effects = tuple(by_unit), tuple([one.shown.effects for one in by_unit.values()])
    # Effects may be those of another state or battle: its table comes with what it has cached.
    table = known.get((TABLE, names, effects), lambda: _Table(names, effects))
    of_encounter = battle.of_parts.get(
        (state.settings, len(state.adventurers)), OF_ENCOUNTER, lambda: _hooks_of_encounter(battle)
    )
    return InPlay(table, of_encounter)


def _hooks_of_encounter(battle: Battle) -> dict[Moment, tuple[Hook, ...]]:
    found: dict[Moment, tuple[Hook, ...]] = {}
    for source in active_effects.encounter_sources(battle):
        for moment, these in source.at.items():
            found[moment] = (*found.get(moment, ()), *these)
    return found


def _found(
    battle: Battle, unit: Unit, mat: Adventurer | None, one: _Found | None, shows: bool = False
) -> _Found:
    """Return the effects of a unit. `one` are those of an earlier state; `shows` says that its mat
    is the same and its dice show the same.
    """
    if one is None:
        return _Found(unit, mat, shown_by(battle, unit, mat, None))
    was = one.unit
    # Of a unit that was replaced mostly the hex or the HP have changed, on which nothing depends.
    if (
        shows
        and not battle.game.state.enchantments
        and was.dice == unit.dice
        and was.statuses == unit.statuses
        and was.chip == unit.chip
    ):
        return _Found(unit, mat, one.shown)
    return _Found(unit, mat, shown_by(battle, unit, mat, one.shown))


def effects_of(battle: Battle, unit: Unit) -> UnitEffects:
    """Return the effects of a unit now, found anew only if something they depend on has changed."""
    # Mostly they have been found already, for a moment in this state or an earlier one.
    last: _Latest | None = battle.of_parts.latest.get(LATEST)
    state, name = battle.game.state, unit.id
    mat = state.adventurers.get(name)
    one = last.by_unit[name] if last is not None and name in last.by_unit else None
    if (
        last is not None
        and one is not None
        and one.unit is unit
        and one.mat is mat
        and _holds(battle, last.common)
        and (last.dice is state.dice or one.shown.still(state.dice))
    ):
        return one.shown.effects
    return shown_by(battle, unit, mat, one.shown if one is not None else None).effects
