"""Gaining and losing the six status effects (p23, p67)."""

from protocol.battle import DieSetOn, StatusGained, StatusLost, TokenMoved
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import track
from server.rules.battle.components import dice_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import DECOY, TRACK
from server.rules.battle.kernel.words import Status, is_status, status_of


def gain(battle: Battle, unit: UnitId, status: Status, *, even_quest: bool = False) -> bool:
    """Give a unit a status (STS-1 to STS-4, LIM-6). Returns whether its die was placed or moved.

    If an adventurer has it already, the die moves to the end of the track (CD-12); other units hold
    one of each kind. Quest units are immune unless `even_quest`, as the effect's text says.
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
    # Before supply and room are checked: a die that only moves needs neither (CD-12;
    # test_a_repeated_status_finds_its_place_in_a_full_track_too).
    if status in mat.track:
        battle.emit(TokenMoved(unit, mat.track.index(status), status))
        return True
    if not battle.state.supply["status"]:
        return False
    # No die leaves the supply, as it would come back at once (CD-7); the track overflows anyway.
    if len(mat.track) == TRACK:
        track.overflow(battle, unit)
        return False
    battle.emit(StatusGained(unit, status))
    return True


def gain_die(battle: Battle, unit: UnitId, die: DieId, what: str) -> bool:
    """Put a skill die of code S into an adventurer's track as the status die `what`. Returns
    whether it lies there now. An effect that stops the status exhausts the die instead; a full
    track overflows, and the die is drained (CD-7, CD-8).
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
    """Take a status off a unit and let effects answer. Returns whether the unit had it."""
    if not battle.has(unit, status):
        return False
    battle.emit(StatusLost(unit, status))
    battle.answer_status_loss(unit, status)
    return True


def may_roll(battle: Battle, unit: UnitId) -> bool:
    """Return whether a unit may roll dice now: not if it is dazed and has moved in its own turn
    (STS-7, STS-15).
    """
    turn = battle.game.state.turn
    moved = turn is not None and turn.unit == unit and turn.moved > 0
    return not (moved and battle.has(unit, "daze"))


def may_step(battle: Battle, unit: UnitId) -> bool:
    """Return whether a unit may move now: not if it is dazed and has rolled dice in its own turn
    (STS-7).
    """
    turn = battle.game.state.turn
    rolled = turn is not None and turn.unit == unit and turn.rolled
    return not (rolled and battle.has(unit, "daze"))


def held(battle: Battle, unit: UnitId) -> list[Status]:
    """Return the statuses of a unit, in the order of their dice on its chip or track."""
    mat = battle.state.adventurers.get(unit)
    if mat is None:
        return list(battle.unit(unit).statuses)
    return [token for token in mat.track if is_status(token)]


def dice_on(battle: Battle, unit: UnitId) -> list[str]:
    """Return everything on a unit that counts as a status die, for effects that name status dice:
    its statuses, and the ids of skill dice of code S on its chip or in its track.
    """
    mat = battle.state.adventurers.get(unit)
    lying = (*battle.unit(unit).dice, *(mat.track if mat else ()))
    return [*held(battle, unit), *(die for die in map(DieId, lying) if _serves(battle, die))]


def _serves(battle: Battle, die: DieId) -> bool:
    if die not in battle.state.dice:
        return False
    face = dice_effects.face_of(catalogue_of(battle), battle.state, die)
    return face is not None and face.code == "S"


def die_name(battle: Battle, token: str) -> str:
    """Return the name of a status die for people: its status, or the skill die's name."""
    die = battle.state.dice.get(DieId(token))
    return token.capitalize() if die is None else catalogue_of(battle).dice[die.kind].name


def remove_die(battle: Battle, unit: UnitId, token: str) -> None:
    """Take a status die off a unit: a skill die is exhausted, any other goes to the supply
    (SKR-6).
    """
    if token in battle.state.dice:
        track.exhaust(battle, DieId(token), resolved=True)
    else:
        lose(battle, unit, status_of(token))
