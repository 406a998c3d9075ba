"""A beat or an action of a turn that the rules do not know raises; it is not passed over."""

import pytest

from protocol.events import BeatBegan
from protocol.ids import NamedCode, UnitId
from protocol.questions import Picks
from server.rules.battle.rules import BattleRules
from server.rules.battle.turn import adventurer_turn
from server.rules.engine.game import Defect
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

FAR = foe("e1", "spriggan", at=(-4, 4), combat=0)


def test_a_beat_that_nobody_plays_raises() -> None:
    scene = Scene(hero(), FAR)
    battle = running(scene)

    with pytest.raises(Defect, match="tea-break"):
        BattleRules(scene.catalogue).play(battle.game, BeatBegan("tea-break"))


@pytest.mark.parametrize(
    ("why", "picks"), [("turn.act", ("dance",)), ("turn.reform", ("dance:magic",))]
)
def test_an_action_that_a_turn_does_not_know_raises(why: str, picks: Picks) -> None:
    battle = running(Scene(hero(), FAR))

    with pytest.raises(Defect, match="dance"):
        adventurer_turn._perform(battle, UnitId("a1"), NamedCode(why), picks)
