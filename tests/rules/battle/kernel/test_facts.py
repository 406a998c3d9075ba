"""Facts assert what their events presuppose: a word that none knows is refused."""

import pytest

from protocol.battle import ItemSpent
from protocol.ids import UnitId
from server.rules.battle.kernel import facts
from tests.scene import Scene, foe, hero


def test_a_card_is_spent_in_no_unknown_way() -> None:
    here = hero("a1", at=(0, -1), ready=["bread-of-the-ancestors"])
    state = Scene(here, foe("e1", at=(0, 1))).state
    (card,) = state.adventurers[UnitId("a1")].ready

    with pytest.raises(AssertionError, match="'sing'"):
        facts.apply(state, ItemSpent(UnitId("a1"), card.id, "sing"))  # type: ignore[arg-type]
    facts.apply(state, ItemSpent(UnitId("a1"), card.id, "expend"))
