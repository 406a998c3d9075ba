"""Defeat (p67, p88)."""

from typing import TYPE_CHECKING

from protocol.battle import Achieved, FatigueCleared, UnitDefeated
from server.rules.battle import cooldown, statuses
from server.rules.battle.effects import Me
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def defeat(battle: "Battle", unit: str, by: str) -> None:
    """A unit is defeated: off the map, its dice put away, then what its defeat triggers.

    Its statuses leave it after its after-defeat skills; skill dice of others that lay on it go to
    their owners' tracks unless an effect took them elsewhere.
    """
    fallen = battle.unit(unit)
    if fallen.fate:
        return
    assert fallen.at is not None
    battle.emit(UnitDefeated(unit, by))
    _achieve(battle, unit, by)
    if unit in battle.state.adventurers:
        put_away_slots(battle, unit)
    battle.at(Happening(Moment.DEFEATED, unit=unit, by=by, hex=fallen.at))
    if unit not in battle.state.adventurers:
        for die in battle.unit(unit).dice:
            cooldown.exhaust(battle, die, resolved=True)
        if battle.unit(unit).fatigue:
            battle.emit(FatigueCleared(unit))
        for status in battle.unit(unit).statuses:
            statuses.lose(battle, unit, status)


def own_kill(battle: "Battle", me: Me, now: Happening) -> bool:
    """The predicate of effects that answer the bearer's own defeat of an enemy (DEF-8)."""
    return now.by == me.unit and battle.unit(now.unit).side == "enemy"


def put_away_slots(battle: "Battle", unit: str) -> None:
    """All dice leave the active slots for the track, unused (ACT-5, ACT-6)."""
    for token in battle.mat(unit).active:
        cooldown.exhaust_slot(battle, unit, token)


def _achieve(battle: "Battle", unit: str, by: str) -> None:
    what = f"defeat-{battle.unit(unit).chip}"
    if by in battle.state.adventurers and what not in battle.state.achievements:
        battle.emit(Achieved(what, by))
