"""Events of units: deployment, movement, HP, stats, statuses, defeat."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.hexes import Hex
from protocol.ids import UnitId
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.facts import bags
from server.rules.battle.kernel.state import (
    FELL,
    OBJECTIVE,
    TRACK,
    WAITS,
    BattleState,
    Unit,
)
from server.rules.battle.kernel.words import STATUSES
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def _free(state: BattleState, at: Hex, mover: str) -> bool:
    return all(u.at != at or u.id == mover for u in state.units.values())


def deployed(state: BattleState, event: ev.UnitDeployed) -> Ops:
    """Put a unit into an unoccupied hex: a new one, with all its values, or one off the map."""
    assert _free(state, event.at, event.unit), f"{event.at} is occupied"
    if event.chip is not None:
        unit = msgspec.structs.replace(msgspec.convert(event.chip, Unit), at=event.at)
        return (put(f"units/{event.unit}", unit), put("serial", state.serial + 1))
    here = f"units/{event.unit}"
    revived = (put(f"{here}/hp", event.hp),) if event.hp else ()
    return (put(f"{here}/at", event.at), put(f"{here}/fate", ""), *revived)


def moved(state: BattleState, event: ev.UnitMoved) -> Ops:
    """Move a unit into a hex, also an occupied one. In its own turn it counts as moved.

    If an adventurer moves at the start of its turn, its position at the turn's start changes, too.
    """
    ops: Ops = (put(f"units/{event.unit}/at", event.to),)
    if state.turn is not None and state.turn.unit == event.unit:
        ops = (*ops, put("turn/moved", state.turn.moved + 1))
        if state.turn.step == "start" and event.unit in state.adventurers:
            ops = (*ops, put(f"turn/start/{event.unit}", event.to))
    return ops


def placed(state: BattleState, event: ev.UnitPlaced) -> Ops:
    """Put a unit into a hex; that does not count as moved."""
    return (put(f"units/{event.unit}/at", event.to),)


def defeated(state: BattleState, event: ev.UnitDefeated) -> Ops:
    """Take a defeated unit off the map: an enemy goes on top of the defeated stack.

    Quest units, companions and objective units are set aside (C-57). An enemy chip that is defeated
    as a companion goes back to its bag (C-46). The defeat of an adventurer is noted for the round.
    """
    unit = state.units[event.unit]
    assert not unit.fate, f"{event.unit} is not in play"
    here = f"units/{event.unit}"
    ops: Ops = (put(f"{here}/fate", "defeated"), put(f"{here}/at", None))
    if unit.hp:
        ops = (*ops, put(f"{here}/hp", 0))
    if unit.tokens:
        ops = (*ops, put(f"{here}/tokens", ()))
    if unit.kind == "adventurer":
        ops = (*ops, put(f"used/{notes.key(FELL, 'round')}", 1))
    if _borrowed(unit):
        return (*ops, *_into_bag(state, unit))
    return (*ops, put("fallen", (*state.fallen, event.unit))) if unit.kind == "enemy" else ops


def _borrowed(unit: Unit) -> bool:
    """Return whether a companion is an enemy's chip, for the round or for the battle."""
    return unit.turned or (unit.kind == "companion" and unit.level > 0)


def _into_bag(state: BattleState, unit: Unit) -> Ops:
    return bags.moved(state, f"bag-{unit.level}", unit.chip, 1)


def fallen_taken(state: BattleState, event: ev.FallenTaken) -> Ops:
    """Take a chip off the defeated stack, into its bag if `to` says so. The unit stays defeated."""
    assert event.unit in state.fallen
    left = put("fallen", tuple(unit for unit in state.fallen if unit != event.unit))
    if event.to != "bag":
        return (left,)
    return (left, *_into_bag(state, state.units[event.unit]))


def removed(state: BattleState, event: ev.UnitRemoved) -> Ops:
    """Take an undefeated unit off the map.

    An enemy chip goes back to its bag, unless it is a companion that waits for the next battle.
    """
    unit = state.units[event.unit]
    here = f"units/{event.unit}"
    if event.fate == WAITS:
        return (put(f"{here}/at", None),)
    ops: Ops = (put(f"{here}/fate", event.fate), put(f"{here}/at", None))
    drawn = unit.kind in ("enemy", OBJECTIVE) and unit.level > 0
    return (*ops, *_into_bag(state, unit)) if drawn or _borrowed(unit) else ops


