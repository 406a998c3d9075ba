"""Defeat (p67, p88)."""

from typing import TYPE_CHECKING

from protocol.battle import Achieved, FatigueCleared, HpChanged, UnitDefeated, UnitRemoved
from server.rules.battle import cooldown, enchantments, statuses
from server.rules.battle.effects import Me
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import TOKEN, WAITS

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def defeat(battle: "Battle", unit: str, by: str) -> None:
    """A unit is defeated: off the map, then what its defeat triggers, then its dice are put away.

    An adventurer's slots are emptied last, as a die there may answer the defeat, and also when that
    brings the adventurer back. A chip's statuses leave it after its after-defeat skills, one of
    which may have brought it back; skill dice of others that lay on it go to their owners' tracks
    unless an effect took them elsewhere.
    """
    fallen = battle.unit(unit)
    if fallen.fate:
        return
    assert fallen.at is not None
    battle.emit(UnitDefeated(unit, by))
    _achieve(battle, unit, by)
    battle.at(Happening(Moment.DEFEATED, unit=unit, by=by, hex=fallen.at))
    if unit in battle.state.adventurers:
        put_away_slots(battle, unit)
    elif battle.unit(unit).fate:
        clear(battle, unit)


def remove(battle: "Battle", unit: str) -> None:
    """An enemy or companion leaves the map undefeated; an enemy chip goes back to its bag."""
    battle.emit(UnitRemoved(unit))
    clear(battle, unit)


def keep(battle: "Battle", unit: str, hp: int) -> None:
    """A companion leaves the map with the battle and waits for the next one, with `hp` HP."""
    chip = battle.unit(unit)
    if hp != chip.hp:
        battle.emit(HpChanged(unit, hp, chip.bonus, "cleanup"))
    battle.emit(UnitRemoved(unit, WAITS))
    clear(battle, unit)


def clear(battle: "Battle", unit: str) -> None:
    """What lay on a chip goes where it belongs."""
    enchantments.end_on(battle, unit)
    for die in battle.unit(unit).dice:
        cooldown.exhaust(battle, die, resolved=True)
    if battle.unit(unit).fatigue:
        battle.emit(FatigueCleared(unit))
    for status in battle.unit(unit).statuses:
        statuses.lose(battle, unit, status)


def own_kill(battle: "Battle", me: Me, now: Happening) -> bool:
    """The predicate of effects that answer the bearer's own defeat of an enemy (DEF-8)."""
    return now.by == me.unit and battle.unit(now.unit).side == "enemy"


def put_away_slots(battle: "Battle", unit: str, *, keep: tuple[str, ...] = ()) -> None:
    """All dice but those to `keep` leave the slots for the track, unused (ACT-5, ACT-6); class
    tokens leave them for the supply.
    """
    left = [one for one in battle.mat(unit).active if one not in keep]
    for _ in range(left.count(TOKEN)):
        cooldown.exhaust_slot(battle, unit, TOKEN)
    dice = [one for one in left if one != TOKEN]
    for die in cooldown.in_order(battle, unit, dice, "slots.exhaust", "your active dice"):
        cooldown.exhaust_slot(battle, unit, die)


def _achieve(battle: "Battle", unit: str, by: str) -> None:
    what = f"defeat-{battle.unit(unit).chip}"
    if by in battle.state.adventurers and what not in battle.state.achievements:
        battle.emit(Achieved(what, by))
