"""What comes before the first round: adventurers are created and equipped, the map is laid,
enemies are drawn for the points, and everybody is deployed. Units that come later are
deployed here, too.
"""

from server.rules.battle.setup import advancing, battle_setup, creation, deploying, enemy_pool

__all__ = [
    "advancing",
    "battle_setup",
    "creation",
    "deploying",
    "enemy_pool",
]
