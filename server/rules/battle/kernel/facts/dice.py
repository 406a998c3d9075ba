"""Events of dice: every die leaves one place and comes to exactly one other."""

from typing import Any

from protocol import battle as ev
from protocol.ids import DieId, UnitId
from server.rules.battle.kernel.state import FATIGUE, SLOTS, TOKEN, TRACK, BattleState, Burden
from server.rules.battle.kernel.words import STATUSES
from server.rules.engine.patch import Op, drop, put

Ops = tuple[Op, ...]
PLACES = ("row", "rolled", "active", "track", "drained")


def place_of(state: BattleState, die: DieId) -> tuple[UnitId, str]:
    """Return where a skill die is: the unit that has it, and the place ("row", "track" and so on).

    The place "on" is a unit's chip. For "in", a hex, the unit is the die's owner. Raises
    AssertionError for a die that is nowhere, which no rule may bring about.
    """
    if die in state.in_hexes:
        return state.dice[die].owner, "in"
    owner = state.dice[die].owner
    for name in (owner, *state.adventurers):
        mat = state.adventurers[name]
        for place in PLACES:
            if die in getattr(mat, place):
                return name, place
    for unit in state.units.values():
        if die in unit.dice:
            return unit.id, "on"
    raise AssertionError(f"{die} is lost")


def _without(dice: tuple[str, ...], die: DieId) -> tuple[str, ...]:
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


def _lifted(state: BattleState, die: DieId) -> Op:
    return _lifted_from(state, die, *place_of(state, die))


def _lifted_from(state: BattleState, die: DieId, holder: UnitId, place: str) -> Op:
    if place == "in":
        return drop(f"in_hexes/{die}")
    if place == "on":
        return put(f"units/{holder}/dice", _without(state.units[holder].dice, die))
    mat = state.adventurers[holder]
    return put(f"adventurers/{holder}/{place}", _without(getattr(mat, place), die))


def _laid(state: BattleState, die: DieId, place: str, most: int = 99) -> Ops:
    owner = state.dice[die].owner
    holder, was = place_of(state, die)
    mat = state.adventurers[owner]
    there: tuple[str, ...] = getattr(mat, place)
    if (holder, was) == (owner, place):
        return (put(f"adventurers/{owner}/{place}", (*_without(there, die), die)),)
    assert len(there) < most, f"no room for {die}: {place} is full"
    lifted = _lifted_from(state, die, holder, was)
    return (lifted, put(f"adventurers/{owner}/{place}", (*there, die)))


def gathered(state: BattleState, event: ev.DiceGathered) -> Ops:
    """Move dice from the row into the roll."""
    mat = state.adventurers[event.unit]
    assert set(event.dice) <= set(mat.row), "only available dice are gathered"
    row = tuple(die for die in mat.row if die not in event.dice)
    here = f"adventurers/{event.unit}"
    return (put(f"{here}/row", row), put(f"{here}/rolled", (*mat.rolled, *event.dice)))


def shown(state: BattleState, event: ev.DiceShown) -> Ops:
    """Set the faces of some dice."""
    return tuple(
        put(f"dice/{die}/face", face) for die, face in zip(event.dice, event.faces, strict=True)
    )


def exhausted(state: BattleState, event: ev.DieExhausted) -> Ops:
    """Put a die at the end of its owner's track, which must have room."""
    return _laid(state, event.die, "track", TRACK)


def drained(state: BattleState, event: ev.DieDrained) -> Ops:
    """Put a die on its owner's race sheet."""
    return _laid(state, event.die, "drained")


def recovered(state: BattleState, event: ev.DieRecovered) -> Ops:
    """Put a die back into its owner's row, showing no face."""
    return (*_laid(state, event.die, "row"), put(f"dice/{event.die}/face", -1))


def activated(state: BattleState, event: ev.DieActivated) -> Ops:
    """Put a die into an active slot of its owner or of another adventurer; four at most."""
    slots = state.adventurers[event.unit].active
    assert len(slots) < SLOTS
    return (
        _lifted(state, event.die),
        put(f"adventurers/{event.unit}/active", (*slots, event.die)),
    )


def set_on(state: BattleState, event: ev.DieSetOn) -> Ops:
    """Put a die onto a unit's chip, or into the track of an adventurer."""
    if event.unit in state.adventurers:
        track = state.adventurers[event.unit].track
        assert len(track) < TRACK
        return (
            _lifted(state, event.die),
            put(f"adventurers/{event.unit}/track", (*track, event.die)),
        )
    dice = state.units[event.unit].dice
    return (_lifted(state, event.die), put(f"units/{event.unit}/dice", (*dice, event.die)))


