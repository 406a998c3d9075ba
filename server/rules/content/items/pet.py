"""Pets: they take harm upon themselves; each use adds a chip, up to their limit (p29; ITM-15)."""

from server.rules.battle import inventory
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.effects import Hook, Me, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import hurt
from server.rules.content.naming import id_of


def _coming(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and not now.stopped


@hook(Moment.FATIGUE_COMING, "Palefrost Elk", when=_coming, rule="ITM-15")
def palefrost_elk(battle: Battle, me: Me, now: Happening) -> None:
    """Ignore any amount of fatigue gained at once."""
    now.stopped, now.amount = True, 0
    inventory.add_chip(battle, me.unit, me.card)


@hook(Moment.DAMAGE_COMING, "Cellar Mudcrab", when=hurt, rule="ITM-15")
def cellar_mudcrab(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent 1 damage."""
    assert now.blow is not None
    now.blow.prevent(1)
    inventory.add_chip(battle, me.unit, me.card)


@hook(Moment.STATUS_COMING, "Moonstone Lynx", when=_coming, rule="ITM-15")
def moonstone_lynx(battle: Battle, me: Me, now: Happening) -> None:
    """Ignore a status."""
    now.stopped = True
    inventory.add_chip(battle, me.unit, me.card)


def _pet(lock: Lock, limit: int, work: Hook, text: str, source: str, deck: str = "common") -> Item:
    key = id_of(work.text)
    return Item(key, work.text, "pet", deck, lock, text, source, limit=limit, hooks=(work,))


ITEMS = (
    _pet(
        Lock(3, (3, 2, 1)),
        3,
        palefrost_elk,
        "When you would gain any amount of fatigue, add a chip instead.",
        "effect printed; limit and lock original",
    ),
    _pet(Lock(2, (5, 4, 3)), 2, cellar_mudcrab, "Prevent 1 damage.", "original"),
    _pet(
        Lock(4, (3, 6, 4, 1), (3,)), 4, moonstone_lynx, "Ignore a status.", "original", "legendary"
    ),
)
