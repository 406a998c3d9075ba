"""Which results can be resolved."""

import pytest

from protocol.ids import DieId, UnitId
from server.rules.battle.engage import resolving
from server.rules.battle.kernel.engagement import Engage
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

A1, E1 = UnitId("a1"), UnitId("e1")


@pytest.mark.rule("FRE-2")
@pytest.mark.parametrize(("face", "can"), [("combat:2", True), ("shield-discipline:1", False)])
def test_of_a_die_that_is_not_rolled_only_an_instant_side_counts(face: str, can: bool) -> None:
    """Given a drained die whose side is used, then one that would wait in a slot does nothing."""
    line = face.partition(":")[0]
    scene = Scene(hero("a1", drained=[f"{line}@{face}"]), foe("e1", at=(0, 0)))
    battle = running(scene)
    (die,) = battle.mat(A1).drained
    engage = Engage(A1, "light-weapon", targets=[E1], given=[DieId(die)])
    assert resolving.can(battle, engage, DieId(die)) is can
