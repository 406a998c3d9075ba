"""Finds out whether units' turns come to the same in every order, by running them for a preview."""

from collections.abc import Callable
from itertools import permutations

from msgspec.structs import replace

from protocol.battle import Spared
from protocol.ids import UnitId
from protocol.questions import One, Picks, Question
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import BattleState
from server.rules.battle.map import targeting
from server.rules.engine.foresight import Foresight

MOST = 3
"""The most turns that are tried in every order; four would have 24 orders and take some tens of
milliseconds.
"""
WAYS = 6
"""The most ways that the turns of one order may go, for the same reason; with more, the party is
asked.
"""

Turn = Callable[[Battle, UnitId], None]


def independent(battle: Battle, names: list[UnitId], turn: Turn) -> bool:
    """Return whether every order of these units' turns leads to the same states.

    False if dice may be rolled, if players may use something on the way, or if that is not known
    within the limits of `MOST` and `WAYS`.
    """
    # The log says what the first run found: trying the orders would cost every further run over the
    # log some milliseconds.
    if (known := battle.game.logged_event()) is not None:
        return isinstance(known, Spared)
    # A unit with a target in reach rolls dice, which depend on the number of rolls before.
    if len(names) > MOST or any(targeting.targets(battle, name) for name in names):
        return False
    foresee = Foresight(battle.game.ruleset, battle.state, battle.beside)
    first: list[BattleState] | None = None
    for order in permutations(names):
        found = _outcomes(foresee, order, turn)
        # Comparing each with the one before it is enough: equality is transitive.
        if found is None or (first is not None and not _same(first, found)):
            return False
        first = found
    return True


def _outcomes(
    foresee: Foresight[BattleState, Battle], order: tuple[UnitId, ...], turn: Turn
) -> list[BattleState] | None:
    """Return the states that turns in this order may lead to; None if it cannot be told."""

    def scene(battle: Battle) -> BattleState:
        for name in order:
            turn(battle, name)
        # Sorted, as the order of those who have acted always differs and makes no difference.
        return replace(battle.state, acted=tuple(sorted(battle.state.acted)))

    return foresee.certain(scene, _every_way, WAYS)


def _every_way(question: Question) -> tuple[Picks, ...] | None:
    """Return all answers to a choice of one; None for other questions and for optional effects."""
    if question.may_pass or not isinstance(question.shape, One):
        return None
    return tuple((option.key,) for option in question.shape.options)


def _same(these: list[BattleState], those: list[BattleState]) -> bool:
    # Lists, as states hold dicts and cannot be hashed.
    return all(one in those for one in these) and all(one in these for one in those)
