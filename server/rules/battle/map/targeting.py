"""Range, sight and who may be targeted (p58, p61, p67, p89)."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from protocol.hexes import Hex
from protocol.ids import NoteName, UnitId
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import FormOrHeld, Side, Trait

UNSEEN: Trait = "unseen"
"""The trait of a unit that cannot be targeted at all while it is in Stealth."""
FIXED: dict[FormOrHeld, tuple[int, int]] = {
    "light-weapon": (1, 1),
    "heavy-weapon": (1, 1),
    "defensive": (1, 0),
}
"""The reach in forms in which neither values nor Blind change it."""
OPPOSITE: dict[Side, Side] = {"party": "enemy", "enemy": "party"}


def shown(unit: UnitId) -> NoteName:
    """Return the name of the note that a unit does without the trait `UNSEEN` until the end of the
    turn (CLS-17).
    """
    return notes.named(unit, "shown")


def reach(battle: Battle, name: UnitId, form: FormOrHeld = "") -> tuple[int, int]:
    """Return the nearest and the farthest distance to targets, in hexes, (1, 0) if none can be
    reached. `form` is a battle form, "" the one held (FRM-1 to FRM-5, STS-6).
    """
    mats = battle.game.state.adventurers
    if name in mats:
        held = form or mats[name].form
        if held in FIXED:
            return FIXED[held]
    return battle.known(("reach", name, form), _reach, battle, name, form)


def _reach(battle: Battle, name: UnitId, form: FormOrHeld) -> tuple[int, int]:
    state = battle.game.state
    mat = state.adventurers.get(name)
    if "blind" in (state.units[name].statuses if mat is None else mat.track):
        return 1, 1
    if mat is None:
        printed = catalogue_of(battle).chips[state.units[name].chip].range
        return 1, battle.value(name, Stat.RANGE, printed).value
    held = form or mat.form
    match held:
        case "ranged-weapon":
            return 2, battle.value(name, Stat.RANGE, mat.stamina).value
        case "magic":
            return 1, battle.value(name, Stat.RANGE, mat.magicka).value
        case "light-weapon" | "heavy-weapon" | "defensive":
            return FIXED[held]
        case _:
            assert_never(held)


def in_range(battle: Battle, by: UnitId, unit: UnitId, form: FormOrHeld = "") -> bool:
    """Return whether a unit is within another's range; always within its own (MAP-8, C-14)."""
    if by == unit:
        return True
    low, high = reach(battle, by, form)
    return low <= battle.distance(by, unit) <= high


class Aimed(NamedTuple):
    """The units that a unit may target apart from range and sight, in the order of their arrival,
    and what decides which of them it has as targets: whether it sees `everywhere`, and whether it
    is `blind`.
    """

    units: tuple[Unit, ...]
    everywhere: bool
    blind: bool


def aimed(battle: Battle, by: UnitId) -> Aimed:
    """Return which units a unit may target, apart from range and sight: by their sides, Stealth and
    effects (TRM-5, REL-2).
    """
    # Cached apart from range: a turn asks for several ranges, and an enemy's move for every hex.
    return battle.known(("aimed", by), _aimed, battle, by)


def _aimed(battle: Battle, name: UnitId) -> Aimed:
    state = battle.game.state
    by, mats, blind = state.units[name], state.adventurers, battle.has(name, "blind")
    spared = [burden.owner for burden in by.fatigue] if by.fatigue else ()
    found: list[Unit] = []
    for unit in battle.in_play(None if blind else OPPOSITE[by.side], decoys=by.side == "enemy"):
        if unit.at is None or unit.id == name or unit.id in spared:
            continue
        in_stealth = "stealth" in (mats[unit.id].track if unit.id in mats else unit.statuses)
        if not in_stealth or _sees_hidden(battle, by, unit):
            found.append(unit)
    everywhere = active_effects.has_skill(battle, name, "vision")
    return Aimed(tuple(found), everywhere, blind)


def _sees_hidden(battle: Battle, by: Unit, unit: Unit) -> bool:
    """Return whether a unit may target one that is in Stealth."""
    if unit.side != by.side and _is_unseen(battle, unit.id):
        return False
    detects = active_effects.has_skill(battle, by.id, "detection")
    return detects or battle.was_adjacent(by.id, unit.id)


def _is_unseen(battle: Battle, unit: UnitId) -> bool:
    does_without = notes.in_turn(battle.state, shown(unit))
    return not does_without and UNSEEN in active_effects.traits(battle, unit)


def targets_with_hexes(battle: Battle, by: UnitId) -> list[tuple[Unit, frozenset[Hex]]]:
    """Return the units that a unit may target, each with the hexes from which it could."""
    low, high = reach(battle, by)
    ground, (units, everywhere, _) = battle.ground, aimed(battle, by)
    return [
        (unit, ground.within(unit.at, low, high, everywhere))
        for unit in units
        if unit.at is not None
    ]


def targets(battle: Battle, by: UnitId, form: FormOrHeld = "", more: int = 0) -> list[Unit]:
    """Return the units that a unit can target now, in a `form` and with `more` hexes of range; a
    blind one only the strongest of those adjacent (STS-6).
    """
    low, high = reach(battle, by, form)
    return list(within(battle, by, low, high + more))


def within(battle: Battle, by: UnitId, low: int, high: int) -> Sequence[Unit]:
    """Return the units that a unit could target now if it reached from `low` to `high` hexes."""
    if high < low:
        return ()
    # Cached by range, not by form: several forms have the same, and a turn's menu asks for all.
    asked = ("targets", by, str(low), str(high))
    return battle.known(asked, _within, battle, by, low, high)


def _within(battle: Battle, by: UnitId, low: int, high: int) -> Sequence[Unit]:
    here = battle.unit(by).at
    if here is None:
        return ()
    units, everywhere, blind = aimed(battle, by)
    near = battle.ground.within(here, low, high, everywhere)
    found = [unit for unit in units if unit.at in near]
    if found and blind:
        most = max(unit.hp for unit in found)
        return [unit for unit in found if unit.hp == most]
    return found


def targetable(
    battle: Battle, by: UnitId, unit: UnitId, form: FormOrHeld = "", more: int = 0
) -> bool:
    """Return whether a unit can target another now (see `targets`)."""
    return any(found.id == unit for found in targets(battle, by, form, more))


def hexes_in_range(battle: Battle, by: UnitId, form: FormOrHeld = "") -> list[Hex]:
    """Return the hexes within a unit's range, without its own; sight does not matter."""
    at = battle.unit(by).at
    if at is None:
        return []
    low, high = reach(battle, by, form)
    far = battle.ground.distances(at)
    return [there for there, steps in far.items() if steps and low <= steps <= high]


def enemies_in_range(battle: Battle, by: UnitId) -> list[Unit]:
    """Return the enemies within a party unit's range; sight does not matter."""
    return [u for u in battle.in_play("enemy") if in_range(battle, by, u.id)]