def turned(state: BattleState, event: ev.UnitTurned) -> Ops:
    """Let an enemy change sides, or turn back into what it was: an enemy or an objective unit."""
    unit = state.units[event.unit]
    assert unit.turned != bool(event.controller)
    assert unit.turned or unit.kind in ("enemy", OBJECTIVE)
    here = f"units/{event.unit}"
    joins = bool(event.controller)
    return (
        put(f"{here}/side", "party" if joins else "enemy"),
        put(f"{here}/kind", "companion" if joins else unit.origin or "enemy"),
        put(f"{here}/origin", OBJECTIVE if unit.kind == OBJECTIVE else ""),
        put(f"{here}/controller", event.controller),
        put(f"{here}/turned", joins),
    )


def damage_dealt(state: BattleState, event: ev.DamageDealt) -> Ops:
    """Take HP and bonus HP away, and add them to the damage that the unit took this turn."""
    unit = state.units[event.unit]
    assert event.dealt >= event.prevented + event.bonus + event.taken
    assert unit.hp >= event.taken, "more damage taken than HP left"
    assert unit.bonus >= event.bonus
    ops: Ops = ()
    if event.taken:
        ops = (put(f"units/{event.unit}/hp", unit.hp - event.taken),)
    if event.bonus:
        ops = (*ops, put(f"units/{event.unit}/bonus", unit.bonus - event.bonus))
    if state.turn is not None and event.taken + event.bonus:
        hurt = state.turn.hurt.get(event.unit, 0) + event.taken + event.bonus
        ops = (*ops, put(f"turn/hurt/{event.unit}", hurt))
    return (*ops, *_lost(state, event.unit, event.taken))


def _lost(state: BattleState, unit: UnitId, points: int) -> Ops:
    """Return the operations that add to the HP that a unit has lost this turn, by any means."""
    if state.turn is None or points <= 0:
        return ()
    return (put(f"turn/lost/{unit}", state.turn.lost.get(unit, 0) + points),)


def hp_changed(state: BattleState, event: ev.HpChanged) -> Ops:
    """Set HP and bonus HP that have changed by other means than damage."""
    assert event.hp >= 0
    assert event.bonus >= 0
    here, less = f"units/{event.unit}", state.units[event.unit].hp - event.hp
    changed = (put(f"{here}/hp", event.hp), put(f"{here}/bonus", event.bonus))
    return (*changed, *_lost(state, event.unit, less))


def stat_changed(state: BattleState, event: ev.StatChanged) -> Ops:
    """Set a stat: Health of the unit, the other stats of its mat."""
    place = "units" if event.stat == "health" else "adventurers"
    return (put(f"{place}/{event.unit}/{event.stat}", event.now),)


def form_changed(state: BattleState, event: ev.FormChanged) -> Ops:
    """Set the battle form."""
    return (put(f"adventurers/{event.unit}/form", event.form),)


def status_gained(state: BattleState, event: ev.StatusGained) -> Ops:
    """Put a status die of the supply into the track or onto the chip; never two of one kind."""
    assert event.status in STATUSES
    supply = put("supply/status", state.supply["status"] - 1)
    assert state.supply["status"] > 0
    if event.unit in state.adventurers:
        track = state.adventurers[event.unit].track
        assert event.status not in track
        assert len(track) < TRACK
        return (put(f"adventurers/{event.unit}/track", (*track, event.status)), supply)
    statuses = state.units[event.unit].statuses
    assert event.status not in statuses
    return (put(f"units/{event.unit}/statuses", (*statuses, event.status)), supply)


def status_lost(state: BattleState, event: ev.StatusLost) -> Ops:
    """Put a status die back into the supply."""
    supply = put("supply/status", state.supply["status"] + 1)
    if event.unit in state.adventurers:
        track = state.adventurers[event.unit].track
        kept = tuple(token for token in track if token != event.status)
        assert len(kept) == len(track) - 1
        return (put(f"adventurers/{event.unit}/track", kept), supply)
    statuses = state.units[event.unit].statuses
    assert event.status in statuses
    kept = tuple(s for s in statuses if s != event.status)
    return (put(f"units/{event.unit}/statuses", kept), supply)


def tenacity_changed(state: BattleState, event: ev.TenacityChanged) -> Ops:
    """Set the tenacity peg."""
    assert 0 <= event.now <= 5
    return (put(f"adventurers/{event.unit}/tenacity", event.now),)


APPLY: dict[Any, Any] = {
    ev.UnitDeployed: deployed,
    ev.UnitMoved: moved,
    ev.UnitPlaced: placed,
    ev.UnitDefeated: defeated,
    ev.FallenTaken: fallen_taken,
    ev.UnitRemoved: removed,
    ev.UnitTurned: turned,
    ev.DamageDealt: damage_dealt,
    ev.HpChanged: hp_changed,
    ev.StatChanged: stat_changed,
    ev.FormChanged: form_changed,
    ev.StatusGained: status_gained,
    ev.StatusLost: status_lost,
    ev.TenacityChanged: tenacity_changed,
}
