"""Events of a match's course: deployment, turns and phases, treasure, the end."""

from typing import Any

from msgspec.structs import replace

from protocol import skirmish as ev
from protocol.events import BattleStopped
from protocol.skirmish import MatchEnding
from server.rules.engine.patch import Op, put
from server.rules.skirmish.components import Recruit
from server.rules.skirmish.kernel.mustering import LETTERS, mustered
from server.rules.skirmish.kernel.state import MatchState

Ops = tuple[Op, ...]


def roster_drafted(state: MatchState, event: ev.RosterDrafted) -> Ops:
    """Set the roster that a side musters."""
    before = state.drafts[event.side]
    recruits = tuple(Recruit(one.type, one.weapons, one.armour) for one in event.recruits)
    now = replace(before, warband=event.warband, recruits=recruits)
    return (put(f"drafts/{event.side}", now),)


def side_mustered(state: MatchState, event: ev.SideMustered) -> Ops:
    """Give a side the units of its draft; with the last one the market closes."""
    assert state.market is not None
    roster, box = state.drafts[event.side], state.market.box
    letter = LETTERS[state.sides[event.side].zone]
    ops: Ops = (put(f"sides/{event.side}/warband", box.warbands[roster.warband]),)
    for unit in mustered(letter, event.side, roster, box):
        ops = (*ops, put(f"units/{unit.id}", unit))
    left = {seat: one for seat, one in state.drafts.items() if seat != event.side}
    return (*ops, put("drafts", left)) if left else (*ops, put("drafts", {}), put("market", None))


def first_side_set(state: MatchState, event: ev.FirstSideSet) -> Ops:
    """Set who deploys first and has the first turn."""
    assert event.side in state.sides
    return (put("first", event.side), put("active", event.side))


def unit_stationed(state: MatchState, event: ev.UnitStationed) -> Ops:
    """Put a unit on the board that has not been on it before."""
    unit = state.units[event.unit]
    assert unit.at is None, f"{event.unit} is on the board"
    assert not unit.is_lost
    return (put(f"units/{event.unit}/at", event.at),)


def vanguard_settled(state: MatchState, event: ev.VanguardSettled) -> Ops:
    """Note that a unit with Vanguard has decided."""
    assert event.unit not in state.settled
    return (put("settled", (*state.settled, event.unit)),)


def phase_entered(state: MatchState, event: ev.PhaseEntered) -> Ops:
    """Set the phase; a Melee Phase begins with no combat fought."""
    phase = put("phase", event.phase)
    return (phase, put("fought", ())) if state.fought else (phase,)


def side_turn_began(state: MatchState, event: ev.SideTurnBegan) -> Ops:
    """Set whose turn it is, and count it. Units of that side are no longer at windows (SK-21)."""
    assert event.turn == state.turn + 1, "turns are counted in order"
    ops: Ops = (put("turn", event.turn), put("active", event.side))
    for unit in state.units.values():
        if unit.side == event.side and unit.window:
            ops = (*ops, put(f"units/{unit.id}/window", None))
    return ops


def side_turn_ended(state: MatchState, event: ev.SideTurnEnded) -> Ops:
    """Clear the marks of the turn (SK-27), and let the side's staggered units recover (SK-96)."""
    assert event.side == state.active
    ops: Ops = ()
    # Marks of both sides: enemies may have been daunted in this turn (SK-71).
    for unit in state.units.values():
        recovers = unit.side == event.side and unit.injury == "staggered"
        if unit.marks or recovers:
            now = replace(unit, marks=(), injury="" if recovers else unit.injury)
            ops = (*ops, put(f"units/{unit.id}", now))
    return ops


def token_taken(state: MatchState, event: ev.TokenTaken) -> Ops:
    """Give a token that lies free to a unit that carries none."""
    assert not state.units[event.unit].token
    assert all(unit.token != event.token for unit in state.units.values())
    assert event.token in state.tokens
    return (put(f"units/{event.unit}/token", event.token),)


def token_dropped(state: MatchState, event: ev.TokenDropped) -> Ops:
    """Put a token down at a point; its carrier has it no longer."""
    assert event.token in state.tokens
    ops: Ops = (put(f"tokens/{event.token}/at", event.at),)
    holders = [unit for unit in state.units.values() if unit.token == event.token]
    return (*ops, *(put(f"units/{unit.id}/token", "") for unit in holders))


def token_secured(state: MatchState, event: ev.TokenSecured) -> Ops:
    """Note which side a free token went to after the match."""
    return (put(f"tokens/{event.token}/kept", event.side),)


def match_ended(state: MatchState, event: ev.MatchEnded) -> Ops:
    """Set the winner and how the match ended."""
    assert not state.winner
    assert event.winner in state.sides
    return (put("winner", event.winner), put("how", event.how), put("phase", "over"))


def battle_stopped(state: MatchState, event: BattleStopped) -> Ops:
    """End the match with the other side as winner if one gives up or is late; without a winner, and
    unchanged, if an operator ends it.
    """
    if not event.by:
        return ()
    assert not state.winner
    winner = next(seat for seat in state.sides if seat != event.by)
    how: MatchEnding = "out of time" if event.late else "resigned"
    return (put("winner", winner), put("how", how), put("phase", "over"))


APPLY: dict[Any, Any] = {
    ev.RosterDrafted: roster_drafted,
    ev.SideMustered: side_mustered,
    BattleStopped: battle_stopped,
    ev.FirstSideSet: first_side_set,
    ev.UnitStationed: unit_stationed,
    ev.VanguardSettled: vanguard_settled,
    ev.PhaseEntered: phase_entered,
    ev.SideTurnBegan: side_turn_began,
    ev.SideTurnEnded: side_turn_ended,
    ev.TokenTaken: token_taken,
    ev.TokenDropped: token_dropped,
    ev.TokenSecured: token_secured,
    ev.MatchEnded: match_ended,
}
