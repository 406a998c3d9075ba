"""Enemy bags: a chip lies in its bag with both of its sides, or with none (p12; SET-2)."""

from server.rules.battle.kernel.state import OTHER_SIDE, BattleState
from server.rules.engine.patch import Op, put


def moved(state: BattleState, deck: str, chip: str, by: int) -> tuple[Op, ...]:
    """Return the operations that put `by` chips more (or fewer) into a bag.

    Of a chip with two sides both are counted, each in the bag of its level.
    """
    bag = state.decks[deck]
    count = bag.cards.get(chip, 0) + by
    assert count >= 0, f"there is no {chip} in {deck}"
    ops: tuple[Op, ...] = (put(f"decks/{deck}/cards/{chip}", count),)
    back = bag.backs.get(chip)
    if back is None:
        return ops
    other = OTHER_SIDE[deck]
    return (*ops, put(f"decks/{other}/cards/{back}", state.decks[other].cards[back] + by))
