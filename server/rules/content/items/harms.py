"""Effects of cards on enemies. They are neither engages nor targeting: nothing answers those."""

from server.rules.battle import statuses
from server.rules.battle.battle import Battle
from server.rules.battle.damage import deal
from server.rules.battle.effects import Me
from server.rules.content.items.using import Effect


def _always(battle: Battle, me: Me, unit: str) -> bool:
    return True


def burns(points: int) -> Effect:
    """Damage."""

    def do(battle: Battle, me: Me, unit: str) -> None:
        deal(battle, unit, me.unit, points, how=me.source)

    return Effect(do, _always)


def afflicts(status: str) -> Effect:
    """A status; quest units are immune, and one of each kind is enough (STS-3)."""

    def do(battle: Battle, me: Me, unit: str) -> None:
        statuses.gain(battle, unit, status)

    def works(battle: Battle, me: Me, unit: str) -> bool:
        immune = battle.unit(unit).kind == "quest" or battle.has(unit, status)
        return not immune and battle.state.supply["status"] > 0

    return Effect(do, works)
