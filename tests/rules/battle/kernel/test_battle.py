"""What rules see of a battle under way."""

from msgspec.structs import replace

from server.rules.battle.movement import obstacles
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero


def test_the_map_is_looked_at_again_once_ground_has_opened() -> None:
    wall = (3, 0)
    scene = Scene(hero(), foe("e1", at=(0, 0)))
    battle = running(scene, replace(scene.play.start, blocked=(wall,)))
    assert wall not in battle.ground.tile_of
    obstacles.open_up(battle, (wall,))
    assert wall in battle.ground.tile_of
