"""Challenges of delves for larger parties (p72)."""

from server.rules.battle import damage
from server.rules.battle.battle import Battle
from server.rules.battle.components import Challenge
from server.rules.battle.effects import Me, Stat, hook, modifier
from server.rules.battle.moments import Happening, Moment


@modifier(Stat.MOVEMENT, "at home in the dark")
def swift(battle: Battle, me: Me, value: int) -> int:
    """Enemies move 1 hex farther."""
    return value + 1


def _enemy(battle: Battle, me: Me, now: Happening) -> bool:
    return battle.unit(now.unit).side == "enemy"


@hook(Moment.DEPLOYED, "Deeper dwellers: 1 HP more", when=_enemy, forced=True)
def tough(battle: Battle, me: Me, now: Happening) -> None:
    """Enemies come with 1 HP more."""
    damage.heal(battle, now.unit, 1, "", above=True)


CHALLENGES: dict[str, Challenge] = {
    "swift": Challenge("Enemies move 1 hex farther.", modifiers=(swift,)),
    "tough": Challenge("Enemies are deployed with 1 HP more.", hooks=(tough,)),
}
