"""Ready slots and pack, gaining items, and what happens to a card that is used (p28, p29)."""

from protocol.battle import DeckRebuilt, ItemGained, ItemMoved, ItemSpent, Noted, PlaceOfItems
from protocol.ids import CardId, ItemId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import enchantments
from server.rules.battle.components.active_effects import LASTING
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import ITEMS, READY, Card
from server.rules.engine.game import Defect


def has_cards(battle: Battle, deck: str) -> bool:
    """Return whether a deck has a card to draw. An empty one is first rebuilt from its discards
    (LIM-14).
    """
    if not any(battle.state.decks[deck].cards.values()) and battle.state.decks[deck].discard:
        battle.emit(DeckRebuilt(deck))  # LIM-14
    return any(battle.state.decks[deck].cards.values())


def carried(battle: Battle, unit: UnitId) -> tuple[Card, ...]:
    """Return all cards of an inventory, the ready ones first."""
    mat = battle.mat(unit)
    return (*mat.ready, *mat.pack)


def item_of(battle: Battle, unit: UnitId, card: CardId) -> Item:
    """Return the printed item of a card id in a unit's inventory."""
    return catalogue_of(battle).items[next(c.item for c in carried(battle, unit) if c.id == card)]


def where_to(battle: Battle, unit: UnitId, item: ItemId) -> PlaceOfItems:
    """Ask the owner where a gained card goes (INV-1, INV-7, CAC-4), and make room there. Returns
    "ready", "pack" or "discard". With eight cards one is discarded first; with full ready slots one
    of those goes to the pack or is discarded.
    """
    name = catalogue_of(battle).items[item].name
    text = catalogue_of(battle).items[item].text
    ways = [
        Option("ready", "Ready", text),
        Option("pack", "Pack", "only ready items can be used in a battle"),
        Option("discard", "Do not keep it"),
    ]
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
        return "discard"
    # Asked until a place is free: an effect may keep the card that was to go.
    while len(carried(battle, unit)) >= ITEMS:
        discard_one(battle, unit, "You carry eight items. Which one goes?")
    if where == "ready":
        make_room(battle, unit, item)
        return "ready"
    return "pack"


def make_room(battle: Battle, unit: UnitId, item: ItemId) -> None:
    """Free a ready slot for an item. A ready armor for the same body area goes to the pack, too
    (ITM-5).
    """
    printed = catalogue_of(battle).items[item]
    for card in battle.mat(unit).ready:
        other = catalogue_of(battle).items[card.item]
        if printed.subtype == other.subtype == "armor" and printed.trait == other.trait:
            stow(battle, unit, card.id)
    if len(battle.mat(unit).ready) < READY:
        return
    options = []
    for card in battle.mat(unit).ready:
        other = catalogue_of(battle).items[card.item]
        # A pet never goes back to the pack; it can only be discarded (ITM-17;
        # test_a_ready_pet_cannot_make_room_by_going_to_the_pack).
        if other.subtype != "pet":
            options.append(
                Option(option_key("pack", card.id), f"{other.name} to the pack", other.text)
            )
        options.append(Option(option_key("discard", card.id), f"{other.name} away", other.text))
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why="item.room",
            text="Your ready slots are full. Which item makes room?",
            shape=One(tuple(options)),
            rule="INV-7",
            default=(options[0].key,),
        )
    )
    how, name = read_key(chosen)
    if how == "pack":
        stow(battle, unit, CardId(name))
    elif how == "discard":
        discard(battle, unit, CardId(name))
        make_room(battle, unit, item)  # an effect may have kept it
    else:
        raise Defect(f"{chosen!r} makes no room")


def gain(battle: Battle, unit: UnitId, deck: str, item: ItemId) -> None:
    """Let a unit gain a drawn item: the owner puts it into the inventory or discards it (INV-7)."""
    where = where_to(battle, unit, item)
    battle.emit(ItemGained(unit, deck, item, where))
    if where != "discard":
        battle.at(Happening(Moment.ITEM_GAINED, unit=unit, item=item))


