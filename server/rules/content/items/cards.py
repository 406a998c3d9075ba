"""How cards of these subtypes are written down: one call each, with the sentence printed on it."""

from dataclasses import replace

from server.rules.battle.components.effects import Ability, Act, Hook, Lasting, When, my
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.lock import Lock
from server.rules.battle.kernel.moments import Moment
from server.rules.battle.kernel.words import Form, HookLimit, Limit
from server.rules.content.items.using import Use
from server.rules.content.naming import id_of, item_id

ORIGINAL = "original"


def consumable(
    name: str,
    lock: Lock,
    text: str,
    use: Use,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
    lasting: Lasting | None = None,
) -> Item:
    """Return a consumable: its use discards it (ITM-9)."""
    eat = Ability("eat", name, text, use.do, can=use.can, once="", early=use.relieves)
    item = Item(item_id(name), name, "consumable", deck, lock, text, source, ability=eat)
    return replace(item, lasting=lasting)


def potion(
    name: str,
    lock: Lock,
    text: str,
    use: Use,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
    forms: tuple[Form, ...] = (),
    lasting: Lasting | None = None,
) -> Item:
    """Return a potion: its use expends it (ITM-11); `forms` is its form icon, if it has one
    (ITM-21).
    """
    early = use.relieves
    drink = Ability("drink", name, text, use.do, can=use.can, forms=forms, once="", early=early)
    item = Item(item_id(name), name, "potion", deck, lock, text, source, ability=drink)
    return replace(item, lasting=lasting)


def tool(
    name: str,
    lock: Lock,
    text: str,
    use: Use,
    once: Limit,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
    forms: tuple[Form, ...] = (),
) -> Item:
    """Return a miscellaneous item that is used in one's turn, at most `once` a "round" or "battle"
    ("": no limit, as for one that its use discards).
    """
    early = use.relieves
    take = Ability("take", name, text, use.do, can=use.can, forms=forms, once=once, early=early)
    return Item(item_id(name), name, "miscellaneous", deck, lock, text, source, ability=take)


def keepsake(
    name: str,
    lock: Lock,
    text: str,
    hook: Hook,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
) -> Item:
    """Return a miscellaneous item that answers a moment."""
    mine = _printed(hook, name, text, "ITM-14")
    return Item(item_id(name), name, "miscellaneous", deck, lock, text, source, hooks=(mine,))


def pet(
    name: str,
    lock: Lock,
    limit: int,
    text: str,
    hook: Hook,
    *,
    deck: str = "common",
    source: str = ORIGINAL,
) -> Item:
    """Return a pet that answers a moment, `limit` times before it is gone."""
    mine = _printed(hook, name, text, "ITM-15")
    return Item(item_id(name), name, "pet", deck, lock, text, source, limit=limit, hooks=(mine,))


def answer(at: Moment, do: Act, when: When = my, *, once: HookLimit = "") -> Hook:
    """Return a hook without name and text; the card that bears it lends both."""
    return Hook("", at, "", when, do, once=once)


def prevention(do: Act, when: When, *, once: HookLimit = "") -> Hook:
    """Return the answer to damage that is coming, for an act that prevents some of it and does
    nothing else.
    """
    return replace(answer(Moment.DAMAGE_COMING, do, when, once=once), prevents=do)


def _printed(hook: Hook, name: str, text: str, rule: str) -> Hook:
    return replace(hook, key=id_of(name).replace("-", "_"), text=f"{name}: {text}", rule=rule)
