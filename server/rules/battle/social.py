"""Social checks (p42; SOC-1 to SOC-8): Speech dice first, then tenacity, against a difficulty.

They belong to encounters away from battle, which say when one is due and what hangs on it.
"""

from typing import TYPE_CHECKING, NamedTuple

from protocol.battle import DiceGathered, DiceShown, Noted
from protocol.questions import One, Option, Question, Some
from server.rules.battle import cooldown, paying

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

SPEECH = "speech"


class Social(NamedTuple):
    """A social check as an encounter prints it: its name, a number, and how the party changes it.

    `by` is "" for the number itself, "+" if the party size is added to it, "x" if it multiplies it.
    """

    name: str
    number: int
    by: str = ""


def difficulty(battle: "Battle", check_: Social) -> int:
    """What has to be reached (SOC-2)."""
    match check_.by:
        case "+":
            return check_.number + battle.party_size()
        case "x":
            return check_.number * battle.party_size()
        case _:
            return check_.number


def may_try(battle: "Battle", check_: Social) -> bool:
    """Whether it has not been tried yet (SOC-1)."""
    return _note(check_) not in battle.state.used


def check(battle: "Battle", check_: Social, *, easier: int = 0) -> bool:
    """A whole check; True if dice and tenacity reach the difficulty, less what makes it easier."""
    assert may_try(battle, check_)
    battle.emit(Noted(_note(check_).partition(":")[2], "battle"))
    wanted = difficulty(battle, check_) - easier
    rolled = [die for unit in battle.state.adventurers for die in _rolled(battle, unit)]
    total = sum(_number(battle, die) for die in rolled)
    for unit in battle.state.adventurers:
        total += _added(battle, unit, wanted - total)
    for die in rolled:
        cooldown.exhaust(battle, die)
    return total >= wanted


def _note(check_: Social) -> str:
    return f"battle:social.{check_.name}"


def _number(battle: "Battle", die: str) -> int:
    shown = battle.state.dice[die]
    return battle.catalogue.dice[shown.kind].value(shown.face)


def _rolled(battle: "Battle", unit: str) -> list[str]:
    """The Speech dice that an adventurer rolls: any number, whatever the Stamina (SOC-8)."""
    dice = [] if battle.has(unit, "fear") else cooldown.dice_in(battle, unit, "row", line=SPEECH)
    if not dice:
        return []
    options = battle.named(dice)
    picks = battle.picks(
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
    if picks:
        battle.emit(DiceGathered(unit, picks))
        faces = battle.roll(len(picks), "social", unit)
        battle.emit(DiceShown(picks, faces, "roll"))
    return list(picks)


def _added(battle: "Battle", unit: str, missing: int) -> int:
    """The tenacity that an adventurer adds of its own accord (SOC-4)."""
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
    return paying.lose_tenacity(battle, unit, int(added), "social")
