"""Gaining and losing the six status effects (p23, p67)."""

from protocol.battle import DieSetOn, StatusGained, StatusLost, TokenMoved
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import track
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import DECOY, TRACK
from server.rules.battle.kernel.words import Status, is_status, status_of


def gain(battle: Battle, unit: UnitId, status: Status, *, even_quest: bool = False) -> bool:
    """Give a unit a status. Returns whether the die is on it now (STS-1 to STS-4, LIM-6). An
    adventurer who has it already moves the die to the end of the track; other units hold one of
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
    # Ahead of supply and room: the die that it has moves, and needs neither (CD-12;
    # test_a_repeated_status_finds_its_place_in_a_full_track_too).
    if status in mat.track:
        battle.emit(TokenMoved(unit, mat.track.index(status), status))
        return True
    if not battle.state.supply["status"]:
        return False
    # No die leaves the supply: it would come back at once (CD-7), and the track overflows all the
    # same.
    if len(mat.track) == TRACK:
        track.overflow(battle, unit)
        return False
    battle.emit(StatusGained(unit, status))
    return True


def gain_die(battle: Battle, unit: UnitId, die: DieId, what: str) -> bool:
    """Give an adventurer a skill die of code S as a status die. Returns whether it lies in the
    track now. What stops statuses stops it, too: the die is exhausted. A full track overflows, and
    the die is drained (CD-7, CD-8).
    """
    now = battle.at(Happening(Moment.STATUS_COMING, unit=unit, kind=what))
    if now.stopped:
        track.exhaust(battle, die, resolved=True)
    elif len(battle.mat(unit).track) == TRACK:
        track.drain(battle, die)
        track.overflow(battle, unit)
    else:
        battle.emit(DieSetOn(die, unit))
        return True
    return False


def lose(battle: Battle, unit: UnitId, status: Status) -> bool:
    """Take a status off a unit, and let effects answer that. Returns whether it was there."""
    if not battle.has(unit, status):
        return False
    battle.emit(StatusLost(unit, status))
    battle.answer_status_loss(unit, status)
    return True


def may_roll(battle: Battle, unit: UnitId) -> bool:
    """Return whether a unit may roll dice now: not if dazed, having moved in its turn (STS-7,
    STS-15).
    """
    turn = battle.state.turn
    moved = turn is not None and turn.unit == unit and turn.moved > 0
    return not (moved and battle.has(unit, "daze"))


def may_step(battle: Battle, unit: UnitId) -> bool:
    """Return whether a unit may move now: not when dazed, having rolled dice in its turn
    (STS-7).
    """
    turn = battle.state.turn
    rolled = turn is not None and turn.unit == unit and turn.rolled
    return not (rolled and battle.has(unit, "daze"))


def held(battle: Battle, unit: UnitId) -> list[Status]:
    """Return the statuses of a unit, in the order in which they lie."""
    mat = battle.state.adventurers.get(unit)
    if mat is None:
        return list(battle.unit(unit).statuses)
    return [token for token in mat.track if is_status(token)]


def dice_on(battle: Battle, unit: UnitId) -> list[str]:
    """Return all that counts as a status die on a unit, for whatever names status dice.

    That is its statuses, and skill dice of code S that lie on it or in its track.
    """
    mat = battle.state.adventurers.get(unit)
    lying = (*battle.unit(unit).dice, *(mat.track if mat else ()))
    return [*held(battle, unit), *(die for die in map(DieId, lying) if _serves(battle, die))]


def _serves(battle: Battle, die: DieId) -> bool:
    if die not in battle.state.dice:
        return False
    face = active_effects.face_of(catalogue_of(battle), battle.state, die)
    return face is not None and face.code == "S"


def die_name(battle: Battle, token: str) -> str:
    """Return what a status die is called: its status, or the skill die's name."""
    die = battle.state.dice.get(DieId(token))
    return token.capitalize() if die is None else catalogue_of(battle).dice[die.kind].name


def remove_die(battle: Battle, unit: UnitId, token: str) -> None:
    """Take a status die off: one of code S is exhausted, another goes to the supply (SKR-6)."""
    if token in battle.state.dice:
        track.exhaust(battle, DieId(token), resolved=True)
    else:
        lose(battle, unit, status_of(token))
