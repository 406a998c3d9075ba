"""A drawn scene as a running battle, for rules that are called by themselves."""

from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import BattleState
from server.rules.battle.rules import BattleRules
from server.rules.engine.game import Game
from tests.scene import Scene


def running(scene: Scene, state: BattleState | None = None) -> Battle:
    """A battle that stands where the scene was drawn (or at another state of it)."""
    start = state or scene.play.start
    rules = BattleRules(scene.catalogue)
    return rules.battle(Game(rules, start, [], scene.script, 0))
