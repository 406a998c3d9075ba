"""The Bard's innate ability: once in every unit's turn, reroll one die of a unit near by (p25).

It reaches every roll that is made in a turn: engages of both sides, locks, and what effects roll.
"""

from dataclasses import replace

from protocol.battle import NamedReason
from protocol.ids import DieId, NamedCode
from protocol.questions import One, Option, Question
from server.rules.battle.components.effects import Act, Hook, When, hook
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content import rerolling


def _within(far: int, dice: When) -> When:
    """Return the predicate that a unit at a distance of up to `far`, or the Bard, has rolled `dice`
    in a turn.
    """

    def rolled(battle: Battle, me: Me, now: Happening) -> bool:
        who = now.by or now.unit
        if battle.state.turn is None or not who or battle.unit(who).at is None:
            return False
        return battle.distance(me.unit, who) <= far and dice(battle, me, now)

    return rolled


def _choose(battle: Battle, me: Me, options: tuple[Option, ...]) -> str:
    return battle.pick(
        Question(
            battle.deciders(me.unit),
            NamedCode("bard.encore"),
            "Which die is rolled again?",
            One(options),
            default=(options[0].key,),
        )
    )


def _in_engage(battle: Battle, me: Me, now: Happening) -> bool:
    return now.engage is not None and bool(rerolling.rolled(battle, now.engage))


def _engage_die(battle: Battle, me: Me, now: Happening) -> None:
    """Once in each unit's turn: reroll one die of an engage near by, whatever it shows."""
    assert now.engage is not None
    die = _choose(battle, me, rerolling.rolled(battle, now.engage))
    rerolling.roll_again(battle, now.engage, DieId(die), NamedReason("encore"))


def _in_lock(battle: Battle, me: Me, now: Happening) -> bool:
    return now.attempt is not None and bool(now.attempt.dice)


def _lockpick_die(battle: Battle, me: Me, now: Happening) -> None:
    """Once in each unit's turn: reroll one lockpick die near by."""
    assert now.attempt is not None
    dice = enumerate(now.attempt.dice)
    at = _choose(battle, me, tuple(Option(f"{n}", f"{value}") for n, value in dice))
    (face,) = battle.roll(1, "lockpick", now.unit)
    now.attempt.put(int(at), face + 1)


def _thrown(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(now.faces)


def _thrown_die(battle: Battle, me: Me, now: Happening) -> None:
    """Once in each unit's turn: reroll one die that an effect has rolled near by."""
    dice = enumerate(now.faces)
    at = _choose(battle, me, tuple(Option(f"{n}", f"face {face + 1}") for n, face in dice))
    (now.faces[int(at)],) = battle.roll(1, now.kind, now.by)


def encores(far: int) -> tuple[Hook, ...]:
    """Return the hooks for every kind of roll by a unit up to `far` hexes away. They have one key,
    so that their limit of once a turn holds for all of them together.
    """
    kinds: tuple[tuple[Moment, When, Act], ...] = (
        (Moment.AFTER_ROLL, _in_engage, _engage_die),
        (Moment.LOCKPICK_ROLLED, _in_lock, _lockpick_die),
        (Moment.THROWN, _thrown, _thrown_die),
    )
    text = "Bard: roll one of the dice again"
    return tuple(
        replace(
            hook(at, text, when=_within(far, dice), once="turn", rule="CLS-2")(act), key="encore"
        )
        for at, dice, act in kinds
    )
