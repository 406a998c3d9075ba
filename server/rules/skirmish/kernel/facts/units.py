"""Events of units: moves, injuries, losses, engaged pairs, spells, gear."""

from typing import Any

from msgspec.structs import replace

from protocol import skirmish as ev
from protocol.ids import UnitId
from server.rules.engine.patch import Op, drop, put
from server.rules.skirmish.kernel.state import NEVER, MatchState, OngoingSpell, pair_key

Ops = tuple[Op, ...]


def unit_pathed(state: MatchState, event: ev.UnitPathed) -> Ops:
    """Move a unit from the first point of its way, where it is, to the last one."""
    assert state.units[event.unit].at == event.way[0], "a way begins where the unit stands"
    return (put(f"units/{event.unit}/at", event.way[-1]),)


def unit_shifted(state: MatchState, event: ev.UnitShifted) -> Ops:
    """Put a unit that is on the board in another place."""
    assert state.units[event.unit].at is not None
    return (put(f"units/{event.unit}/at", event.to),)


def injury_set(state: MatchState, event: ev.InjurySet) -> Ops:
    """Set the injury state of a unit."""
    assert state.units[event.unit].at is not None
    return (put(f"units/{event.unit}/injury", event.injury),)


def wounds_set(state: MatchState, event: ev.WoundsSet) -> Ops:
    """Set the wounds that a unit has left, at least 1: an injury replaces the last loss (SK-93)."""
    assert 1 <= event.left <= state.units[event.unit].type.wounds
    return (put(f"units/{event.unit}/wounds", event.left),)


def unit_lost(state: MatchState, event: ev.UnitLost) -> Ops:
    """Take an incapacitated unit off the board and end its pairs. It must carry no token."""
    unit = state.units[event.unit]
    assert unit.at is not None
    assert not unit.token, "a token is dropped or taken before its carrier goes"
    gone = replace(unit, at=None, injury="", marks=(), fell=state.turn)
    pairs = [key for key, pair in state.pairs.items() if event.unit in pair]
    return (put(f"units/{event.unit}", gone), *(drop(f"pairs/{key}") for key in pairs))


def unit_raised(state: MatchState, event: ev.UnitRaised) -> Ops:
    """Put a lost unit back on the board with all its wounds."""
    unit = state.units[event.unit]
    assert unit.is_lost
    # Its injury and marks were cleared when it was lost.
    back = replace(unit, at=event.at, fell=NEVER, wounds=unit.type.wounds)
    return (put(f"units/{event.unit}", back),)


def pairs_made(state: MatchState, event: ev.PairsMade) -> Ops:
    """Engage enemies with each other."""
    for one, other in event.pairs:
        assert state.units[one].side != state.units[other].side, "allies never engage each other"
        assert pair_key(one, other) not in state.pairs
    return tuple(put(f"pairs/{pair_key(*pair)}", pair) for pair in event.pairs)


def pairs_ended(state: MatchState, event: ev.PairsEnded) -> Ops:
    """End the engagement of pairs."""
    return tuple(drop(f"pairs/{pair_key(*pair)}") for pair in event.pairs)


def unit_marked(state: MatchState, event: ev.UnitMarked) -> Ops:
    """Set a mark on a unit until the turn ends; a shot is also noted with its turn."""
    unit, mark = state.units[event.unit], event.mark
    assert mark not in unit.marks
    ops: Ops = (put(f"units/{event.unit}/marks", (*unit.marks, mark)),)
    return (*ops, put(f"units/{event.unit}/fired", state.turn)) if mark == "shot" else ops


def shot_declared(state: MatchState, event: ev.ShotDeclared) -> Ops:
    """Note the window that a unit looks out of; a shot without one changes nothing."""
    return (put(f"units/{event.unit}/window", event.window),) if event.window else ()


def gear_lost(state: MatchState, event: ev.GearLost) -> Ops:
    """Take a ranged weapon off a unit."""
    left = list(state.units[event.unit].ranged)
    # One copy only: of two equal pistols the other one stays.
    left.remove(next(weapon for weapon in left if weapon.id == event.weapon))
    return (put(f"units/{event.unit}/ranged", tuple(left)),)


def spell_began(state: MatchState, event: ev.SpellBegan) -> Ops:
    """Begin an ongoing spell. Its caster must have no other."""
    assert event.caster not in state.spells
    return (put(f"spells/{event.caster}", OngoingSpell(event.spell, event.target)),)


def spell_ended(state: MatchState, event: ev.SpellEnded) -> Ops:
    """End a caster's ongoing spell."""
    return (drop(f"spells/{event.caster}"),)


def combat_ended(state: MatchState, event: ev.CombatEnded) -> Ops:
    """Note the units whose combat is resolved in this Melee Phase."""
    fought: tuple[UnitId, ...] = (*state.fought, *event.units)
    return (put("fought", fought),)


APPLY: dict[Any, Any] = {
    ev.UnitPathed: unit_pathed,
    ev.UnitShifted: unit_shifted,
    ev.InjurySet: injury_set,
    ev.WoundsSet: wounds_set,
    ev.UnitLost: unit_lost,
    ev.UnitRaised: unit_raised,
    ev.PairsMade: pairs_made,
    ev.PairsEnded: pairs_ended,
    ev.UnitMarked: unit_marked,
    ev.ShotDeclared: shot_declared,
    ev.GearLost: gear_lost,
    ev.SpellBegan: spell_began,
    ev.SpellEnded: spell_ended,
    ev.CombatEnded: combat_ended,
}