def stow(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Put a ready card into the pack; a pet cannot go there and is discarded (ITM-17)."""
    if item_of(battle, unit, card).subtype == "pet":
        discard(battle, unit, card)
    else:
        battle.emit(ItemMoved(unit, card, "pack"))


def make_ready(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Put a card of the pack into a ready slot, making room if needed."""
    make_room(battle, unit, item_of(battle, unit, card).id)
    battle.emit(ItemMoved(unit, card, "ready"))


def discard_one(battle: Battle, unit: UnitId, text: str, *, ready: bool = False) -> str:
    """Let the owner choose an item to discard, with `ready` among the ready ones only. Returns the
    card's id, "" if there is none.
    """
    cards = battle.mat(unit).ready if ready else carried(battle, unit)
    if not cards:
        return ""
    items = catalogue_of(battle).items
    options = tuple(Option(c.id, items[c.item].name, items[c.item].text) for c in cards)
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
    discard(battle, unit, CardId(chosen))
    return chosen


def discard(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Discard a card of an inventory and the enchantments on it (ITM-8), unless an effect stops
    it.
    """
    # The moment comes first: a card that stays keeps its enchantments.
    if battle.at(Happening(Moment.ITEM_DISCARDED, unit=unit, card=card)).stopped:
        return
    enchantments.end_on(battle, card)
    battle.emit(ItemSpent(unit, card, "discard", item_of(battle, unit, card).deck))


def spend(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Settle a used card: a consumable is discarded, a potion expended, a pet gets an HP chip.

    Other cards stay as they are (ITM-3, ITM-9, ITM-11, ITM-15).
    """
    # An enchantment in effect lies in no inventory (ITM-8), and may have worked for an enemy.
    if unit not in battle.state.adventurers or all(c.id != card for c in carried(battle, unit)):
        return
    subtype = item_of(battle, unit, card).subtype
    match subtype:
        case "consumable":
            discard(battle, unit, card)
        case "potion":
            battle.emit(ItemSpent(unit, card, "expend"))
        case "pet":
            add_chip(battle, unit, card)
        case _:
            pass  # weapons, armor, clothing and the like stay ready
    battle.at(Happening(Moment.ITEM_RESOLVED, unit=unit, kind=subtype))


def add_chip(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Put an HP chip onto a pet; at its limit the pet is discarded (ITM-15)."""
    battle.emit(ItemSpent(unit, card, "chip"))
    chips = next(c.chips for c in carried(battle, unit) if c.id == card)
    if chips >= item_of(battle, unit, card).limit:
        discard(battle, unit, card)


def take_chips(battle: Battle, unit: UnitId, card: CardId) -> int:
    """Take all HP chips off a pet, by an ability that says so (ITM-16). Returns how many."""
    chips = next(c.chips for c in carried(battle, unit) if c.id == card)
    for _ in range(chips):
        battle.emit(ItemSpent(unit, card, "mend"))
    return chips


def refresh(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Let an expended card be used again, unless an effect uses the refreshing up (ITM-11)."""
    if battle.at(Happening(Moment.ITEM_REFRESHED, unit=unit, card=card)).stopped:
        return
    battle.emit(ItemSpent(unit, card, "refresh"))


def leave_effect(battle: Battle, unit: UnitId, item: ItemId) -> None:
    """Note that a used item's lasting effect works for an adventurer from now on."""
    lasting = catalogue_of(battle).items[item].lasting
    assert lasting is not None
    battle.emit(Noted(notes.named(LASTING, unit, item), lasting.until))


def expend(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Expend a used card, if it is still in the inventory (ITM-19)."""
    if any(c.id == card for c in carried(battle, unit)):
        battle.emit(ItemSpent(unit, card, "expend"))


def lose_overtaxed(battle: Battle, unit: UnitId, card: CardId) -> None:
    """Discard an overtaxed card, unless an effect keeps it (ITM-20)."""
    # This runs after the engage, in which the card may have been lost already.
    if all(c.id != card for c in carried(battle, unit)):
        return
    now = battle.at(Happening(Moment.OVERTAXED, unit=unit, card=card))
    if not now.stopped:
        discard(battle, unit, card)
