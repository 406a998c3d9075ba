"""Enemy skills of deployment: Colossal, Cornered."""

import pytest

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
