"""Potions: expended by every use until they are refreshed in a town (p29; ITM-11, ITM-12)."""

from server.rules.battle import cooldown, statuses
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.damage import heal
from server.rules.battle.effects import Ability, Me, ability
from server.rules.content import asking
from server.rules.content.naming import id_of


def _afflicted(battle: Battle, me: Me) -> bool:
    return bool(statuses.held(battle, me.unit))


@ability("drink", "Stinkhorn Tonic", "A status leaves your track; heal 1.", can=_afflicted, once="")
def stinkhorn(battle: Battle, me: Me) -> None:
    """A status of the drinker's choice."""
    ways = {status: status.capitalize() for status in statuses.held(battle, me.unit)}
    chosen = asking.one_of(battle, me.unit, ways, "stinkhorn", "Which status leaves you?")
    statuses.lose(battle, me.unit, chosen)
    heal(battle, me.unit, 1, me.unit)


def _hurt(battle: Battle, me: Me) -> bool:
    return battle.unit(me.unit).hp < battle.unit(me.unit).health


@ability("drink", "Cloudy Healing Draught", "Heal 2.", can=_hurt, once="")
def draught(battle: Battle, me: Me) -> None:
    """2 HP."""
    heal(battle, me.unit, 2, me.unit)


def _has_dice_out(battle: Battle, me: Me) -> bool:
    return bool(cooldown.dice_in(battle, me.unit, "track"))


@ability("drink", "Philter of Second Wind", "Recover 3 skill dice.", can=_has_dice_out, once="")
def second_wind(battle: Battle, me: Me) -> None:
    """Any 3 of the track."""
    dice = cooldown.dice_in(battle, me.unit, "track")
    for die in asking.some_dice(battle, me.unit, dice, 3, 3, "second-wind"):
        cooldown.recover(battle, die)


def _potion(lock: Lock, drink: Ability, source: str = "original", deck: str = "common") -> Item:
    key = id_of(drink.name)
    return Item(key, drink.name, "potion", deck, lock, drink.text, source, ability=drink)


ITEMS = (
    _potion(Lock(3, (4, 3, 1)), stinkhorn, "p41 name; effect original"),
    _potion(Lock(2, (5, 4, 3)), draught),
    _potion(Lock(4, (5, 5, 1, 2), (5,)), second_wind, deck="legendary"),
)
