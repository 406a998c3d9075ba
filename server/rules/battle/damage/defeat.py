"""Defeating units and removing them from the map (p67, p88; DEF-1 to DEF-11)."""

from protocol.battle import Achieved, FatigueCleared, HpChanged, UnitDefeated, UnitRemoved
from protocol.ids import UnitId
from server.rules.battle.adventurer import enchantments, statuses, track
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import TOKEN, WAITS


def defeat(battle: Battle, unit: UnitId, by: UnitId) -> None:
    """Defeat a unit: take it off the map, let effects answer, then put its dice away. Does nothing
    if it is out of play already; `by` is "" if no unit did it.

    An adventurer's slots are emptied last, as a die there may answer the defeat, and also if that
    brings the adventurer back. A chip keeps its statuses until its after-defeat skills are done, as
    one of them may bring it back; skill dice on it then go to their owners' tracks. Skills that
    Fear silenced stay so for the engage (STS-8).
    """
    fallen = battle.unit(unit)
    if fallen.fate:
        return
    battle.emit(UnitDefeated(unit, by))
    if fallen.at is None:  # away from battle, where nothing answers
        put_away_slots(battle, unit)
        return
    _achieve(battle, unit, by)
    battle.at(Happening(Moment.DEFEATED, unit=unit, by=by, hex=fallen.at))
    if unit in battle.state.adventurers:
        put_away_slots(battle, unit)
    elif battle.unit(unit).fate:
        # Before its statuses leave it: without Fear its skills would work again in the engage in
        # which it was defeated.
        if battle.has(unit, "fear"):
            battle.silence_for_good(unit)
        clear(battle, unit)


def remove(battle: Battle, unit: UnitId) -> None:
    """Take an undefeated enemy or companion off the map; an enemy chip goes back to its bag."""
    # DEFEATED is not announced: removed is not defeated (DEF-11;
    # test_a_removed_enemy_goes_back_to_its_bag_and_sets_nothing_off).
    battle.emit(UnitRemoved(unit))
    clear(battle, unit)


def keep(battle: Battle, unit: UnitId, hp: int) -> None:
    """Take a companion off the map; it waits for the next battle, with `hp` HP."""
    chip = battle.unit(unit)
    if hp != chip.hp:
        battle.emit(HpChanged(unit, hp, chip.bonus, "cleanup"))
    battle.emit(UnitRemoved(unit, WAITS))
    clear(battle, unit)


def clear(battle: Battle, unit: UnitId) -> None:
    """Discard the enchantments on a chip, exhaust the skill dice on it, and put its fatigue and
    statuses into the supply.
    """
    enchantments.end_on(battle, unit)
    for die in battle.unit(unit).dice:
        track.exhaust(battle, die, resolved=True)
    if battle.unit(unit).fatigue:
        battle.emit(FatigueCleared(unit))
    for status in battle.unit(unit).statuses:
        statuses.lose(battle, unit, status)


def own_kill(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the bearer itself has defeated an enemy (DEF-8): a hook's predicate."""
    return now.by == me.unit and battle.unit(now.unit).side == "enemy"


def put_away_slots(battle: Battle, unit: UnitId, *, keep: tuple[str, ...] = ()) -> None:
    """Put all dice but those to `keep` from the slots into the track, unused (ACT-5, ACT-6).

    Class tokens go to the supply.
    """
    left = [one for one in battle.mat(unit).active if one not in keep]
    # Tokens first and without a question: they go to no track, so they have no order there
    # (test_a_class_token_in_a_slot_is_nothing_to_be_ordered).
    for _ in range(left.count(TOKEN)):
        track.exhaust_slot(battle, unit, TOKEN)
    dice = [one for one in left if one != TOKEN]
    for die in track.in_order(battle, unit, dice, "slots.exhaust", "your active dice"):
        track.exhaust_slot(battle, unit, die)


def _achieve(battle: Battle, unit: UnitId, by: UnitId) -> None:
    what = f"defeat-{battle.unit(unit).chip}"
    if by in battle.state.adventurers and what not in battle.state.achievements:
        battle.emit(Achieved(what, by))
