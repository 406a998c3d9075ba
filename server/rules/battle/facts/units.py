"""Events that happen to chips: deployment, movement, HP, statuses, defeat."""

from typing import Any

import msgspec

from protocol import battle as ev
from protocol.hexes import Hex
from server.rules.battle.facts import bags
from server.rules.battle.state import FELL, OBJECTIVE, STATUSES, TRACK, WAITS, BattleState, Unit
from server.rules.engine.patch import Op, put

Ops = tuple[Op, ...]


def _free(state: BattleState, at: Hex, mover: str) -> bool:
    return all(u.at != at or u.id == mover for u in state.units.values())


def deployed(state: BattleState, event: ev.UnitDeployed) -> Ops:
    """A chip enters an unoccupied hex, a new one with its whole figures."""
    assert _free(state, event.at, event.unit), f"{event.at} is occupied"
    if event.chip is not None:
        unit = msgspec.structs.replace(msgspec.convert(event.chip, Unit), at=event.at)
        return (put(f"units/{event.unit}", unit), put("serial", state.serial + 1))
    here = f"units/{event.unit}"
    revived = (put(f"{here}/hp", event.hp),) if event.hp else ()
    return (put(f"{here}/at", event.at), put(f"{here}/fate", ""), *revived)


def moved(state: BattleState, event: ev.UnitMoved) -> Ops:
    """Another hex; counts as moved in the unit's own turn. Passing through others is allowed.

    An adventurer's movement at the start of its turn changes where it stood as the turn began.
    """
    ops: Ops = (put(f"units/{event.unit}/at", event.to),)
    if state.turn is not None and state.turn.unit == event.unit:
        ops = (*ops, put("turn/moved", state.turn.moved + 1))
        if state.turn.step == "start" and event.unit in state.adventurers:
            ops = (*ops, put(f"turn/start/{event.unit}", event.to))
    return ops


def placed(state: BattleState, event: ev.UnitPlaced) -> Ops:
    """Another hex, without having moved."""
    return (put(f"units/{event.unit}/at", event.to),)


def defeated(state: BattleState, event: ev.UnitDefeated) -> Ops:
    """Off the map; an enemy on top of the defeated stack, quest units and companions aside.

    An enemy chip that fell as a companion goes back to its bag (C-46). Objective units are set
    aside like quest units (C-57). That an adventurer fell is remembered until the round is over.
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
        ops = (*ops, put(f"used/{FELL}", 1))
    if _borrowed(unit):
        return (*ops, *_into_bag(state, unit))
    return (*ops, put("fallen", (*state.fallen, event.unit))) if unit.kind == "enemy" else ops


def _borrowed(unit: Unit) -> bool:
    """Whether a companion is an enemy's chip, for the round or for the battle."""
    return unit.turned or (unit.kind == "companion" and unit.level > 0)


def _into_bag(state: BattleState, unit: Unit) -> Ops:
    return bags.moved(state, f"bag-{unit.level}", unit.chip, 1)


def fallen_taken(state: BattleState, event: ev.FallenTaken) -> Ops:
    """Off the defeated stack; the unit that it was stays defeated."""
    assert event.unit in state.fallen
    left = put("fallen", tuple(unit for unit in state.fallen if unit != event.unit))
    if event.to != "bag":
        return (left,)
    return (left, *_into_bag(state, state.units[event.unit]))


def removed(state: BattleState, event: ev.UnitRemoved) -> Ops:
    """Off the map undefeated; an enemy chip goes back to its bag, unless it waits as a friend."""
    unit = state.units[event.unit]
    here = f"units/{event.unit}"
    if event.fate == WAITS:
        return (put(f"{here}/at", None),)
    ops: Ops = (put(f"{here}/fate", event.fate), put(f"{here}/at", None))
    drawn = unit.kind in ("enemy", OBJECTIVE) and unit.level > 0
    return (*ops, *_into_bag(state, unit)) if drawn or _borrowed(unit) else ops


def turned(state: BattleState, event: ev.UnitTurned) -> Ops:
    """An enemy changes sides, or is back on its own, an objective unit as such."""
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
    """HP and bonus HP go down; who took damage this turn is remembered, on bonus HP too."""
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
    return ops


def hp_changed(state: BattleState, event: ev.HpChanged) -> Ops:
    """HP by other means than damage."""
    assert event.hp >= 0
    assert event.bonus >= 0
    here = f"units/{event.unit}"
    return (put(f"{here}/hp", event.hp), put(f"{here}/bonus", event.bonus))


def stat_changed(state: BattleState, event: ev.StatChanged) -> Ops:
    """Health stands with the chip, the other stats with the mat."""
    place = "units" if event.stat == "health" else "adventurers"
    return (put(f"{place}/{event.unit}/{event.stat}", event.now),)


def form_changed(state: BattleState, event: ev.FormChanged) -> Ops:
    """The battle form."""
    return (put(f"adventurers/{event.unit}/form", event.form),)


def status_gained(state: BattleState, event: ev.StatusGained) -> Ops:
    """A die from the supply into the track, or onto the chip. Never two of one kind."""
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
    """The die goes back to the supply."""
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
    """The peg."""
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
