"""What the use of a card is put together from: who gets it, and effects on one unit each.

An `Effect` works on one unit and knows whether it would do anything there now; a `Use` is what a
card offers in its owner's turn. `each(near, heals(2))` reads like the card: you and every
adventurer next to you heal 2. The effects themselves stand in `boons` and `harms`.
"""

from collections.abc import Callable
from typing import NamedTuple

from protocol.ids import NamedCode, UnitId
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.state import Unit
from server.rules.content import asking

Units = Callable[[Battle, Me], list[Unit]]


class Effect(NamedTuple):
    """Something that a card does to one unit; `works` says whether it would change anything now.

    One that `relieves` takes fatigue or statuses off a track, so it is worth using before a
    Recovery step.
    """

    do: Callable[[Battle, Me, UnitId], None]
    works: Callable[[Battle, Me, UnitId], bool]
    relieves: bool = False


class Use(NamedTuple):
    """What a card does in all, and whether it can be used now.

    One that `relieves` is worth using before a Recovery step, and is offered then.
    """

    do: Callable[[Battle, Me], None]
    can: Callable[[Battle, Me], bool]
    relieves: bool = False


def you(battle: Battle, me: Me) -> list[Unit]:
    """Return the card's owner alone."""
    return [battle.unit(me.unit)]


def within(hexes: int) -> Units:
    """Return the function that finds the owner and the adventurers up to so many hexes away, the
    most wounded first.
    """

    def units(battle: Battle, me: Me) -> list[Unit]:
        found = [u for u in battle.adventurers() if battle.distance(u.id, me.unit) <= hexes]
        return sorted(found, key=lambda unit: unit.hp - unit.health)

    return units


near = within(1)


def everybody(battle: Battle, me: Me) -> list[Unit]:
    """Return all undefeated adventurers on the map."""
    return list(battle.adventurers())


def others(battle: Battle, me: Me) -> list[Unit]:
    """Return all undefeated adventurers on the map but the owner."""
    return [unit for unit in battle.adventurers() if unit.id != me.unit]


def enemies_within(hexes: int) -> Units:
    """Return the function that finds the enemies up to so many hexes away, seen or not."""

    def units(battle: Battle, me: Me) -> list[Unit]:
        return [u for u in battle.in_play("enemy") if battle.distance(u.id, me.unit) <= hexes]

    return units


def _works(battle: Battle, me: Me, unit: UnitId, effects: tuple[Effect, ...]) -> bool:
    return any(effect.works(battle, me, unit) for effect in effects)


def _give(battle: Battle, me: Me, unit: UnitId, effects: tuple[Effect, ...]) -> None:
    for effect in effects:
        if not battle.unit(unit).fate:
            effect.do(battle, me, unit)


def _relieve(effects: tuple[Effect, ...]) -> bool:
    return any(effect.relieves for effect in effects)


def afterwards(battle: Battle, me: Me, engage: Engage, use: Use) -> None:
    """Put off a use until an engage is over. It is dropped if its owner is defeated or it would do
    nothing by then.
    """

    def follow() -> None:
        if not battle.unit(me.unit).fate and use.can(battle, me):
            use.do(battle, me)

    engage.after.append(follow)


def each(who: Units, *effects: Effect) -> Use:
    """Return the use of all effects on all of these units; it can be used while it does something
    to one of them.
    """

    def do(battle: Battle, me: Me) -> None:
        for unit in who(battle, me):
            _give(battle, me, unit.id, effects)

    def can(battle: Battle, me: Me) -> bool:
        return any(_works(battle, me, unit.id, effects) for unit in who(battle, me))

    return Use(do, can, _relieve(effects))


def some(who: Units, most: int, text: str, *effects: Effect) -> Use:
    """Return the use on up to `most` units, of those to which it does something; `text` asks
    which.
    """

    def fitting(battle: Battle, me: Me) -> list[Unit]:
        return [unit for unit in who(battle, me) if _works(battle, me, unit.id, effects)]

    def do(battle: Battle, me: Me) -> None:
        found = fitting(battle, me)
        for unit in asking.some_units(
            battle, me.unit, found, 1, most, NamedCode(f"{me.source}.who"), text
        ):
            _give(battle, me, unit, effects)

    def can(battle: Battle, me: Me) -> bool:
        return bool(fitting(battle, me))

    return Use(do, can, _relieve(effects))


def one(who: Units, text: str, *effects: Effect) -> Use:
    """Return the use on one unit, of those to which it does something; `text` asks which."""
    return some(who, 1, text, *effects)


def priced(price: Effect, use: Use) -> Use:
    """Return the use that the owner first pays for; it can be used only while the rest does
    something.
    """

    def do(battle: Battle, me: Me) -> None:
        price.do(battle, me, me.unit)
        if not battle.unit(me.unit).fate:
            use.do(battle, me)

    return Use(do, use.can, use.relieves)


def discarded(use: Use) -> Use:
    """Return the use that discards the card first, as its price."""

    def do(battle: Battle, me: Me) -> None:
        inventory.discard(battle, me.unit, me.card)
        use.do(battle, me)

    return Use(do, use.can, use.relieves)
