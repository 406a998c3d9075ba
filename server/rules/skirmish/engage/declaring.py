"""Steps 1 and 2 of an attempt: the unit, its targets, and the kind of path (SK-23 to SK-33)."""

from typing import Literal, NamedTuple

from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Need, Option, Picks, Plan, Question, Slot
from server.rules.skirmish.geometry.ways import Check
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.movement import naming

Choice = Literal[1, 2, 3]
"""The kinds of path: 1 without checks, 2 shorter with checks, 3 with a dive (SK-32)."""

MOST_TARGETS = 4  # bases of 1 inch that one base can touch and still be named apart

PATHS = (
    Option("path:1", "The shortest way on foot and by ladders, without any check"),
    Option("path:2", "A shorter way that climbs or jumps: you say where"),
    Option("path:3", "A way that ends in a jump down onto the enemy: you say from where"),
)
CHOICES: dict[str, Choice] = {"path:1": 1, "path:2": 2, "path:3": 3}
"""The kind of path of each option, by the rulebook's numbers."""


class Declaration(NamedTuple):
    """What is declared before anything is measured; `named` are the option keys of the checks."""

    unit: UnitId
    targets: tuple[UnitId, ...]
    choice: Choice
    checks: tuple[Check, ...]
    named: tuple[str, ...]


def may_attempt(match: Match, unit: Unit) -> bool:
    """Return whether a unit may make an attempt: once each turn, not engaged, not downed (SK-24,
    SK-25).

    A unit that may not run may engage (SK-28); the table's variant says whether one with treasure
    may.
    """
    if unit.did("tried", "cowed") or unit.is_downed or match.is_engaged(unit.id):
        return False
    return not unit.token or match.state.variant.carriers_engage


def declare(match: Match) -> Declaration | None:
    """Ask for the next attempt. Returns what is declared; None ends the phase."""
    able = [unit for unit in match.on_board(match.active) if may_attempt(match, unit)]
    foes = list(match.on_board(match.passive))
    if not able or not foes:
        return None
    picks = match.picks(_question(match, able, foes))
    return read(picks) if picks else None


def _question(match: Match, able: list[Unit], foes: list[Unit]) -> Question:
    """Return the question for an attempt. Any enemy may be a target, seen or not (SK-30), and it
    names no length (SK-19).
    """
    units = tuple(Option(option_key("unit", unit.id), unit.name) for unit in able)
    targets = tuple(Option(option_key("target", foe.id), foe.name) for foe in foes)
    checks = naming.checks_slot(match.state.board)
    keys = tuple(option.key for option in checks.options)
    jumps = tuple(key for key in keys if read_key(key).kind == "down")
    shape = Plan(
        (
            Slot("unit", units, 1, 1),
            Slot("targets", targets, 1, min(MOST_TARGETS, len(targets))),
            Slot("path", PATHS, 1, 1),
            checks,
        ),
        needs=(
            *(
                Need(key, ("path:2", "path:3"), "The first kind neither climbs nor jumps.")
                for key in keys
            ),
            Need("path:2", keys, "Say where it climbs or jumps, in this order."),
            Need("path:3", jumps, "Say from where it jumps down."),
        ),
    )
    return Question(
        (match.active,),
        "match.engage",
        "Who engages whom, and how?",
        shape,
        rule="SK-31",
        may_pass=True,
    )


def read(picks: Picks) -> Declaration:
    """Return the declaration that the picks of its question mean."""
    units, targets, choice, named = [], [], CHOICES["path:1"], []
    for pick in picks:
        match read_key(pick).kind:
            case "unit":
                units.append(UnitId(read_key(pick).name))
            case "target":
                targets.append(UnitId(read_key(pick).name))
            case "path":
                choice = CHOICES[pick]
            case _:
                named.append(pick)
    return Declaration(units[0], tuple(targets), choice, naming.named(named), tuple(named))
