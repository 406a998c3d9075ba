"""Enemy bags: both sides of a chip are in their bags, or neither (p12; SET-2)."""

from server.rules.battle.kernel.state import OTHER_SIDE, BattleState
from server.rules.engine.patch import Op, put


def moved(state: BattleState, deck: str, chip: str, by: int) -> tuple[Op, ...]:
    """Return the operations that add `by` chips of a side (negative: take them) to a bag.

    The other side of the chip is counted likewise, in the bag of its level.
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
