"""Consumables: used once and discarded; often good for several adventurers (p29; ITM-9)."""

from server.rules.battle import cooldown, paying
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.damage import gain_bonus, heal
from server.rules.battle.effects import Ability, Me, ability
from server.rules.battle.state import LF, OF, Unit
from server.rules.content.naming import id_of


def _near(battle: Battle, me: Me) -> list[Unit]:
    """The eater and the adventurers next to it."""
    return [
        unit
        for unit in battle.adventurers()
        if unit.id == me.unit
        or (battle.unit(me.unit).at is not None and battle.adjacent(unit.id, me.unit))
    ]


def _somebody_hurt(battle: Battle, me: Me) -> bool:
    return any(unit.hp < unit.health for unit in _near(battle, me))


@ability("eat", "Falkreath Meat Loaf", "You and adjacent adventurers heal 2.", can=_somebody_hurt)
def meat_loaf(battle: Battle, me: Me) -> None:
    """2 HP each."""
    for unit in _near(battle, me):
        heal(battle, unit.id, 2, me.unit)


@ability("eat", "Bravil Melon Salad", "Gain 3 tenacity.")
def melon_salad(battle: Battle, me: Me) -> None:
    """Up to the maximum."""
    paying.gain_tenacity(battle, me.unit, 3, me.source)


def _tired(battle: Battle, me: Me) -> bool:
    return any(cooldown.fatigue_in_track(battle, unit.id, LF) for unit in _near(battle, me))


@ability(
    "eat",
    "Old Aldmeri Orphan Gruel",
    "Two light fatigue leave your track and those of adjacent adventurers.",
    can=_tired,
)
def gruel(battle: Battle, me: Me) -> None:
    """Up to 2 each, the leftmost ones."""
    for unit in _near(battle, me):
        for _ in range(min(2, cooldown.fatigue_in_track(battle, unit.id, LF))):
            cooldown.remove_token(battle, unit.id, battle.mat(unit.id).track.index(LF))


@ability("eat", "Candied Moon Sugar", "Gain 2 bonus HP and 1 light fatigue.")
def moon_sugar(battle: Battle, me: Me) -> None:
    """It costs breath."""
    gain_bonus(battle, me.unit, 2, me.unit)
    cooldown.gain_fatigue(battle, me.unit, light=1)


@ability("eat", "Feast of the Harvest", "All adventurers in play heal 3 and lose 1 overfatigue.")
def feast(battle: Battle, me: Me) -> None:
    """Overfatigue leaves for good."""
    for unit in tuple(battle.adventurers()):
        heal(battle, unit.id, 3, me.unit)
        if OF in battle.mat(unit.id).track:
            cooldown.remove_token(battle, unit.id, battle.mat(unit.id).track.index(OF))


def _food(lock: Lock, eat: Ability, source: str = "original", deck: str = "common") -> Item:
    key = id_of(eat.name)
    return Item(key, eat.name, "consumable", deck, lock, eat.text, source, ability=eat)


ITEMS = (
    _food(Lock(3, (5, 2, 2)), meat_loaf, "p69 name, subtype, lock; effect original"),
    _food(Lock(3, (4, 4, 2)), melon_salad, "p74 effect; lock original"),
    _food(Lock(4, (6, 6, 1)), gruel, "p41 name; effect original"),
    _food(Lock(2, (5, 4, 3)), moon_sugar),
    _food(Lock(4, (3, 6, 4, 1), (3,)), feast, deck="legendary"),
)
