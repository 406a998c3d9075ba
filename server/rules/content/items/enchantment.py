"""Enchantments: put on what they name, they leave the inventory and last (p29; ITM-8).

Each of these is put on an adventurer: the user or one next to it. A card's hooks and modifiers work
for its bearer only while it is attached.
"""

from server.rules.battle import cooldown, inventory
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.damage import heal
from server.rules.battle.defeat import own_kill
from server.rules.battle.effects import Hook, Me, ability, hook, my
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import hurt_by_enemy
from server.rules.battle.state import LF
from server.rules.content import asking
from server.rules.content.naming import id_of


@ability("enchant", "Enchant adventurer", "Put it on yourself or an adjacent adventurer.", once="")
def enchant(battle: Battle, me: Me) -> None:
    """The card lies by that adventurer from now on."""
    here = battle.unit(me.unit).at
    near = [
        unit
        for unit in battle.adventurers()
        if unit.id == me.unit or (here is not None and battle.adjacent(unit.id, me.unit))
    ]
    text = "Whom do you enchant?"
    on = asking.one_unit(battle, me.unit, near, "enchant", text) or me.unit
    inventory.enchant(battle, me.unit, me.card, on)


def _light_first(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and battle.mat(me.unit).track[:1] == (LF,)


@hook(Moment.AFTER_RECOVERY, "Glyph of Stamina", when=_light_first, forced=True, rule="ITM-8")
def stamina(battle: Battle, me: Me, now: Happening) -> None:
    """Light fatigue that lies first after the Recovery step leaves as well."""
    cooldown.remove_token(battle, me.unit, 0)


@hook(Moment.DAMAGE_COMING, "Glyph of Warding", when=hurt_by_enemy, once="round", rule="ITM-8")
def warding(battle: Battle, me: Me, now: Happening) -> None:
    """Once a round: prevent 1 of an enemy's damage."""
    assert now.blow is not None
    now.blow.prevent(1)


@hook(Moment.DEFEATED, "Glyph of Absorption", when=own_kill, forced=True, rule="ITM-8")
def absorption(battle: Battle, me: Me, now: Happening) -> None:
    """Whoever bears it and defeats an enemy heals 1."""
    heal(battle, me.unit, 1, me.unit)


def _glyph(
    lock: Lock, work: Hook, text: str, source: str = "original", deck: str = "common"
) -> Item:
    key = id_of(work.text)
    full = f"Enchant adventurer. {text}"
    return Item(
        key, work.text, "enchantment", deck, lock, full, source, ability=enchant, hooks=(work,)
    )


ITEMS = (
    _glyph(
        Lock(3, (4, 4, 2)),
        stamina,
        "Light fatigue that lies first after its Recovery step leaves, too.",
        "p42 name; subtype and effect original",
    ),
    _glyph(Lock(2, (6, 4, 2)), warding, "Once a round: prevent 1 of an enemy's damage."),
    _glyph(
        Lock(3, (2, 6, 5, 5), (2,)), absorption, "Defeating an enemy heals it 1.", deck="legendary"
    ),
)
