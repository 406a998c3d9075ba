"""The effects and interrupts of all units, sorted by moment, and cached for as long as they hold.

Every moment asks every unit, and at most moments none acts. So what is in play is kept with the
parts of the state that it was found from; where one of them is replaced, only the units that it
concerns are looked at again.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not

from msgspec import Struct
from msgspec.structs import replace

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
    own: Sequence[tuple[Me, Modifier]] = effects_of(battle, unit).modifiers.get(stat, ())
    if name not in state.adventurers and _is_changed_from_around(battle, unit, stat):
        own = (*own, *_from_around(battle, unit, stat))
    if state.delve is None:
        return active_effects.composed(battle, printed, own)
    around = active_effects.modifiers_of_environments(battle, name)
    these = [at for at in around if at[1].of is stat]
    return active_effects.composed(battle, printed, (*these, *own))


def _is_changed_from_around(battle: Battle, unit: Unit, stat: Stat) -> bool:
    """Return whether anything besides a chip's own skills may change one of its values."""
    return bool(
        unit.dice
        or unit.tokens
        or unit.kind == "companion"
        or battle.game.state.enchantments
        or (unit.side == "enemy" and stat in in_play(battle).changed_of_enemies)
    )


def _from_around(battle: Battle, unit: Unit, stat: Stat) -> list[tuple[Me, Modifier]]:
    """Return the modifiers of a value of a chip that are no skills of its own, but for those of
    environments: of the encounter, of enchantments, then of the party and of dice on it.
    """
    state, found = battle.game.state, list[tuple[Me, Modifier]]()
    of_party = unit.kind == "companion" or bool(unit.dice) or bool(unit.tokens)
    if unit.side == "enemy":
        seen = in_play(battle)
        encounter = state.settings.encounter
        found += [(Me(unit.id, encounter), one) for one in seen.of_enemies.get(stat, ())]
        of_party = of_party or stat in seen.table.changed_of_enemies
    if state.enchantments:
        found += active_effects.modifiers_of_enchantments(battle, unit.id, stat)
    if of_party:
        found += active_effects.modifiers_from_others(battle, unit, stat)
    return found


class _Table:
    """The effects of all units, in the order of the units, and which of them act at a moment."""

    def __init__(self, names: tuple[UnitId, ...], effects: tuple[UnitEffects, ...]) -> None:
        self.names, self.effects = names, effects
        self.moments = set[Moment]().union(*[one.moments for one in effects])
        self.changed_of_enemies = set[Stat]().union(*[one.changes_of_enemies for one in effects])
        """The values of enemies that sheets of the party change."""
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
    """The effects of a unit, and what they were found from, beside the parts of the state that the
    effects of any unit may depend on.
    """

    unit: Unit
    mat: Adventurer | None
    shown: Shown


class InPlay:
    """All effects in play: those of units in a `table`, and those of the encounter, which are no
    unit's. The same object for as long as they stay the same.
    """

    def __init__(
        self,
        table: _Table,
        of_encounter: dict[Moment, tuple[Hook, ...]],
        of_enemies: dict[Stat, tuple[Modifier, ...]],
    ) -> None:
        self.table, self.of_encounter, self.of_enemies = table, of_encounter, of_enemies
        self.changed_of_enemies = table.changed_of_enemies.union(of_enemies)
        """The values of enemies that the encounter or sheets of the party change."""
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
    """What is in play in a state, and the parts of the state that it was found from: `lasting` are
    those of the notes that any effect depends on.
    """

    units: Mapping[UnitId, Unit]
    mats: Mapping[UnitId, Adventurer]
    dice: Mapping[DieId, Die]
    settings: Settings
    spells: Mapping[CardId, Enchantment]
    tiles: object
    in_hexes: object
    used: Mapping[str, int]
    of_turn: Mapping[str, int]
    silent: tuple[UnitId, ...]
    lasting: tuple[Mapping[str, int], ...]
    by_unit: dict[UnitId, _Found]
    in_play: InPlay


def in_play(battle: Battle) -> InPlay:
    """Return all effects in play now. They are mostly those of the state before."""
    seen = battle.effects
    if seen is not None and seen[0] is battle.game.state:
        known: _Latest = seen[1]
        return known.in_play
    return _latest(battle).in_play


def _latest(battle: Battle) -> _Latest:
    """Return what is in play in the present state, found anew only where the state before has other
    parts.
    """
    state = battle.game.state
    last: _Latest | None = battle.of_parts.latest.get(LATEST)
    of_turn = state.turn.used if state.turn is not None else active_effects.NO_NOTES
    # Compared by identity, not by value: comparing all units at every moment would cost more than
    # finding their effects.
    if (
        last is None
        or last.units is not state.units
        or last.mats is not state.adventurers
        or last.dice is not state.dice
        or last.tiles is not state.tiles
        or last.in_hexes is not state.in_hexes
        or last.spells is not state.enchantments
        or last.settings is not state.settings
        or last.silent is not battle.silent
    ):
        last = battle.of_parts.latest[LATEST] = _found_anew(battle, last, of_turn)
    elif last.used is not state.used or last.of_turn is not of_turn:
        last = battle.of_parts.latest[LATEST] = _with_notes(battle, last, of_turn)
    battle.effects = (state, last)
    return last


def _with_notes(battle: Battle, last: _Latest, of_turn: Mapping[str, int]) -> _Latest:
    """Return what is in play where nothing but notes has changed."""
    if last.lasting is not active_effects.where_lasting(battle):
        return _found_anew(battle, last, of_turn)
    return replace(last, used=battle.game.state.used, of_turn=of_turn)


