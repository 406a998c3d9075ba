"""Whether turns come to the same in every order: they are tried out on the side."""

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
"""So many turns are tried in every order; four would be 24 orders, some tens of milliseconds."""
WAYS = 6
"""Of so many ways that a turn may go, each followed, it is not said any more that they agree."""

Turn = Callable[[Battle, UnitId], None]


def independent(battle: Battle, names: list[UnitId], turn: Turn) -> bool:
    """Return whether every order of these units' turns leads to the same states.

    Not where somebody may roll dice, or players may use something on the way.
    """
    # The log says what came of it before: to try the orders again would cost every run over it some
    # milliseconds.
    if (known := battle.game.logged_event()) is not None:
        return isinstance(known, Spared)
    # With a target in reach it rolls, and what dice show hangs on how many fell before.
    if len(names) > MOST or any(targeting.targets(battle, name) for name in names):
        return False
    foresee = Foresight(battle.game.ruleset, battle.state, battle.beside)
    first: list[BattleState] | None = None
    for order in permutations(names):
        found = _outcomes(foresee, order, turn)
        # Each is compared with the one before it: what is the same as its neighbour all along the
        # row is the same throughout.
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
        # Sorted: who acted first is the only thing in which the orders may differ.
        return replace(battle.state, acted=tuple(sorted(battle.state.acted)))

    return foresee.certain(scene, _every_way, WAYS)


def _every_way(question: Question) -> tuple[Picks, ...] | None:
    """Return all answers to a choice of one; none to what somebody may use, or not, on the way."""
    if question.may_pass or not isinstance(question.shape, One):
        return None
    return tuple((option.key,) for option in question.shape.options)


def _same(these: list[BattleState], those: list[BattleState]) -> bool:
    # States hold dicts and have no hash, so no sets can be made of them.
    return all(one in those for one in these) and all(one in these for one in those)
