"""Lockpicking (p68-70): three D6 against a code, within a number of attempts."""

from collections import Counter

from protocol.ids import UnitId
from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Attempt, DieTurn, Lock
from server.rules.battle.kernel.moments import Happening, Moment

DICE = 3  # lockpick dice, one for each digit of a lock (p68)


def pick(battle: Battle, lock: Lock, now: Happening) -> bool:
    """Make the check of a cache or a trap, with the effects that answer its beginning and its
    success. Returns whether it succeeded; a unit that may roll no dice fails (U-07). The caller
    runs `now.after` once it has settled the result.
    """
    battle.at(now)
    success = now.stopped or (
        statuses.may_roll(battle, now.unit) and check(battle, now.unit, lock, more=now.amount)
    )
    if success:
        battle.at(Happening(Moment.LOCK_PICKED, unit=now.unit))
    return success


def check(battle: Battle, unit: UnitId, lock: Lock, *, more: int = 0) -> bool:
    """Make attempts at a lock until it is picked or none is left (LOK-1 to LOK-10). Returns whether
    it was picked. `more` is how many attempts effects add to the printed ones.
    """
    now = Attempt([])
    left = lock.attempts + more
    while left:
        faces = battle.roll(DICE - len(now.dice), "lockpick", unit)
        now.dice += [face + 1 for face in faces]
        if now.missing(lock):
            battle.at(Happening(Moment.LOCKPICK_ROLLED, unit=unit, attempt=now, lock=lock))
        # After the moment: effects that answer it may have gained further attempts.
        left += now.gained - 1
        _adjust(battle, unit, lock, now, left)
        if not now.missing(lock):
            # The fatigue for turning a die may defeat the unit (C-12), and a defeated unit opens
            # nothing.
            return not battle.unit(unit).fate
        now = now.resolved(lock)
        if not left or battle.unit(unit).fate or not _keep(battle, unit, lock, now, left):
            break
    return False


def _adjust(battle: Battle, unit: UnitId, lock: Lock, now: Attempt, left: int) -> None:
    """Turn dice by 1 for 1 light fatigue each, as often as wanted (LOK-7)."""
    tries = f"{left} attempt{'s' if left > 1 else ''} left" if left else "the last attempt"
    while now.missing(lock) and not battle.unit(unit).fate:
        turns = {
            turn.key: turn
            for value in sorted(Counter(now.dice))
            for turn in (DieTurn(value, value - 1), DieTurn(value, value + 1))
            if 1 <= turn.new <= 6
        }
        options = [Option(key, turn.words, "1 light fatigue") for key, turn in turns.items()]
        chosen = battle.pick(
            Question(
                to=battle.deciders(unit),
                why="lockpick.adjust",
                text=f"{_against(lock, now)}; {tries}. Adjust a die?",
                shape=One(tuple(options)),
                rule="LOK-7",
                may_pass=True,
            )
        )
        if not chosen:
            return
        now.turn(turns[chosen])
        cooldown.gain_fatigue(battle, unit, light=1)


def _keep(battle: Battle, unit: UnitId, lock: Lock, now: Attempt, left: int) -> bool:
    """Ask which dice to keep for the next attempt (LOK-4, LOK-5, LOK-10). Returns False if the
    player gives up.
    """
    slots = [Slot("roll", (Option("roll", f"Roll again ({left} left)"),), 1, 1)]
    fits: tuple[str, ...] = ()
    # Before the keys are matched no die may be kept, so there is only the roll to choose (LOK-5;
    # test_nothing_may_be_kept_before_the_key_digit_is_matched).
    if len(now.keys) == len(lock.keys):
        dice = tuple(Option(f"{at}", f"Keep {value}") for at, value in enumerate(now.dice))
        slots.append(Slot("keep", dice, 0, DICE - 1))
        fits = tuple(str(at) for at in now.fitting(lock)[: DICE - 1])
    picks = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="lockpick.keep",
            text=f"{_against(lock, now)}. Which do you keep?",
            shape=Plan(tuple(slots)),
            rule="LOK-4" if len(slots) > 1 else "LOK-5",
            may_pass=True,
            default=("roll", *fits),
        )
    )
    if not picks:
        return False
    kept = sorted(int(pick) for pick in picks if pick != "roll")
    # The kept dice move up, so the places of those that hold key digits change.
    now.holders = tuple(kept.index(at) for at in now.holders if at in kept)
    now.dice = [now.dice[at] for at in kept]
    return True


def _against(lock: Lock, now: Attempt) -> str:
    keys = f", {_list(lock.keys)} first" if lock.keys else ""
    return f"You have {_list(now.dice)} against {_list(lock.digits)}{keys}"


def _list(dice: list[int] | tuple[int, ...]) -> str:
    return "-".join(str(value) for value in dice)
