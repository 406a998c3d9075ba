"""Gaining and losing the six status effects (p23, p67)."""

from typing import TYPE_CHECKING

from protocol.battle import DieSetOn, StatusGained, StatusLost, TokenMoved
from server.rules.battle import cooldown
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import DECOY, STATUSES, TRACK

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def gain(battle: "Battle", unit: str, status: str, *, even_quest: bool = False) -> bool:
    """A unit gains a status; True if the die is on it now (STS-1 to STS-4, LIM-6).

    An adventurer who has it already moves the die to the end of the track; other units hold one of
    each kind. Quest units are immune unless the text says otherwise.
    """
    chip = battle.unit(unit)
    if chip.fate or chip.kind == DECOY or (chip.kind == "quest" and not even_quest):
        return False
    now = battle.at(Happening(Moment.STATUS_COMING, unit=unit, kind=status))
    if now.stopped:
        return False
    mat = battle.state.adventurers.get(unit)
    if mat is None:
        if status in chip.statuses or not battle.state.supply["status"]:
            return False
        battle.emit(StatusGained(unit, status))
        return True
    if status in mat.track:
        battle.emit(TokenMoved(unit, mat.track.index(status), status))
        return True
    if not battle.state.supply["status"]:
        return False
    if len(mat.track) == TRACK:
        cooldown.overflow(battle, unit)
        return False
    battle.emit(StatusGained(unit, status))
    return True


def gain_die(battle: "Battle", unit: str, die: str, what: str) -> bool:
    """An adventurer gains a skill die of code S as a status die; True if it lies in the track now.

    What stops statuses stops it, too: the die is exhausted. A full track overflows, and the die is
    drained (CD-7, CD-8).
    """
    now = battle.at(Happening(Moment.STATUS_COMING, unit=unit, kind=what))
    if now.stopped:
        cooldown.exhaust(battle, die, resolved=True)
    elif len(battle.mat(unit).track) == TRACK:
        cooldown.drain(battle, die)
        cooldown.overflow(battle, unit)
    else:
        battle.emit(DieSetOn(die, unit))
        return True
    return False


def lose(battle: "Battle", unit: str, status: str) -> bool:
    """A status leaves a unit; False if it was not there."""
    if not battle.has(unit, status):
        return False
    battle.emit(StatusLost(unit, status))
    answer_loss(battle, unit, status)
    return True


def answer_loss(battle: "Battle", unit: str, status: str) -> None:
    """Let effects answer that a status has left a unit; not once the battle is decided."""
    if not battle.state.outcome:
        battle.at(Happening(Moment.STATUS_LOST, unit=unit, kind=status))


def may_roll(battle: "Battle", unit: str) -> bool:
    """Whether a unit may roll dice now: not if dazed, having moved in its turn (STS-7, STS-15)."""
    turn = battle.state.turn
    moved = turn is not None and turn.unit == unit and turn.moved > 0
    return not (moved and battle.has(unit, "daze"))


def may_step(battle: "Battle", unit: str) -> bool:
    """Whether a unit may move now: not when dazed, having rolled dice in its turn (STS-7)."""
    turn = battle.state.turn
    rolled = turn is not None and turn.unit == unit and turn.rolled
    return not (rolled and battle.has(unit, "daze"))


def held(battle: "Battle", unit: str) -> list[str]:
    """The statuses of a unit, in the order in which they lie."""
    mat = battle.state.adventurers.get(unit)
    if mat is None:
        return list(battle.unit(unit).statuses)
    return [token for token in mat.track if token in STATUSES]
