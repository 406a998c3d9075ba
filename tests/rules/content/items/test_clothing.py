from typing import Any

import pytest

from tests.scene import Scene, foe, hero

rule = pytest.mark.rule


def wearing(piece: str, ability: str, **figures: Any) -> Scene:
    scene = Scene(
        hero(ready=[piece], tenacity=3, **figures),
        foe("e1", at=(-4, 0)),
    )
    return scene.answer("turn.act", ability)


@rule("ITM-13", "CLS-19", "CLS-3")
def test_sandals_sell_two_hexes_for_one_tenacity_once_a_turn() -> None:
    scene = wearing("couriers-sandals", "stride").answer("sandals", "2,-1", "3,-1")
    assert (scene.unit("a1").at, scene.mat("a1").tenacity) == ((3, -1), 2)
    assert not any("stride" in key for key in scene.offered("turn.act"))
    assert scene.mat("a1").ready


@rule("ITM-13")
def test_a_shawl_takes_two_light_fatigue_for_two_tenacity() -> None:
    scene = wearing("homespun-shawl", "rest", track=["LF", "combat", "LF", "LF"])
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["combat", "LF"], 1)


@rule("ITM-13")
def test_a_cowl_hides_its_wearer_for_two_tenacity() -> None:
    scene = wearing("cowl-of-grey-dusk", "vanish")
    assert (scene.track("a1"), scene.mat("a1").tenacity) == (["stealth"], 1)