def _found_anew(battle: Battle, last: _Latest | None, of_turn: Mapping[str, int]) -> _Latest:
    """Find what is in play, anew only for the units of which a part has been replaced."""
    state = battle.game.state
    units, mats, dice = state.units, state.adventurers, state.dice
    parts = (units, mats, dice, state.settings, state.enchantments, state.tiles, state.in_hexes)
    lasting = active_effects.where_lasting(battle)
    # Rarely anybody's skills are silenced, and the empty tuple is always the same object.
    notes = (state.used, of_turn, battle.silent, lasting)
    if last is None or not _holds(battle, last, lasting):
        by_unit = {name: _found(battle, unit, mats.get(name), None) for name, unit in units.items()}
        return _Latest(*parts, *notes, by_unit, _arranged(battle, by_unit))
    before, changed = last.by_unit, dict[UnitId, _Found]()
    same = units is last.units or list(units) == list(last.units)
    for name in _replaced(state, last) if same else units:
        unit, mat, one = units[name], mats.get(name), before.get(name)
        now = changed[name] = _found(battle, unit, mat, one)
        same = same and one is not None and now.shown.effects is one.shown.effects
    by_unit = {**before, **changed} if changed else before
    if same:
        return _Latest(*parts, *notes, by_unit, last.in_play)
    by_unit = {name: by_unit[name] for name in units}
    return _Latest(*parts, *notes, by_unit, _arranged(battle, by_unit))


def _holds(battle: Battle, last: _Latest, lasting: tuple[Mapping[str, int], ...]) -> bool:
    """Return whether those parts of the state that the effects of any unit may depend on are still
    the same objects. `lasting` are the notes of items that last.
    """
    state = battle.game.state
    return (
        last.settings is state.settings
        and last.spells is state.enchantments
        and last.in_hexes is state.in_hexes
        and not (last.spells and last.tiles is not state.tiles)
        and last.silent is battle.silent
        and last.lasting is lasting
    )


def _replaced(state: BattleState, last: _Latest) -> list[UnitId]:
    """Return the units of which the chip, the mat or a die is another than in `last`, while the
    units are the same.
    """
    before, found, units = last.by_unit, list[UnitId](), state.units
    if units is not last.units:
        # The names are the same, in the same order, so that each stands at its own of before.
        found += compress(units, map(is_not, units.values(), last.units.values()))
    if state.adventurers is not last.mats:
        mats = state.adventurers
        found += [name for name in mats if name in before and mats[name] is not before[name].mat]
    if state.dice is not last.dice:
        found += [
            name
            for name, one in before.items()
            if one.shown.dice and not one.shown.still(state.dice)
        ]
    return list(dict.fromkeys(found))


def _arranged(battle: Battle, by_unit: dict[UnitId, _Found]) -> InPlay:
    """Return what is in play, of units in this order."""
    state, known = battle.game.state, catalogue_of(battle).known
    names, effects = tuple(by_unit), tuple([one.shown.effects for one in by_unit.values()])
    # Effects may be those of another state or battle: its table comes with what it has cached.
    table = known.get((TABLE, names, effects), lambda: _Table(names, effects))
    hooks, of_enemies = battle.of_parts.get(
        (state.settings, len(state.adventurers)), OF_ENCOUNTER, lambda: _of_encounter(battle)
    )
    return InPlay(table, hooks, of_enemies)


def _of_encounter(
    battle: Battle,
) -> tuple[dict[Moment, tuple[Hook, ...]], dict[Stat, tuple[Modifier, ...]]]:
    """Return the hooks of the encounter by moment, and its modifiers of enemies by their value."""
    hooks: dict[Moment, tuple[Hook, ...]] = {}
    of_enemies: dict[Stat, tuple[Modifier, ...]] = {}
    for source in active_effects.encounter_sources(battle):
        for moment, these in source.at.items():
            hooks[moment] = (*hooks.get(moment, ()), *these)
        for one in source.modifiers:
            of_enemies[one.of] = (*of_enemies.get(one.of, ()), one)
    return hooks, of_enemies


def _found(battle: Battle, unit: Unit, mat: Adventurer | None, one: _Found | None) -> _Found:
    """Return a unit's effects; `one` holds those of an earlier state, None if there are none."""
    if one is None:
        return _Found(unit, mat, shown_by(battle, unit, mat, None))
    state, shown = battle.game.state, one.shown
    if not state.enchantments and shown.still(state.dice):
        if one.unit is unit and one.mat is mat:
            return one
        if _is_alike(one.unit, unit) and shown.still_on(battle, one.mat, mat):
            return _Found(unit, mat, shown)
    return _Found(unit, mat, shown_by(battle, unit, mat, shown))


def _is_alike(was: Unit, unit: Unit) -> bool:
    """Return whether effects find the same on a unit that was replaced. Mostly the hex or the HP
    have changed, on which nothing depends.
    """
    return was is unit or (
        was.dice == unit.dice and was.statuses == unit.statuses and was.chip == unit.chip
    )


def effects_of(battle: Battle, unit: Unit) -> UnitEffects:
    """Return the effects of a unit now, found anew only if something they depend on has changed."""
    seen = battle.effects
    last: _Latest = (
        seen[1] if seen is not None and seen[0] is battle.game.state else _latest(battle)
    )
    if unit.id in last.by_unit:
        one = last.by_unit[unit.id]
        if one.unit is unit:
            return one.shown.effects
    # A unit that is not, or not like that, among those of the state.
    mat = battle.game.state.adventurers.get(unit.id)
    return shown_by(battle, unit, mat, None).effects
