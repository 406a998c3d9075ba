"""Social checks (p42; SOC-1 to SOC-8): Speech dice first, then tenacity, against a difficulty.

Encounters between battles use them: they say when a check is made and what depends on it.
"""

from typing import Literal, NamedTuple, assert_never

from protocol.battle import DiceGathered, DiceShown, Noted
from protocol.ids import DieId, NoteName, UnitId
from protocol.questions import One, Option, Picks, Question, Some
from server.rules.battle.adventurer import cooldown, tenacity, track
from server.rules.battle.components.catalogue import catalogue_of, dice_options
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.engine.branch import is_branch

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
    together = battle.between_battles and not is_branch(battle.game)
    rolled = _all_rolled(battle) if together else _each_rolled(battle)
    # Counted before they are exhausted, which may turn a die to another face. And all dice fall
    # before anybody is asked for tenacity (SOC-3).
    total = sum(_number(battle, die) for die in rolled)
    total += (_all_added if together else _each_added)(battle, wanted - total)
    # As dice that were not resolved: their effects do not work here (SOC-8).
    for die in rolled:
        track.exhaust(battle, die)
    return total >= wanted


def _note(check_: Social) -> NoteName:
    return notes.named("social", check_.name)


def _number(battle: Battle, die: DieId) -> int:
    shown = battle.state.dice[die]
    return catalogue_of(battle).dice[shown.kind].value(shown.face)


def _each_rolled(battle: Battle) -> list[DieId]:
    """Ask one adventurer after the other which Speech dice to roll, and roll them. Returns the
    dice.
    """
    rolled: list[DieId] = []
    for unit in battle.state.adventurers:
        if (question := _which_dice(battle, unit)) is not None:
            rolled += _roll(battle, unit, battle.picks(question))
    return rolled


def _all_rolled(battle: Battle) -> list[DieId]:
    """Ask all adventurers at once which Speech dice to roll; each rolls as soon as it has said.
    Returns the dice.
    """
    rolled: list[DieId] = []
    left = list(battle.state.adventurers)
    while asked := [(u, q) for u in left if (q := _which_dice(battle, u)) is not None]:
        choice = battle.ask(*(question for _, question in asked))
        unit = asked[choice.index][0]
        left.remove(unit)
        rolled += _roll(battle, unit, choice.picks)
    return rolled


def _which_dice(battle: Battle, unit: UnitId) -> Question | None:
    """Return the question which Speech dice an adventurer rolls, any number whatever its Stamina
    (SOC-8); None if it has none.
    """
    # Under Fear no line but Combat works (STS-8), not in a social check either.
    dice = [] if battle.has(unit, "fear") else cooldown.dice_in(battle, unit, "row", line=SPEECH)
    if not dice:
        return None
    options = dice_options(battle, dice)
    return Question(
        to=battle.deciders(unit),
        why="social.dice",
        text="Which Speech dice do you roll for the social check? They are exhausted with it.",
        shape=Some(options, 0, len(options)),
        rule="SOC-3",
        default=tuple(dice),
        about=unit,
    )


def _roll(battle: Battle, unit: UnitId, chosen: Picks) -> list[DieId]:
    # In a town others go on while this one decides: what has left the row is not rolled.
    row = battle.mat(unit).row
    picks = tuple(die for die in map(DieId, chosen) if die in row)
    if picks:
        battle.emit(DiceGathered(unit, picks))
        faces = battle.roll(len(picks), "social", unit)
        battle.emit(DiceShown(picks, faces, "roll"))
    return list(picks)


def _each_added(battle: Battle, missing: int) -> int:
    """Ask one adventurer after the other for tenacity, each told how many points are missing, so
    that nobody pays too much (test_nobody_is_asked_for_tenacity_that_makes_no_difference). Returns
    the points.
    """
    added = 0
    for unit in battle.state.adventurers:
        if (question := _how_much(battle, unit, missing - added)) is not None:
            added += _pay(battle, unit, battle.pick(question))
    return added


def _all_added(battle: Battle, missing: int) -> int:
    """Ask all adventurers for tenacity at once, until enough is added or each has said. Returns the
    points.
    """
    added = 0
    left = list(battle.state.adventurers)
    while asked := [(u, q) for u in left if (q := _how_much(battle, u, missing - added))]:
        choice = battle.ask(*(question for _, question in asked))
        unit = asked[choice.index][0]
        left.remove(unit)
        added += _pay(battle, unit, choice.picks[0])
    return added


def _how_much(battle: Battle, unit: UnitId, missing: int) -> Question | None:
    """Return the question how much tenacity an adventurer adds (SOC-4); None where none is missing,
    or it has none.
    """
    most = min(battle.mat(unit).tenacity, missing)
    if most <= 0:
        return None
    return Question(
        to=battle.deciders(unit),
        why="social.tenacity",
        text=f"{missing} missing for the social check. How much tenacity do you add?",
        shape=One(tuple(Option(f"{n}", f"{n} tenacity") for n in range(most + 1))),
        rule="SOC-4",
        default=("0",),
        about=unit,
    )


def _pay(battle: Battle, unit: UnitId, points: str) -> int:
    return tenacity.lose(battle, unit, min(int(points), battle.mat(unit).tenacity), "social")
