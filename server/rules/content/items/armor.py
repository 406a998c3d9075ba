"""Armor: answers an enemy's engage once the roll is known; overtaxing it may be decided then, too.

p29; ITM-4, ITM-5, ITM-20, ITM-24, C-47. `trait` is the body area it covers.
"""

from collections.abc import Callable
from dataclasses import replace

from server.rules.battle import inventory, move, paying
from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.damage import deal
from server.rules.battle.effects import Hook, Me, hook
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import hurt_by_enemy
from server.rules.content.naming import id_of

Wear = Callable[[Battle, Me, Happening], None]


def _engaged(battle: Battle, me: Me, now: Happening) -> bool:
    """An enemy's engage is about to hurt the wearer, and this card has not answered it yet."""
    return (
        hurt_by_enemy(battle, me, now)
        and now.engage is not None
        and now.engage.by == now.by
        and me.card not in now.engage.armor
    )


def _hooks(name: str, wear: Wear, overtax: Wear) -> tuple[Hook, ...]:
    def use(battle: Battle, me: Me, now: Happening) -> None:
        """The standard ability."""
        assert now.engage is not None
        now.engage.armor.append(me.card)
        wear(battle, me, now)

    def use_both(battle: Battle, me: Me, now: Happening) -> None:
        """Both abilities; after the engage the card goes."""
        use(battle, me, now)
        overtax(battle, me, now)
        assert now.engage is not None
        now.engage.after.append(lambda: inventory.lose_overtaxed(battle, me.unit, me.card))

    made = hook(Moment.DAMAGE_COMING, name, when=_engaged, rule="ITM-4")
    return (
        replace(made(use), key="wear"),
        replace(made(use_both), key="overtax", text=f"{name}, overtaxed", rule="ITM-20"),
    )


def _prevent(points: int) -> Wear:
    def wear(battle: Battle, me: Me, now: Happening) -> None:
        """Prevent so much of the damage."""
        assert now.blow is not None
        now.blow.prevent(points)

    return wear


def prevent_all(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent what is left of the damage."""
    assert now.blow is not None
    now.blow.prevent(now.blow.physical)


def prevent_arrow(battle: Battle, me: Me, now: Happening) -> None:
    """Prevent 1, or 2 of an engage from farther away."""
    assert now.blow is not None
    now.blow.prevent(1 if now.blow.adjacent else 2)


def leap_away(battle: Battle, me: Me, now: Happening) -> None:
    """After the engage: up to 2 hexes of movement."""
    assert now.engage is not None

    def leap() -> None:
        move.free_move(battle, me.unit, 2, "armor.leap", "Move up to 2 hexes.")

    now.engage.after.append(leap)


def gain_heart(battle: Battle, me: Me, now: Happening) -> None:
    """Gain 2 tenacity."""
    paying.gain_tenacity(battle, me.unit, 2, me.source)


def thorns(battle: Battle, me: Me, now: Happening) -> None:
    """After the engage: 3 damage to who engaged, if it stands next to the wearer."""
    assert now.engage is not None

    def prick() -> None:
        standing = not battle.unit(now.by).fate and not battle.unit(me.unit).fate
        if standing and battle.adjacent(me.unit, now.by):
            deal(battle, now.by, me.unit, 3, how=me.source)

    now.engage.after.append(prick)


def _armor(
    name: str,
    lock: Lock,
    trait: str,
    wear: tuple[Wear, str],
    overtax: tuple[Wear, str],
    deck: str = "common",
) -> Item:
    return Item(
        id=id_of(name),
        name=name,
        subtype="armor",
        deck=deck,
        lock=lock,
        text=f"{wear[1]} Overtax: {overtax[1]}",
        source="original",
        trait=trait,
        hooks=_hooks(name, wear[0], overtax[0]),
        weapon_text=wear[1],
        overtax_text=overtax[1],
    )


ITEMS = (
    _armor(
        "Padded Prison Jerkin",
        Lock(3, (3, 2, 1)),
        "chest",
        (_prevent(1), "Prevent 1."),
        (_prevent(2), "Prevent 2 more."),
    ),
    _armor(
        "Dented Iron Helm",
        Lock(2, (6, 4, 2)),
        "head",
        (_prevent(1), "Prevent 1."),
        (gain_heart, "Gain 2 tenacity."),
    ),
    _armor(
        "Hide Boots",
        Lock(3, (5, 2, 2)),
        "feet",
        (prevent_arrow, "Prevent 1, or 2 from a distance."),
        (leap_away, "Move up to 2 hexes afterwards."),
    ),
    _armor(
        "Cuirass of the Hollow Oak",
        Lock(4, (5, 5, 1, 2), (5,)),
        "chest",
        (_prevent(2), "Prevent 2."),
        (prevent_all, "Prevent the rest."),
        deck="legendary",
    ),
    _armor(
        "Briarheart Gauntlets",
        Lock(4, (6, 5, 2, 3), (6,)),
        "hands",
        (_prevent(1), "Prevent 1."),
        (thorns, "3 damage to an adjacent attacker afterwards."),
        deck="legendary",
    ),
)
