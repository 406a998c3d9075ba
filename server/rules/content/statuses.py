"""Statuses that act at a moment.

The others are read where they apply: Blind and Stealth in `targeting`, Daze in
`statuses.may_roll` and `statuses.may_step`, Fear in `resolving` and `active_effects`, Maim in
`dealing` and `enemy_combat_dice`.
"""

from protocol.ids import NOBODY
from server.rules.battle.components.effects import Status, hook
from server.rules.battle.damage import deal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment


@hook(Moment.TURN_STARTS, "Bane: 1 true damage", forced=True, rule="STS-5")
def bane(battle: Battle, me: Me, now: Happening) -> None:
    """Each of the bearer's turns starts with 1 true damage, which no unit deals."""
    deal(battle, me.unit, NOBODY, true=1, how="bane")


STATUSES = {"bane": Status("bane", (bane,))}
