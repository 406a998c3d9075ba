"""The kit of adventurers who begin a battle outside a campaign later than the Jailbreak. Ours, not
the rulebook's.

The rulebook starts every adventurer without items, and a campaign's battles equip it. A single
battle with a high XP dial would otherwise bring enemies of a late session against adventurers
without items. So they begin with some cards of the item decks (each player chooses among a few more
that are drawn) and some tenacity, depending on XP. In a campaign the three difficulties differ by
the rest; in a single battle by HP, as after the last rest, and on Expert, where a rest costs an
item, by fewer items.
"""

from typing import NamedTuple

from protocol.battle import DeckShuffled, HpChanged, ItemGained, PlaceOfItems
from protocol.ids import NOBODY, ItemId, UnitId
from protocol.questions import Option, Question, Some
from server.rules.battle.adventurer import caches, inventory, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import READY
from server.rules.battle.setup import advancing, guide, readying

SPARE = 2
"""Cards that are drawn beyond those that are kept."""


XP_PER_COMMON, XP_PER_LEGENDARY, XP_PER_TENACITY = 1.5, 5, 3
"""XP for 1 common card, counted from 2 XP; and for 1 legendary card and 1 tenacity, from 0 XP."""
ALONE = 4
"""A single adventurer, without help of others, gets so many times as much."""
MOST_COMMONS, MOST_LEGENDARY, MOST_TENACITY = 4, 4, 8
"""The cards together fill the eight places of an inventory (INV-1)."""


class Ease(NamedTuple):
    """How a difficulty changes the kit: `commons` and `tenacity` are added; with `halved` only half
    of the rest is given, rounded up. `rest` is bonus HP, or, if negative, HP lost.
    """

    commons: int = 0
    tenacity: int = 0
    rest: int = 0
    halved: bool = False


EASE = {"apprentice": Ease(1, 4, 6), "adept": Ease(), "expert": Ease(rest=-2, halved=True)}
"""By difficulty, in cards, tenacity and HP. Ours: no rulebook hands out a kit."""


def found(battle: Battle) -> tuple[int, int, int]:
    """Return how many common cards, legendary cards and tenacity each adventurer begins with."""
    settings, times = battle.state.settings, ALONE if battle.party_size() == 1 else 1
    ease, later = EASE[settings.difficulty], settings.xp > advancing.START
    earned = times * max(0, settings.xp - advancing.START)
    xp = times * settings.xp if later else 0
    finds = (
        min(int(earned / XP_PER_COMMON), MOST_COMMONS),
        min(xp // XP_PER_LEGENDARY, MOST_LEGENDARY),
        min(xp // XP_PER_TENACITY, MOST_TENACITY),
    )
    common, legendary, points = ((one + 1) // 2 for one in finds) if ease.halved else finds
    return min(common + ease.commons, MOST_COMMONS), legendary, points + ease.tenacity


def hand_out(battle: Battle, unit: UnitId) -> None:
    """Give an adventurer its kit as it is deployed, before it sorts its items."""
    common, legendary, points = found(battle)
    tenacity.gain(battle, unit, points, "kit")
    _rest(battle, unit, EASE[battle.state.settings.difficulty].rest)
    _choose(battle, unit, "legendary", legendary)
    _choose(battle, unit, "common", common)


def _rest(battle: Battle, unit: UnitId, rest: int) -> None:
    chip = battle.unit(unit)
    hit_points.gain_bonus(battle, unit, rest, NOBODY)
    if rest < 0:
        battle.emit(HpChanged(unit, max(1, chip.hp + rest), chip.bonus, "kit"))


def _choose(battle: Battle, unit: UnitId, deck: str, count: int) -> None:
    """Draw cards of a deck, let the player keep `count` of them, and shuffle the others back."""
    drawn: list[ItemId] = []
    while count and len(drawn) < count + SPARE and inventory.has_cards(battle, deck):
        drawn.append(caches.set_aside(battle, deck))
    if not drawn:
        return
    items, keep = catalogue_of(battle).items, min(count, len(drawn))
    options = tuple(
        Option(name, items[name].name, readying.described(items[name])) for name in drawn
    )
    question = Question(
        to=battle.deciders(unit),
        why="kit.choose",
        text=f"Which {keep} of these {deck} cards {'is' if keep == 1 else 'are'} yours?",
        shape=Some(options, keep, keep),
        rule="INV-1",
        default=tuple(drawn[:keep]),
        about=unit,
    )
    if guide.left_all(battle, unit):
        fitting = sorted(options, key=lambda option: not _fits(battle, unit, ItemId(option.key)))
        kept = battle.spare(question, tuple(fitting[:keep]), guide.SUGGESTED)
    else:
        kept = battle.picks(question)
    for item in map(ItemId, kept):
        battle.emit(ItemGained(unit, deck, item, _place(battle, unit, item)))
    battle.emit(DeckShuffled(deck))


def _fits(battle: Battle, unit: UnitId, item: ItemId) -> bool:
    """Return whether a card works in a form of the adventurer's lines, or needs no form."""
    forms, lines = catalogue_of(battle).items[item].forms, catalogue_of(battle).lines
    own = {form for name in battle.mat(unit).lines[1:] for form in lines[name].forms}
    return not forms or not own.isdisjoint(forms)


def _place(battle: Battle, unit: UnitId, item: ItemId) -> PlaceOfItems:
    """Return where a card goes: ready while there is room, but only one armor for each body area
    (ITM-5).
    """
    items, ready = catalogue_of(battle).items, battle.mat(unit).ready
    worn = [items[card.item].trait for card in ready if items[card.item].subtype == "armor"]
    clashes = items[item].subtype == "armor" and items[item].trait in worn
    return "pack" if clashes or len(ready) >= READY else "ready"
