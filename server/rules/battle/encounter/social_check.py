"""Social checks (p42; SOC-1 to SOC-8): Speech dice first, then tenacity, against a difficulty.

Encounters between battles use them: they say when a check is made and what depends on it.
"""

from typing import Literal, NamedTuple, assert_never

from protocol.battle import DiceGathered, DiceShown, Noted
from protocol.ids import DieId, NoteName, UnitId
from protocol.questions import One, Option, Question, Some
from server.rules.battle.adventurer import cooldown, tenacity, track
from server.rules.battle.components.catalogue import catalogue_of, dice_options
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle

SPEECH = "speech"


class Social(NamedTuple):
    """A social check as an encounter prints it: its name, and the number and `by` that give its
    difficulty (SOC-2).

    `by` is "" for the number itself, "+" if the party size is added to it, "x" if it multiplies it.
    """

    name: str
    number: int
    by: Literal["", "+", "x"] = ""


def difficulty(battle: Battle, check_: Social) -> int:
    """Return the total that dice and tenacity have to reach (SOC-2)."""
    match check_.by:
        case "+":
            return check_.number + battle.party_size()
        case "x":
            return check_.number * battle.party_size()
        case "":
            return check_.number
        case _:
            assert_never(check_.by)


def may_try(battle: Battle, check_: Social) -> bool:
    """Return whether the check has not been made yet (SOC-1)."""
    return not notes.count(battle.state, _note(check_), "battle")


def check(battle: Battle, check_: Social, *, easier: int = 0) -> bool:
    """Make a check. Returns whether dice and tenacity reach the difficulty, which is lowered by
    `easier` points. Raises AssertionError if it was made before (see `may_try`).
    """
    assert may_try(battle, check_)
    battle.emit(Noted(_note(check_), "battle"))
    wanted = difficulty(battle, check_) - easier
    rolled = [die for unit in battle.state.adventurers for die in _rolled(battle, unit)]
    # Counted before they are exhausted, which may turn a die to another face. And all dice fall
    # before anybody is asked for tenacity (SOC-3).
    total = sum(_number(battle, die) for die in rolled)
    for unit in battle.state.adventurers:
        # One after the other, each told how many points are missing, so that nobody pays too much
        # (test_nobody_is_asked_for_tenacity_that_makes_no_difference).
        total += _added(battle, unit, wanted - total)
    # As dice that were not resolved: their effects do not work here (SOC-8).
    for die in rolled:
        track.exhaust(battle, die)
    return total >= wanted


def _note(check_: Social) -> NoteName:
    return notes.named("social", check_.name)


def _number(battle: Battle, die: DieId) -> int:
    shown = battle.state.dice[die]
    return catalogue_of(battle).dice[shown.kind].value(shown.face)


def _rolled(battle: Battle, unit: UnitId) -> list[DieId]:
    """Ask an adventurer which Speech dice to roll, any number whatever its Stamina (SOC-8), and
    roll them. Returns the dice.
    """
    # Under Fear no line but Combat works (STS-8), not in a social check either.
    dice = [] if battle.has(unit, "fear") else cooldown.dice_in(battle, unit, "row", line=SPEECH)
    if not dice:
        return []
    options = dice_options(battle, dice)
    chosen = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="social.dice",
            text="Which Speech dice do you roll for the social check? They are exhausted with it.",
            shape=Some(options, 0, len(options)),
            rule="SOC-3",
            default=tuple(dice),
            about=unit,
        )
    )
    picks = tuple(map(DieId, chosen))
    if picks:
        battle.emit(DiceGathered(unit, picks))
        faces = battle.roll(len(picks), "social", unit)
        battle.emit(DiceShown(picks, faces, "roll"))
    return list(picks)


def _added(battle: Battle, unit: UnitId, missing: int) -> int:
    """Ask an adventurer how much tenacity it adds, and take it (SOC-4). Returns the points."""
    most = min(battle.mat(unit).tenacity, missing)
    if most <= 0:
        return 0
    options = tuple(Option(f"{n}", f"{n} tenacity") for n in range(most + 1))
    added = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="social.tenacity",
            text=f"{missing} missing for the social check. How much tenacity do you add?",
            shape=One(options),
            rule="SOC-4",
            default=("0",),
            about=unit,
        )
    )
    return tenacity.lose(battle, unit, int(added), "social")
