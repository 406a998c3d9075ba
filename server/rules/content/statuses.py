"""Statuses that act at a moment.

The others are read where they apply: Blind and Stealth in `targeting`, Daze in `turn`, `move`,
`plan`, `lockpick` and `enemy_turn`, Fear in `resolving` and `bearers`, Maim in `roll` and
`enemy_turn`.
"""

from server.rules.battle.battle import Battle
from server.rules.battle.damage import deal
from server.rules.battle.effects import Me, Status, hook
from server.rules.battle.moments import Happening, Moment


@hook(Moment.TURN_STARTS, "Bane: 1 true damage", forced=True, rule="STS-5")
def bane(battle: Battle, me: Me, now: Happening) -> None:
    """1 true damage at the start of each of the bearer's turns, dealt by nobody."""
    deal(battle, me.unit, "", true=1, how="bane")


STATUSES = {"bane": Status("bane", (bane,))}
