"""Legerdemain, of the Valenwood set (docs: skill-lines/thief/legerdemain): dice that are rolled
outside engages, each when it says so.

Locksmith and Finders Keepers are rolled in lockpick attempts, each once an attempt, and go back to
their row whatever they show; only Finders Keepers' forced result exhausts them. Tenacity that they
show is not gained, as that takes an engage (p89). Light Fingers (shops) and Friends in Low Places
(town encounters) are rolled in towns alone: in a battle they lie available and do nothing.
"""

from collections.abc import Callable
from itertools import product

from protocol.battle import DiceGathered, DiceShown, DieRecovered
from protocol.ids import DieId, DieKind, LineId, NamedCode
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Plan, Question, Slot
from server.rules.battle.adventurer import cooldown, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face, hook
from server.rules.battle.components.printed import SkillDie, SkillLine
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.lock import Attempt, DieTurn
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.lockpicking import tries_again

LOCKSMITH, FINDERS, FINGERS, FRIENDS = (
    "locksmith",
    "finders-keepers",
    "light-fingers",
    "friends-in-low-places",
)
SIDES = range(1, 7)  # numbers on the sides of a lockpick die
Change = Callable[[Battle, Me, Happening], None]


def _may_help(battle: Battle, me: Me, now: Happening) -> bool:
    """Return whether the die may be rolled: in an attempt of its owner that fails so far, once an
    attempt, and not under Fear (STS-8).
    """
    return (
        now.unit == me.unit
        and now.attempt is not None
        and now.lock is not None
        and me.die not in now.attempt.helped
        and bool(now.attempt.missing(now.lock))
        and not battle.has(me.unit, "fear")
    )


def _text(now: Happening, what: str) -> str:
    assert now.attempt is not None
    assert now.lock is not None
    have, want = ("-".join(map(str, found)) for found in (now.attempt.dice, now.lock.digits))
    return f"{what}: you have {have} against {want}."


def _turn_one(
    battle: Battle, me: Me, now: Happening, what: str, ways: Callable[[int], list[int]]
) -> None:
    """Ask which lockpick die is turned to which of the sides that `ways` gives for its present one,
    and turn it; the player may pass.
    """
    assert now.attempt is not None
    turns = {
        turn.key: turn
        for value in sorted(set(now.attempt.dice))
        for turn in (DieTurn(value, new) for new in ways(value))
        if turn.new in SIDES
    }
    options = tuple(Option(key, turn.words) for key, turn in turns.items())
    chosen = battle.pick(
        Question(
            to=battle.deciders(me.unit),
            why=NamedCode("legerdemain.turn"),
            text=_text(now, f"{what}, turn a die"),
            shape=One(options),
            may_pass=True,
        )
    )
    if chosen:
        now.attempt.turn(turns[chosen])


def _one_step(battle: Battle, me: Me, now: Happening) -> None:
    _turn_one(battle, me, now, "Locksmith", lambda value: [value - 1, value + 1])


def _over(battle: Battle, me: Me, now: Happening) -> None:
    _turn_one(battle, me, now, "Finders Keepers", lambda value: [7 - value])


def _two_steps(battle: Battle, me: Me, now: Happening) -> None:
    steps = (-2, -1, 1, 2)
    _turn_one(battle, me, now, "Finders Keepers", lambda value: [value + by for by in steps])


def _as_you_like(battle: Battle, me: Me, now: Happening) -> None:
    """Ask for a side of every lockpick die, and turn them so; the player may pass."""
    attempt = now.attempt
    assert attempt is not None
    slots = tuple(
        Slot(
            f"die {at + 1}",
            tuple(Option(option_key(f"{at}", f"{side}"), f"{side}") for side in SIDES),
            1,
            1,
        )
        for at in range(len(attempt.dice))
    )
    picks = battle.picks(
        Question(
            to=battle.deciders(me.unit),
            why=NamedCode("legerdemain.set"),
            text=_text(now, "Finders Keepers, turn the dice as you like"),
            shape=Plan(slots),
            may_pass=True,
            default=tuple(option_key(f"{at}", f"{side}") for at, side in enumerate(_best(now))),
        )
    )
    for pick in picks:
        at, side = read_key(pick)
        attempt.put(int(at), int(side))


