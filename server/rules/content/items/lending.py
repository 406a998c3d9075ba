"""How clothing is written down: each piece lends its wearer one class ability (p29; ITM-13).

It is bought like those of a class: an action of one's turn, an interrupt, or an enduring one that
works for nothing while there is tenacity enough.
"""

from dataclasses import replace

from protocol.ids import CardId, NamedCode
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import abilities, inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import (
    Ability,
    Enduring,
    Hook,
    Interrupt,
    Lasting,
    Modifier,
)
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.map import choosing
from server.rules.battle.movement import move
from server.rules.content import asking
from server.rules.content.items.using import Use
from server.rules.content.naming import id_of, item_id

ORIGINAL = "original"


def action_clothing(
    name: str,
    lock: Lock,
    cost: int,
    text: str,
    use: Use,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
    lasting: Lasting | None = None,
) -> Item:
    """Return a piece of clothing whose ability is an action."""
    lent = Ability(id_of(name), name, text, use.do, cost, use.can)
    return replace(_piece(name, lock, cost, text, deck, source), ability=lent, lasting=lasting)


def interrupt_clothing(
    name: str, lock: Lock, cost: int, text: str, hook: Hook, *, deck: str = "common"
) -> Item:
    """Return a piece of clothing whose ability is an interrupt, at the moment of its hook."""
    lent = Interrupt(id_of(name), name, cost, hook)
    return replace(_piece(name, lock, cost, text, deck, ORIGINAL), interrupt=lent)


def enduring_clothing(
    name: str,
    lock: Lock,
    tenacity: int,
    text: str,
    *,
    hooks: tuple[Hook, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    deck: str = "common",
) -> Item:
    """Return a piece of clothing whose ability is enduring: it works while the wearer has so much
    tenacity, which is not spent.
    """
    lent = Enduring(id_of(name), name, tenacity, hooks, modifiers)
    whole = f"At {tenacity} or more tenacity: {text}"
    key = item_id(name)
    return Item(key, name, "clothing", deck, lock, whole, ORIGINAL, enduring=lent)


def _piece(name: str, lock: Lock, cost: int, text: str, deck: str, source: str) -> Item:
    whole = f"{cost} tenacity: {text}"
    return Item(item_id(name), name, "clothing", deck, lock, whole, source)


def triggers(printed: int, times: int) -> Use:
    """Return the use of class abilities of exactly a printed price, up to `times`, for nothing,
    even if they were used in this turn. Their present price does not matter: a reduction makes no
    other ability fit.
    """

    def offers(battle: Battle, me: Me) -> dict[str, tuple[Me, Ability]]:
        found = abilities.grantable(battle, me.unit, printed, again=True)
        return {f"{who.source}.{one.id}": (who, one) for who, one in found if one.cost == printed}

    def do(battle: Battle, me: Me) -> None:
        for _ in range(times):
            found = {} if battle.unit(me.unit).fate else offers(battle, me)
            ways = tuple(Option(key, one.name, one.text) for key, (_, one) in found.items())
            chosen = (
                battle.pick(
                    Question(
                        to=battle.deciders(me.unit),
                        why=NamedCode(f"{me.source}.ability"),
                        text="Which class ability do you use for nothing?",
                        shape=One(ways),
                        rule="CLS-19",
                        may_pass=True,
                        about=me.unit,
                    )
                )
                if ways
                else ""
            )
            if not chosen:
                return
            with battle.game.deeper():
                abilities.use(battle, *found[chosen], free=True)

    return Use(do, lambda battle, me: bool(offers(battle, me)))


def _in_sight(battle: Battle, me: Me) -> list[tuple[int, int]]:
    here = battle.unit(me.unit).at
    if here is None:
        return []
    seen = [at for at in battle.ground.tile_of if battle.ground.sees(here, at)]
    return battle.free_hexes(tuple(seen))


def _appear(battle: Battle, me: Me) -> None:
    to, text = battle.deciders(me.unit), "Where do you appear?"
    there = choosing.choose_hex(battle, to, _in_sight(battle, me), NamedCode(me.source), text)
    move.place(battle, me.unit, there)


appears = Use(_appear, lambda battle, me: bool(_in_sight(battle, me)))
"""Placed, not moved, in any free hex in sight."""


def _spent(battle: Battle, me: Me) -> dict[str, str]:
    items = catalogue_of(battle).items
    return {c.id: items[c.item].name for c in battle.mat(me.unit).ready if c.expended}


def _refresh(battle: Battle, me: Me) -> None:
    text = "Which expended item do you refresh?"
    card = asking.one_of(battle, me.unit, _spent(battle, me), NamedCode(me.source), text)
    inventory.refresh(battle, me.unit, CardId(card))


refreshes = Use(_refresh, lambda battle, me: bool(_spent(battle, me)))
"""An expended ready item may be used again."""
