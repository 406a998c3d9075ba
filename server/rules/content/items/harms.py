"""Effects of cards on enemies. They are neither engages nor targeting, so nothing that answers
those answers them.
"""

from protocol.battle import NamedReason
from protocol.ids import UnitId
from server.rules.battle.adventurer import statuses
from server.rules.battle.damage import deal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.words import Status
from server.rules.content.items.using import Effect


def _always(battle: Battle, me: Me, unit: UnitId) -> bool:
    return True


def burns(points: int) -> Effect:
    """Return the effect of being dealt damage."""

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        deal(battle, unit, me.unit, points, how=NamedReason(me.source))

    return Effect(do, _always)


def afflicts(status: Status) -> Effect:
    """Return the effect of gaining a status. Quest units are immune, and nobody gains one twice
    (STS-3).
    """

    def do(battle: Battle, me: Me, unit: UnitId) -> None:
        statuses.gain(battle, unit, status)

    def works(battle: Battle, me: Me, unit: UnitId) -> bool:
        immune = battle.unit(unit).kind == "quest" or battle.has(unit, status)
        return not immune and battle.state.supply["status"] > 0

    return Effect(do, works)
