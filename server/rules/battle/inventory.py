"""Ready slots and pack (p28)."""

from typing import TYPE_CHECKING

from protocol.battle import ItemMoved, ItemSpent
from protocol.questions import One, Option, Question
from server.rules.battle.state import ITEMS, READY, Card

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def has_cards(battle: "Battle", deck: str) -> bool:
    """Whether a deck has a card left to draw."""
    return any(battle.state.decks[deck].cards.values())


def carried(battle: "Battle", unit: str) -> tuple[Card, ...]:
    """All cards of an inventory, the ready ones first."""
    mat = battle.mat(unit)
    return (*mat.ready, *mat.pack)


def where_to(battle: "Battle", unit: str, item: str) -> str:
    """Ready, pack or discard: the owner says where a gained card goes (INV-1, INV-7, CAC-4).

    With full ready slots one of them goes to the pack or away first; with eight cards one goes.
    """
    name = battle.catalogue.items[item].name
    ways = [Option("ready", "Ready"), Option("pack", "Pack"), Option("discard", "Do not keep it")]
    where = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="item.gained",
            text=f"You gain {name}. Where does it go?",
            shape=One(tuple(ways)),
            rule="INV-7",
            default=("ready" if len(battle.mat(unit).ready) < READY else "pack",),
            about=item,
        )
    )
    if where == "discard":
        return where
    if len(carried(battle, unit)) >= ITEMS:
        discard_one(battle, unit, "You carry eight items. Which one goes?")
    if where == "ready" and len(battle.mat(unit).ready) >= READY:
        _make_room(battle, unit)
    return where


def _make_room(battle: "Battle", unit: str) -> None:
    options = [
        Option(card.id, battle.catalogue.items[card.item].name) for card in battle.mat(unit).ready
    ]
    card = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="item.room",
            text="Which ready item goes to the pack?",
            shape=One(tuple(options)),
            rule="INV-7",
            default=(options[0].key,),
        )
    )
    battle.emit(ItemMoved(unit, card, "pack"))


def discard_one(battle: "Battle", unit: str, text: str, *, ready: bool = False) -> str:
    """Discard an item of the owner's choice, and give its card; "" if there is none."""
    cards = battle.mat(unit).ready if ready else carried(battle, unit)
    if not cards:
        return ""
    options = tuple(Option(c.id, battle.catalogue.items[c.item].name) for c in cards)
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="item.discard",
            text=text,
            shape=One(options),
            rule="INV-1",
            default=(options[0].key,),
        )
    )
    discard(battle, unit, chosen)
    return chosen


def discard(battle: "Battle", unit: str, card: str) -> None:
    """Discard a card of an inventory."""
    item = next(c.item for c in carried(battle, unit) if c.id == card)
    battle.emit(ItemSpent(unit, card, "discard", battle.catalogue.items[item].deck))
