"""Cards of a pack, a table for each: what all cards have, and what those of its subtype do.

[[item]]
id = "mulled-cider"
name = "Mulled Cider"
subtype = "consumable"
deck = "common"
lock = "3: 5-2-2"               # attempts: digits, a k behind key digits
text = "You and those next to you heal 1."
who = "near"
does = [{ effect = "heals", points = 1 }]

What the tables of effects may say stands in `blocks`: `effects.py`, `wields.py` (weapons),
`guards.py` (armor), `answers.py` (pets, keepsakes, clothing) and `spells.py` (enchantments).
"""

from dataclasses import replace
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct, field

from protocol.ids import ItemId
from server.rules.battle.components.effects import Hook, Lasting
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import Lock, read_lock
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening
from server.rules.battle.kernel.words import BodyArea, Form, Limit, Scope
from server.rules.content.blocks import (
    AnswerTable,
    EffectTable,
    GuardTable,
    Points,
    PrintedStat,
    Some,
    SpellTable,
    Who,
    WieldTable,
    answer_of,
    guard_of,
    modifier_of,
    spell_of,
    use_of,
    wield_of,
)
from server.rules.content.items import boons, enchanting, guarding, lending, wielding
from server.rules.content.items import cards as written
from server.rules.content.items.using import Use, discarded, each, you
from server.rules.content.naming import id_of

Code = NewType("Code", str)
"""A lock as it is written: "3: 5-2-2", a k behind key digits."""

Wields = Annotated[list[WieldTable], Meta(min_length=1)]
Guards = Annotated[list[GuardTable], Meta(min_length=1)]
Spells = Annotated[list[SpellTable], Meta(min_length=1)]


class Printed(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="subtype", tag=""
):
    """The keys that every card has."""

    id: ItemId
    name: str
    deck: Literal["common", "legendary"]
    lock: Code
    source: str = "original"

    @property
    def back(self) -> Lock:
        """Return the lock on its back."""
        return read_lock(self.lock)


class PrintedLasting(Struct, frozen=True, forbid_unknown_fields=True):
    """The values that the use of a card changes for its user until the turn, round or battle is
    over.
    """

    until: Scope
    changes: list[PrintedStat]


class Usable(Printed, frozen=True, kw_only=True, tag=""):
    """A card that is used in one's turn."""

    text: str
    does: list[EffectTable] = field(default_factory=list)
    who: Who = "you"
    within: Points = 2
    most: Some = 0
    lasts: PrintedLasting | None = None

    @property
    def use(self) -> Use:
        """Return the use of the card: its effects, then its lasting effect."""
        use = use_of(self.name, self.does, self.who, self.within, self.most)
        if self.lasts is None:
            return use
        begins = each(you, boons.lasts)
        return _both(use, begins) if self.does else begins

    @property
    def lasting(self) -> Lasting | None:
        """Return the lasting effect of its use; None if it has none."""
        if self.lasts is None:
            return None
        changes = tuple(modifier_of(row, self.name) for row in self.lasts.changes)
        return Lasting(self.lasts.until, modifiers=changes)


def _both(first: Use, second: Use) -> Use:
    def do(battle: Battle, me: Me) -> None:
        first.do(battle, me)
        if not battle.unit(me.unit).fate:
            second.do(battle, me)

    def can(battle: Battle, me: Me) -> bool:
        return first.can(battle, me) or second.can(battle, me)

    return Use(do, can, first.relieves or second.relieves)


class Consumable(Usable, frozen=True, kw_only=True, tag="consumable"):
    """A card that is used once and discarded."""

    def item(self) -> Item:
        """Return the card."""
        return written.consumable(
            self.name, self.back, self.text, self.use, deck=self.deck, lasting=self.lasting
        )


class Potion(Usable, frozen=True, kw_only=True, tag="potion"):
    """A card whose use expends it; `forms`: only in one of these battle forms."""

    forms: list[Form] = field(default_factory=list)

    def item(self) -> Item:
        """Return the card."""
        return written.potion(
            self.name,
            self.back,
            self.text,
            self.use,
            deck=self.deck,
            forms=tuple(self.forms),
            lasting=self.lasting,
        )


