"""Clothing: each piece lends its wearer an ability bought with tenacity (p29; ITM-13, CLS-19)."""

from server.rules.battle import cooldown, move, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.effects import Ability, Me, ability
from server.rules.battle.state import LF
from server.rules.content.naming import id_of


@ability("stride", "Courier's Sandals", "Move up to 2 hexes.", cost=1)
def stride(battle: Battle, me: Me) -> None:
    """Not a move action."""
    move.free_move(battle, me.unit, 2, "sandals", "Move up to 2 hexes.")


def _tired(battle: Battle, me: Me) -> bool:
    return cooldown.fatigue_in_track(battle, me.unit, LF) > 0


@ability("rest", "Homespun Shawl", "Two light fatigue leave your track.", cost=2, can=_tired)
def rest(battle: Battle, me: Me) -> None:
    """As far as there are two."""
    for _ in range(min(2, cooldown.fatigue_in_track(battle, me.unit, LF))):
        cooldown.remove_token(battle, me.unit, battle.mat(me.unit).track.index(LF))


@ability("vanish", "Cowl of Grey Dusk", "Gain Stealth.", cost=2)
def vanish(battle: Battle, me: Me) -> None:
    """Until the wearer deals damage."""
    statuses.gain(battle, me.unit, "stealth")


def _piece(lock: Lock, lent: Ability, deck: str = "common") -> Item:
    key = id_of(lent.name)
    text = f"{lent.cost} tenacity: {lent.text}"
    return Item(key, lent.name, "clothing", deck, lock, text, "original", ability=lent)


ITEMS = (
    _piece(Lock(3, (3, 2, 1)), stride),
    _piece(Lock(3, (4, 4, 2)), rest),
    _piece(Lock(3, (2, 6, 5, 5), (2,)), vanish, deck="legendary"),
)
