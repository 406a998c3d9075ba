"""Weapons: one per engage, chosen with its overtax before the roll (p29; ITM-6, ITM-7, ITM-20).

Extra enemy Combat dice belong to weapon forms; a weapon of Magic form adds none (C-49).
"""

from collections.abc import Callable

from server.rules.battle.battle import Battle
from server.rules.battle.components import Item, Lock
from server.rules.battle.damage import deal
from server.rules.battle.roll import Engage
from server.rules.content.naming import id_of

Use = Callable[[Battle, Engage], None]


def _more_dice(count: int) -> Use:
    def use(battle: Battle, engage: Engage) -> None:
        """So many enemy Combat dice more."""
        engage.extra += count

    return use


def _ignore(points: int) -> Use:
    def use(battle: Battle, engage: Engage) -> None:
        """So much of the target's defense is ignored."""
        if engage.target:
            engage.ignored[engage.target] = engage.ignored.get(engage.target, 0) + points

    return use


def spark(battle: Battle, engage: Engage) -> None:
    """1 damage to the target."""
    if engage.reaches(battle, engage.target):
        engage.hit(battle, engage.target, 1)


def chain_lightning(battle: Battle, engage: Engage) -> None:
    """After the engage: 2 damage to every enemy next to the target, wherever it stood last."""
    if not engage.target:
        return
    near = [unit.id for unit in battle.neighbours(engage.target, "enemy")]

    def strike() -> None:
        for unit in near:
            deal(battle, unit, engage.by, 2, how="oak-lightning-staff")

    engage.after.append(strike)


def _is_daedra(battle: Battle, unit: str) -> bool:
    chip = battle.catalogue.chips.get(battle.unit(unit).chip) if unit else None
    return chip is not None and chip.type == "daedra"


def banish(battle: Battle, engage: Engage) -> None:
    """2 enemy Combat dice more, 4 against a Daedra."""
    engage.extra += 4 if _is_daedra(battle, engage.target) else 2


def banish_for_good(battle: Battle, engage: Engage) -> None:
    """3 true damage to the target."""
    if engage.reaches(battle, engage.target):
        engage.hit_true(battle, engage.target, 3)


def _weapon(
    name: str,
    lock: Lock,
    form: str,
    use: tuple[Use, str],
    overtax: tuple[Use, str],
    *,
    deck: str = "common",
    source: str = "original",
) -> Item:
    return Item(
        id=id_of(name),
        name=name,
        subtype="weapon",
        deck=deck,
        lock=lock,
        text=f"{use[1]} Overtax: {overtax[1]}",
        source=source,
        forms=(form,),
        weapon=use[0],
        overtax=overtax[0],
        weapon_text=use[1],
        overtax_text=overtax[1],
    )


ITEMS = (
    _weapon(
        "Oak Lightning Staff",
        Lock(3, (4, 3, 1)),
        "magic",
        (spark, "1 damage to the target."),
        (chain_lightning, "2 damage to each enemy next to the target."),
        source="p41 name; effect original",
    ),
    _weapon(
        "Steel Maul",
        Lock(2, (6, 4, 2)),
        "heavy-weapon",
        (_more_dice(1), "1 enemy Combat die more."),
        (_more_dice(2), "2 more."),
        source="p41 name; effect original",
    ),
    _weapon(
        "Notched Hunting Bow",
        Lock(3, (4, 3, 1)),
        "ranged-weapon",
        (_more_dice(1), "1 enemy Combat die more."),
        (_ignore(2), "Ignore 2 defense of the target."),
    ),
    _weapon(
        "Poacher's Knife",
        Lock(4, (6, 6, 1)),
        "light-weapon",
        (_ignore(1), "Ignore 1 defense of the target."),
        (_more_dice(2), "2 enemy Combat dice more."),
    ),
    _weapon(
        "Scampcrusher",
        Lock(4, (6, 5, 2, 3), (6,)),
        "heavy-weapon",
        (banish, "2 enemy Combat dice more, 4 against a Daedra."),
        (banish_for_good, "3 true damage to the target."),
        deck="legendary",
        source="p70 name, subtype, lock; effect original",
    ),
)
