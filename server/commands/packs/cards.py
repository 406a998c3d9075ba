"""Finds mistakes in item cards that a check of single figures cannot show."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from server.commands.packs.blocks import upon
from server.commands.packs.figures import Fault
from server.commands.packs.positions import Path
from server.rules.content.blocks import SPELLS, PrintedStat
from server.rules.content.packs import items

OF_ADVENTURERS = ("movement", "range")


def item(path: Path, row: dict[str, Any]) -> Iterator[Fault]:
    """Yield the mistakes of a card whose single figures are right."""
    card = msgspec.convert(row, items.PrintedItem)
    if isinstance(card, items.Usable):
        yield from _purpose(path, card)
        yield from upon((*path, "does"), card.does, card.who)
        if card.lasts is not None:
            yield from _changes((*path, "lasts"), card.lasts.changes)
    if isinstance(card, items.Clothing):
        yield from _changes((*path, "changes"), card.changes)
    if isinstance(card, items.Enchantment):
        yield from _spells(path, card)


def _purpose(path: Path, card: items.Usable) -> Iterator[Fault]:
    """Yield a mistake if a card serves more than one purpose: an action in its owner's turn, an
    interrupt, or a permanent effect.
    """
    ways = {"does (or lasts)": bool(card.does) or card.lasts is not None}
    if isinstance(card, items.Miscellaneous | items.Clothing):
        ways["answer"] = card.answer is not None
    if isinstance(card, items.Clothing):
        ways["changes"] = bool(card.changes)
    given = [name for name, there in ways.items() if there]
    if len(given) != 1:
        what = "the card does nothing" if not given else f"the card has {' and '.join(given)}"
        yield Fault(path, f"{what}; expected: {' or '.join(ways)}")


def _changes(path: Path, changes: Iterable[PrintedStat]) -> Iterator[Fault]:
    for number, change in enumerate(changes):
        if change.stat not in OF_ADVENTURERS:
            text = f"adventurers have no {change.stat} to change; expected: "
            yield Fault((*path, number), text + " or ".join(OF_ADVENTURERS))


def _spells(path: Path, card: items.Enchantment) -> Iterator[Fault]:
    for number, table in enumerate(card.works):
        here, name = (*path, "works", number), str(table["effect"])
        known: tuple[str, ...] = getattr(SPELLS[name], "on", ())
        if card.on not in known:
            text = f"{name!r} does nothing on an enchanted {card.on}; expected: on = "
            yield Fault(here, text + " or ".join(map(repr, known)))
        elif card.on == "adventurer" and table.get("stat", "range") not in OF_ADVENTURERS:
            text = f"adventurers have no {table['stat']} to change; expected: "
            yield Fault(here, text + " or ".join(OF_ADVENTURERS))