def set_in(state: BattleState, event: ev.DieSetIn) -> Ops:
    """Put a die into a hex of the map."""
    assert event.die not in state.in_hexes
    return (_lifted(state, event.die), put(f"in_hexes/{event.die}", event.at))


def fatigue_gained(state: BattleState, event: ev.FatigueGained) -> Ops:
    """Put a fatigue die of the supply at the end of the track, or into a slot."""
    assert event.kind in FATIGUE
    assert state.supply[event.kind] > 0
    mat = state.adventurers[event.unit]
    there: tuple[str, ...] = getattr(mat, event.where)
    assert len(there) < (TRACK if event.where == "track" else SLOTS)
    return (
        put(f"adventurers/{event.unit}/{event.where}", (*there, event.kind)),
        put(f"supply/{event.kind}", state.supply[event.kind] - 1),
    )


def _to_supply(state: BattleState, token: str) -> Op:
    kind = "status" if token in STATUSES else token
    return put(f"supply/{kind}", state.supply[kind] + 1)


def replaced(state: BattleState, event: ev.TrackReplaced) -> Ops:
    """Put a fatigue or status die into the place of a die of the track.

    A skill die that goes back to its row shows no face any more.
    """
    mat = state.adventurers[event.unit]
    old = mat.track[event.place]
    track = (*mat.track[: event.place], event.token, *mat.track[event.place + 1 :])
    ops: Ops = (put(f"adventurers/{event.unit}/track", track),)
    if old in STATUSES and event.token in STATUSES:
        return ops
    assert state.supply[event.token] > 0
    ops = (*ops, put(f"supply/{event.token}", state.supply[event.token] - 1))
    if old not in state.dice:
        return (*ops, _to_supply(state, old))
    owner = state.dice[DieId(old)].owner
    there: tuple[str, ...] = getattr(state.adventurers[owner], event.to)
    ops = (*ops, put(f"adventurers/{owner}/{event.to}", (*there, old)))
    return (*ops, put(f"dice/{old}/face", -1)) if event.to == "row" else ops


def token_removed(state: BattleState, event: ev.TokenRemoved) -> Ops:
    """Take a fatigue, status or class token off the mat; what lies behind it moves up."""
    there: tuple[str, ...] = getattr(state.adventurers[event.unit], event.where)
    assert there[event.place] == event.token
    kept = there[: event.place] + there[event.place + 1 :]
    taken = put(f"adventurers/{event.unit}/{event.where}", kept)
    return (taken,) if event.token == TOKEN else (taken, _to_supply(state, event.token))


def token_moved(state: BattleState, event: ev.TokenMoved) -> Ops:
    """Move a die of the track to its end."""
    track = state.adventurers[event.unit].track
    assert track[event.place] == event.token
    kept = track[: event.place] + track[event.place + 1 :]
    return (put(f"adventurers/{event.unit}/track", (*kept, event.token)),)


def fatigue_set_on(state: BattleState, event: ev.FatigueSetOn) -> Ops:
    """Put a fatigue die of the supply onto a unit's chip."""
    assert state.supply[event.kind] > 0
    fatigue = (*state.units[event.unit].fatigue, Burden(event.kind, event.owner))
    return (
        put(f"units/{event.unit}/fatigue", fatigue),
        put(f"supply/{event.kind}", state.supply[event.kind] - 1),
    )


def fatigue_cleared(state: BattleState, event: ev.FatigueCleared) -> Ops:
    """Put all fatigue dice on a unit's chip back into the supply."""
    fatigue = state.units[event.unit].fatigue
    kinds = [burden.kind for burden in fatigue]
    return (
        put(f"units/{event.unit}/fatigue", ()),
        *(
            put(f"supply/{kind}", state.supply[kind] + kinds.count(kind))
            for kind in FATIGUE
            if kind in kinds
        ),
    )


APPLY: dict[Any, Any] = {
    ev.DiceGathered: gathered,
    ev.DiceShown: shown,
    ev.DieExhausted: exhausted,
    ev.DieDrained: drained,
    ev.DieRecovered: recovered,
    ev.DieActivated: activated,
    ev.DieSetIn: set_in,
    ev.DieSetOn: set_on,
    ev.FatigueGained: fatigue_gained,
    ev.TrackReplaced: replaced,
    ev.TokenRemoved: token_removed,
    ev.TokenMoved: token_moved,
    ev.FatigueSetOn: fatigue_set_on,
    ev.FatigueCleared: fatigue_cleared,
}
