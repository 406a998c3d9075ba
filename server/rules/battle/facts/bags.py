"""Enemy bags: a chip lies in its bag with both of its sides, or with none (p12; SET-2)."""

from server.rules.battle.state import OTHER_SIDE, BattleState
from server.rules.engine.patch import Op, put


def moved(state: BattleState, deck: str, chip: str, by: int) -> tuple[Op, ...]:
    """As many chips more (or fewer) in a bag, on the side that was named and on its back."""
    bag = state.decks[deck]
    count = bag.cards.get(chip, 0) + by
    assert count >= 0, f"there is no {chip} in {deck}"
    ops: tuple[Op, ...] = (put(f"decks/{deck}/cards/{chip}", count),)
    back = bag.backs.get(chip)
    if back is None:
        return ops
    other = OTHER_SIDE[deck]
    return (*ops, put(f"decks/{other}/cards/{back}", state.decks[other].cards[back] + by))
