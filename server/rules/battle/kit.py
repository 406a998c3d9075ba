"""What a party has found that begins later than the Jailbreak, outside a campaign. Original.

The rulebook starts every adventurer with bare hands and lets a campaign's battles equip it. A
battle that begins with the XP dial above 1 would otherwise meet enemies of a late session with
nothing from the sessions before. So the adventurers have found, for every so many XP, some cards
of the item decks (each chooses among a few more that are drawn) and some tenacity. In a campaign
the three difficulties differ by what a rest gives; in a single battle they differ by this.
"""

from typing import TYPE_CHECKING, NamedTuple

from protocol.battle import DeckShuffled, ItemGained
from protocol.questions import Option, Question, Some
from server.rules.battle import advancing, caches, inventory, paying, readying
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.state import READY

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

SPARE = 2
"""So many cards more are drawn than kept."""


class Finds(NamedTuple):
    """What a difficulty lets a party find.

    `commons` and `tenacity` everybody has from the start. Besides, a lone adventurer finds 1 common
    card for every so much XP above 2, and 1 legendary card and 1 tenacity for every so much in all.
    """

    commons: int
    tenacity: int
    xp_per_common: float
    xp_per_legendary: int
    xp_per_tenacity: int


FINDS = {
    "apprentice": Finds(1, 2, 0.5, 4, 1),
    "adept": Finds(0, 0, 0.5, 4, 1),
    "expert": Finds(0, 0, 1.5, 8, 4),
}
MOST_COMMONS, MOST_LEGENDARY = 4, 4
"""Together the eight cards of an inventory (INV-5)."""


def found(battle: "Battle") -> tuple[int, int, int]:
    """How many common cards, legendary cards and tenacity each adventurer begins with.

    Finds are shared, and more people find a little more: each has 1/1, 1/1.5, 1/2 or 1/2.5 of what
    a lone adventurer would have.
    """
    settings, size = battle.state.settings, (1 + battle.party_size()) / 2
    finds, earned = FINDS[settings.difficulty], settings.xp - advancing.START
    common, legendary, tenacity = finds.commons, 0, finds.tenacity
    if earned > 0:
        common += int(earned / (finds.xp_per_common * size))
        legendary += int(settings.xp / (finds.xp_per_legendary * size))
        tenacity += int(settings.xp / (finds.xp_per_tenacity * size))
    return min(common, MOST_COMMONS), min(legendary, MOST_LEGENDARY), tenacity


def hand_out(battle: "Battle", unit: str) -> None:
    """An adventurer gets its kit as it is deployed, before it sorts its items."""
    common, legendary, tenacity = found(battle)
    paying.gain_tenacity(battle, unit, tenacity, "kit")
    _choose(battle, unit, "legendary", legendary)
    _choose(battle, unit, "common", common)


def _choose(battle: "Battle", unit: str, deck: str, count: int) -> None:
    """Cards are drawn, some of them are kept, the others are shuffled into the deck again."""
    drawn: list[str] = []
    while count and len(drawn) < count + SPARE and inventory.has_cards(battle, deck):
        drawn.append(caches.set_aside(battle, deck))
    if not drawn:
        return
    items, keep = battle.catalogue.items, min(count, len(drawn))
    options = tuple(Option(name, items[name].name, readying.told(items[name])) for name in drawn)
    kept = battle.picks(
        Question(
            to=battle.deciders(unit),
            why="kit.choose",
            text=f"Of what you have come by, {keep} {deck} cards are yours. Which?",
            shape=Some(options, keep, keep),
            rule="INV-1",
            default=tuple(drawn[:keep]),
            about=unit,
        )
    )
    for item in kept:
        battle.emit(ItemGained(unit, deck, item, _place(battle, unit, item)))
        battle.at(Happening(Moment.ITEM_GAINED, unit=unit, card=item))
    battle.emit(DeckShuffled(deck))


def _place(battle: "Battle", unit: str, item: str) -> str:
    """Ready while there is room, but one armor for each body area (ITM-5)."""
    items, ready = battle.catalogue.items, battle.mat(unit).ready
    worn = [items[card.item].trait for card in ready if items[card.item].subtype == "armor"]
    clashes = items[item].subtype == "armor" and items[item].trait in worn
    return "pack" if clashes or len(ready) >= READY else "ready"
