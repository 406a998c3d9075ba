"""Enemy skills of deployment: Colossal, Cornered."""

import pytest

from protocol.ids import UnitId
from server.rules.battle.setup import deploying
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero


@pytest.mark.rule("ECH-3")
@pytest.mark.parametrize(("skill", "more"), [("colossal", 3), ("cornered", 2)])
def test_extra_hp_come_with_deployment_and_do_not_raise_health(skill: str, more: int) -> None:
    scene = Scene(
        hero("a1", at=(0, 4), row=["combat", "shield-discipline"], track=["combat"]),
        hero("a2", fate="defeated", drained=["combat"]),
        foe("e1", at=(0, -3), hp=1, level=5, health=3, statuses=("bane",), skills=(skill,)),
        foe("e2", at=(0, 0), combat=0, range=9, skills=("necromancy",)),
        turn=None,
    )
    scene.answer("necromancy", "0,-1")
    assert scene.unit("e100").health == 3
    assert scene.hp("e100") == 2 + more


@pytest.mark.rule("ECH-11")
@pytest.mark.parametrize("skill", ["colossal", "cornered"])
def test_who_enters_without_hp_chips_gains_none(skill: str) -> None:
    scene = Scene(hero(row=["combat"]), foe("e1", at=(0, 0), skills=(skill,)))
    battle = running(scene)
    prisoner = deploying.deploy_enemy(battle, battle.unit(UnitId("e1")).chip, (0, 3), hp=0)
    assert battle.unit(prisoner).hp == 0