def _best(now: Happening) -> tuple[int, ...]:
    """Return the sides that leave the fewest digits open, with the fewest dice turned: the
    default.
    """
    attempt, lock = now.attempt, now.lock
    assert attempt is not None
    assert lock is not None

    def worth(sides: tuple[int, ...]) -> tuple[int, int]:
        tried = Attempt(list(attempt.dice), attempt.keys, attempt.holders)
        for at, side in enumerate(sides):
            tried.put(at, side)
        turned = sum(a != b for a, b in zip(sides, attempt.dice, strict=True))
        return len(tried.missing(lock)), turned

    return min(product(SIDES, repeat=len(attempt.dice)), key=worth)


def _caught(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die and gain 1 light fatigue; the result is forced."""
    track.exhaust(battle, me.die, resolved=True)
    cooldown.gain_fatigue(battle, me.unit, light=1)


CHANGES: tuple[tuple[str, Change], ...] = (
    ("locksmith", _one_step),
    ("finders-keepers-1", _over),
    ("finders-keepers-2", _two_steps),
    ("finders-keepers-3", tries_again),
    ("finders-keepers-4", _as_you_like),
    ("finders-keepers-5", _caught),
)


@hook(Moment.LOCKPICK_ROLLED, "Roll it to help with the lock", when=_may_help)
def lend_a_hand(battle: Battle, me: Me, now: Happening) -> None:
    """Roll the die in a lockpick attempt, do what it shows, put it back into its row."""
    assert now.attempt is not None
    now.attempt.helped.append(me.die)
    battle.emit(DiceGathered(me.unit, (me.die,)))
    (shown,) = battle.roll(1, "legerdemain", me.unit)
    battle.emit(DiceShown((me.die,), (shown,), "roll"))
    icon = catalogue_of(battle).dice[DieKind(me.source)].icon(shown)
    for name, change in CHANGES:
        if name == icon:
            change(battle, me, now)
    if me.die in battle.mat(me.unit).rolled:
        battle.emit(DieRecovered(me.die))


def _never(battle: Battle, engage: Engage, die: DieId) -> bool:
    return False


def _outside_engages(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing: no engage rolls these dice."""


def _face(icon: str, text: str, *, must: bool = False) -> Face:
    return Face(icon, "none", text, _outside_engages, _never, must=must)


T = "tenacity"
LINE = SkillLine(
    id=LineId("legerdemain"),
    name="Legerdemain",
    constellation="thief",
    stat="stamina",
    forms=(),
    dice=(
        SkillDie(DieKind(LOCKSMITH), "Locksmith", 1, 2, (T, *(LOCKSMITH,) * 5), (lend_a_hand,)),
        SkillDie(
            DieKind(FINDERS),
            "Finders Keepers",
            2,
            2,
            (*(f"{FINDERS}-{n}" for n in (1, 2, 3, 4)), *(f"{FINDERS}-5",) * 2),
            (lend_a_hand,),
        ),
        SkillDie(
            DieKind(FINGERS),
            "Light Fingers",
            3,
            2,
            (T, *(f"{FINGERS}-1",) * 2, *(f"{FINGERS}-{n}" for n in (2, 3, 4))),
        ),
        SkillDie(DieKind(FRIENDS), "Friends in Low Places", 4, 2, (T, T, *(FRIENDS,) * 4)),
    ),
    faces=(
        _face(LOCKSMITH, "Turn a lockpick die by 1."),
        _face(f"{FINDERS}-1", "Turn a lockpick die to its opposite side."),
        _face(f"{FINDERS}-2", "Turn a lockpick die by 1 or 2."),
        _face(f"{FINDERS}-3", "One more attempt at this lock."),
        _face(f"{FINDERS}-4", "Turn the lockpick dice as you like."),
        _face(f"{FINDERS}-5", "Exhaust this die and gain 1 light fatigue.", must=True),
        _face(f"{FINGERS}-1", "In a town's shop: take a common item; you may roll again."),
        _face(f"{FINGERS}-2", "In a town's shop: take a legendary item; you may roll again."),
        _face(f"{FINGERS}-3", "In a town's shop: gain 2 tenacity."),
        _face(f"{FINGERS}-4", "In a town's shop: exhaust it, 1 light fatigue.", must=True),
        _face(FRIENDS, "In a town: one more town action."),
    ),
    set="valenwood",
    engages=False,
)
