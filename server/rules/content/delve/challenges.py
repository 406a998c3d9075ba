"""Challenges of delves for larger parties (p72)."""

from protocol.ids import NOBODY
from server.rules.battle.components.effects import hook, modifier
from server.rules.battle.components.encounters import Challenge
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.values import Stat


@modifier(Stat.MOVEMENT, "at home in the dark")
def swift(battle: Battle, me: Me, value: int) -> int:
    """Enemies move 1 hex farther."""
    return value + 1


def _enemy(battle: Battle, me: Me, now: Happening) -> bool:
    return battle.unit(now.unit).side == "enemy"


@hook(Moment.DEPLOYED, "Deeper dwellers: 1 HP more", when=_enemy, forced=True)
def tough(battle: Battle, me: Me, now: Happening) -> None:
    """Enemies come with 1 HP more."""
    hit_points.heal(battle, now.unit, 1, NOBODY, above=True)


CHALLENGES: dict[str, Challenge] = {
    "swift": Challenge("Enemies move 1 hex farther.", modifiers=(swift,)),
    "tough": Challenge("Enemies are deployed with 1 HP more.", hooks=(tough,)),
}
