"""The Move Phase: one unit after the other moves or runs (SK-81 to SK-90, SK-95)."""

from collections.abc import Iterator
from typing import Final

from protocol.ids import UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Option, Plan, Question, Slot
from protocol.skirmish import Mil, Movement, PairsEnded
from server.rules.skirmish.components import Skill
from server.rules.skirmish.fight import targets
from server.rules.skirmish.kernel.match import Match
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import DAZED_MOVE, move_of, run_of
from server.rules.skirmish.movement import going, naming

MOVE: Final = "move"
RUN: Final = "run"


def move_one(match: Match) -> bool:
    """Let the active side move one unit, or end the phase. Returns whether the phase goes on."""
    options = tuple(_offers(match))
    if not options:
        return False
    picks = match.picks(_which(match, options))
    if not picks:
        return False
    key = next(key for key in map(read_key, picks) if key.kind in (MOVE, RUN))
    unit, how = match.unit(UnitId(key.name)), _movement(key.kind)
    budget = run_of(unit) if how == RUN else budget_of(unit)
    # `_begin` runs only once a route is found, so that a refused place changes nothing.
    going.go(match, unit, budget, how, naming.named(picks), lambda: _begin(match, unit, how))
    return True


def _which(match: Match, options: tuple[Option, ...]) -> Question:
    parts = (Slot("unit", options, 1, 1), naming.checks_slot(match.state.board))
    return Question(
        (match.active,),
        "match.move",
        "Which unit moves?",
        Plan(parts),
        rule="SK-4",
        may_pass=True,
    )


def _offers(match: Match) -> Iterator[Option]:
    for unit in match.on_board(match.active):
        if may_move(match, unit):
            yield Option(option_key(MOVE, unit.id), f"{unit.name}: move")
            if may_run(match, unit):
                yield Option(option_key(RUN, unit.id), f"{unit.name}: run")


def may_move(match: Match, unit: Unit) -> bool:
    """Return whether a unit may move (SK-81, SK-95): once a turn, not after an attempt to engage,
    not stunned, and not engaged with an active enemy. A dazed unit may leave enemies that have
    another active target.
    """
    if unit.did("tried", "moved", "ran", "cowed") or unit.injury == "stunned":
        return False
    foes = match.engaged_with(unit.id)
    if unit.injury == "dazed":
        return all(targets.has_another(match, foe, unit) for foe in foes if not foe.is_downed)
    return all(foe.is_downed for foe in foes)


def may_run(match: Match, unit: Unit) -> bool:
    """Return whether a unit that may move may run instead (SK-82): not if it is undead, dazed or
    has treasure, and not in the first turn of the match (SK-2).
    """
    is_able = not unit.has(Skill.UNDEAD) and not unit.token and unit.injury != "dazed"
    return is_able and match.state.turn > 1


def budget_of(unit: Unit) -> Mil:
    """Return how many mils a unit may move (SK-95, SK-97)."""
    return DAZED_MOVE if unit.injury == "dazed" else move_of(unit)


def _movement(kind: str) -> Movement:
    """Return the kind of movement that the kind of an option means."""
    return RUN if kind == RUN else MOVE


def _begin(match: Match, unit: Unit, how: Movement) -> None:
    """Mark that a unit moves, and end its pairs with enemies (SK-11)."""
    match.mark(unit.id, "ran" if how == RUN else "moved")
    left = tuple((unit.id, foe.id) for foe in match.engaged_with(unit.id))
    if left:
        match.emit(PairsEnded(left))
