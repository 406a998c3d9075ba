"""What a party has found that begins later than the Jailbreak, outside a campaign. Original.

The rulebook starts every adventurer with bare hands and lets a campaign's battles equip it. A
battle that begins with the XP dial above 1 would otherwise meet enemies of a late session with
nothing from the sessions before. So the adventurers have found, for every so many XP, some cards
of the item decks (each chooses among a few more that are drawn) and some tenacity. In a campaign
the three difficulties differ by what a rest gives; in a single battle by how the last rest was, and
on Expert, where a rest costs an item, by how much of the finds is left.
"""

from typing import NamedTuple

from protocol.battle import DeckShuffled, HpChanged, ItemGained, PlaceOfItems
from protocol.ids import NOBODY, UnitId
from protocol.questions import Option, Question, Some
from server.rules.battle.adventurer import caches, inventory, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import hit_points
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import READY
from server.rules.battle.setup import advancing, guide, readying

SPARE = 2
"""So many cards more are drawn than kept."""


XP_PER_COMMON, XP_PER_LEGENDARY, XP_PER_TENACITY = 1.5, 5, 3
"""Everybody finds 1 common card for every so much XP above 2, the others for so much in all."""
ALONE = 4
"""A lone adventurer, whom nobody covers, finds so many times as much."""
MOST_COMMONS, MOST_LEGENDARY, MOST_TENACITY = 4, 4, 8
"""The cards together are the eight of an inventory (INV-5)."""


class Ease(NamedTuple):
    """What a difficulty makes of that.

    `commons` and `tenacity` come on top, `halved` finds are half as many (rounded up), and `rest`
    is how the last night was: bonus HP to begin with, or HP that have not healed yet.
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
    """Draw cards, let the adventurer keep some, and shuffle the others into the deck again."""
    drawn: list[str] = []
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
        fitting = sorted(options, key=lambda option: not _fits(battle, unit, option.key))
        kept = battle.spare(question, tuple(fitting[:keep]), guide.SUGGESTED)
    else:
        kept = battle.picks(question)
    for item in kept:
        battle.emit(ItemGained(unit, deck, item, _place(battle, unit, item)))
    battle.emit(DeckShuffled(deck))


def _fits(battle: Battle, unit: UnitId, item: str) -> bool:
    """Return whether a card works in the forms of an adventurer's lines, or in any."""
    forms, lines = catalogue_of(battle).items[item].forms, catalogue_of(battle).lines
    own = {form for name in battle.mat(unit).lines[1:] for form in lines[name].forms}
    return not forms or not own.isdisjoint(forms)


def _place(battle: Battle, unit: UnitId, item: str) -> PlaceOfItems:
    """Ready while there is room, but one armor for each body area (ITM-5)."""
    items, ready = catalogue_of(battle).items, battle.mat(unit).ready
    worn = [items[card.item].trait for card in ready if items[card.item].subtype == "armor"]
    clashes = items[item].subtype == "armor" and items[item].trait in worn
    return "pack" if clashes or len(ready) >= READY else "ready"