class Miscellaneous(Usable, frozen=True, kw_only=True, tag="miscellaneous"):
    """A card that is used in one's turn (`does`) or out of turn (`answer`), at most `once` a round
    or battle, or `discarded` by its use.
    """

    once: Limit = ""
    discarded: bool = False
    answer: AnswerTable | None = None

    def item(self) -> Item:
        """Return the card."""
        if self.answer is not None:
            hook = replace(answer_of(self.name, self.answer), once=self.once)
            return written.keepsake(self.name, self.back, self.text, hook, deck=self.deck)
        use = discarded(self.use) if self.discarded else self.use
        card = written.tool(self.name, self.back, self.text, use, self.once, deck=self.deck)
        return replace(card, lasting=self.lasting)


class Clothing(Usable, frozen=True, kw_only=True, tag="clothing"):
    """A card with a class ability for so much tenacity: an action (`does`), an interrupt
    (`answer`), or, while there is so much tenacity, `changes` that cost nothing.
    """

    tenacity: Annotated[int, Meta(ge=1, le=5)]
    answer: AnswerTable | None = None
    changes: list[PrintedStat] = field(default_factory=list)

    def item(self) -> Item:
        """Return the card."""
        if self.answer is not None:
            hook = _told(answer_of(self.name, self.answer), self.name, self.text)
            return lending.interrupt_clothing(
                self.name, self.back, self.tenacity, self.text, hook, deck=self.deck
            )
        if self.changes:
            changes = tuple(modifier_of(row, self.name) for row in self.changes)
            return lending.enduring_clothing(
                self.name, self.back, self.tenacity, self.text, modifiers=changes, deck=self.deck
            )
        return lending.action_clothing(
            self.name,
            self.back,
            self.tenacity,
            self.text,
            self.use,
            deck=self.deck,
            lasting=self.lasting,
        )


def _told(hook: Hook, name: str, text: str) -> Hook:
    """Return a hook as an interrupt that players read the card's sentence of."""

    def do(battle: Battle, me: Me, now: Happening) -> None:
        hook.do(battle, me, now)

    do.__doc__ = text
    return replace(hook, key=id_of(name).replace("-", "_"), text=name, do=do)


class Pet(Printed, frozen=True, kw_only=True, tag="pet"):
    """A card that answers a moment, and is discarded after `limit` uses."""

    text: str
    limit: Points
    answer: AnswerTable

    def item(self) -> Item:
        """Return the card."""
        hook = answer_of(self.name, self.answer)
        return written.pet(self.name, self.back, self.limit, self.text, hook, deck=self.deck)


class Weapon(Printed, frozen=True, kw_only=True, tag="weapon"):
    """A card that is used in engages of these forms, one per engage; with `expends` its use expends
    it.
    """

    forms: Annotated[list[Form], Meta(min_length=1)]
    standard: Wields
    overtax: Wields
    expends: bool = False

    def item(self) -> Item:
        """Return the card; its text is that of its abilities."""
        return wielding.weapon(
            self.name,
            self.back,
            tuple(self.forms),
            wield_of(self.name, self.standard),
            wield_of(self.name, self.overtax),
            deck=self.deck,
            expends=self.expends,
        )


class Armor(Printed, frozen=True, kw_only=True, tag="armor"):
    """A card that answers an enemy's engage, worn on a part of the body; `forms`: only in one of
    these battle forms.
    """

    area: BodyArea
    standard: Guards
    overtax: Guards
    forms: list[Form] = field(default_factory=list)
    expends: bool = False

    def item(self) -> Item:
        """Return the card; its text is that of its abilities."""
        return guarding.armor(
            self.name,
            self.back,
            self.area,
            guard_of(self.name, self.standard),
            guard_of(self.name, self.overtax),
            deck=self.deck,
            forms=tuple(self.forms),
            expends=self.expends,
        )


class Enchantment(Printed, frozen=True, kw_only=True, tag="enchantment"):
    """A card that is put on a component, for good or for `limit` uses (0: for good)."""

    text: str
    on: Literal["adventurer", "enemy", "tile", "weapon", "armor"]
    works: Spells
    limit: Some = 0

    def item(self) -> Item:
        """Return the card."""
        works = (spell_of(self.name, self.on, table) for table in self.works)
        card = enchanting.enchantment(
            self.name, self.back, self.on, self.text, *works, limit=self.limit, deck=self.deck
        )
        told_apart = (replace(h, key=f"{h.key}_{n}") for n, h in enumerate(card.hooks, 1))
        return replace(card, hooks=tuple(told_apart))


PrintedItem = Consumable | Potion | Miscellaneous | Clothing | Pet | Weapon | Armor | Enchantment


def item_of(row: PrintedItem) -> Item:
    """Return the card that a table describes."""
    return replace(row.item(), id=row.id, source=row.source)
