"""Burglar (Thief), of the Valenwood set: picks locks, gains items, and takes a turn between others'
(p25).

Promotion: 4 items gained in one battle. In towns it has abilities at the shop besides.
"""

from protocol.battle import ItemGained, NamedReason, Noted
from protocol.ids import NamedCode, NoteName, UnitId
from server.rules.battle.adventurer import caches, inventory, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Elsewhere, Enduring, Interrupt, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import heal, own_kill
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_TENACITY
from server.rules.battle.turn import adventurer_turn
from server.rules.content import asking, fatigue
from server.rules.content.classes.promotion import promotion_after

ITEMS, MORE_CARDS = 4, 2  # items gained, which promote; cards drawn beyond the usual one
SUPPLIER, SPRINT = "Shadowy Supplier", "Padomaic Sprint"


@hook(Moment.LOCKPICK, "Burglar: 1 more attempt", forced=True, rule="CLS-2")
def nimble_fingers(battle: Battle, me: Me, now: Happening) -> None:
    """Your lockpick checks have 1 more attempt."""
    now.amount += 1


def _may_gain(battle: Battle, unit: UnitId) -> bool:
    return battle.mat(unit).tenacity < MAX_TENACITY


def _own_success(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and _may_gain(battle, me.unit)


@hook(Moment.LOCK_PICKED, "Burglar: 1 tenacity", when=_own_success, forced=True, rule="CLS-2")
def elation(battle: Battle, me: Me, now: Happening) -> None:
    """A lockpick check that you succeed at gives 1 tenacity."""
    tenacity.gain(battle, me.unit, 1, NamedReason("burglar"))


def _another(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit != me.unit and now.unit in battle.state.adventurers


@hook(Moment.LOCKPICK, "Clemency: 1 more attempt", when=_another, forced=True)
def shared_fingers(battle: Battle, me: Me, now: Happening) -> None:
    """The other adventurers' lockpick checks have 1 more attempt."""
    now.amount += 1


def _anothers_success(battle: Battle, me: Me, now: Happening) -> bool:
    return _another(battle, me, now) and _may_gain(battle, now.unit)


@hook(Moment.LOCK_PICKED, "Clemency: 1 tenacity", when=_anothers_success, forced=True)
def shared_elation(battle: Battle, me: Me, now: Happening) -> None:
    """Another adventurer that succeeds at a lockpick check gains 1 tenacity."""
    tenacity.gain(battle, now.unit, 1, NamedReason("clemency"))


def _yields_to_me(battle: Battle, me: Me, now: Happening) -> bool:
    pile = battle.state.decks[now.kind]
    more = sum(pile.cards.values()) + len(pile.discard) > 1
    return now.unit == me.unit and not now.stopped and more


@hook(Moment.CACHE_YIELDS, "Fortune's Favor", when=_yields_to_me)
def fortunes_favor(battle: Battle, me: Me, now: Happening) -> None:
    """A cache gives you an item: 2 further cards are drawn; keep one of the three."""
    now.stopped = True
    deck = now.kind
    drawn = [
        caches.set_aside(battle, deck)
        for _ in range(1 + MORE_CARDS)
        if inventory.has_cards(battle, deck)
    ]
    names = {f"{at}": catalogue_of(battle).items[item] for at, item in enumerate(drawn)}
    ways = {at: f"{item.name}: {item.text}" for at, item in names.items()}
    text = "Fortune's Favor: which item is yours? The others are discarded."
    kept = drawn.pop(int(asking.one_of(battle, me.unit, ways, NamedCode("fortunes-favor"), text)))
    for item in drawn:
        battle.emit(ItemGained(me.unit, deck, item, "discard"))
    inventory.gain(battle, me.unit, deck, kept)


def _can_be_supplied(battle: Battle, me: Me, now: Happening) -> bool:
    return own_kill(battle, me, now) and statuses.may_roll(battle, me.unit)


def _supplied(battle: Battle, me: Me, face: int, decks: tuple[str, ...]) -> None:
    number = face + 1
    if number <= 2:
        heal(battle, me.unit, 3, me.unit)
    elif number <= 4:
        fatigue.shed_light(battle, me.unit, 3, NamedCode("shadowy-supplier.rest"), SUPPLIER)
    else:
        ways = {deck: f"A {deck} item" for deck in decks if inventory.has_cards(battle, deck)}
        if ways:
            text = "Shadowy Supplier: which item do you draw?"
            deck = asking.one_of(battle, me.unit, ways, NamedCode("shadowy-supplier.deck"), text)
            caches.gain_top(battle, me.unit, deck)


@hook(Moment.DEFEATED, "Shadowy Supplier", when=_can_be_supplied)
def supplier(battle: Battle, me: Me, now: Happening) -> None:
    """After you defeat an enemy, 1 D6: 1-2 heal 3; 3-4 lose up to 3 light fatigue; 5-6 a common
    item.
    """
    (face,) = battle.throw(1, "d6", me.unit)
    _supplied(battle, me, face, ("common",))


@hook(Moment.DEFEATED, "Shadowy Supplier", when=_can_be_supplied)
def better_supplier(battle: Battle, me: Me, now: Happening) -> None:
    """After you defeat an enemy, 1 D6 that may be rolled once more: 1-2 heal 3; 3-4 lose up to 3
    light fatigue; 5-6 a common or a legendary item.
    """
    (face,) = battle.throw(1, "d6", me.unit)
    ways = {"keep": f"Keep the {face + 1}", "again": "Roll it once more"}
    text = f"Shadowy Supplier: you have rolled a {face + 1}."
    if asking.one_of(battle, me.unit, ways, NamedCode("shadowy-supplier.again"), text) == "again":
        (face,) = battle.throw(1, "d6", me.unit)
    _supplied(battle, me, face, ("common", "legendary"))


def _turn_ends(battle: Battle, me: Me, now: Happening) -> bool:
    return battle.state.turn is not None


@hook(Moment.TURN_ENDS, "Padomaic Sprint", when=_turn_ends, once="round")
def sprint(battle: Battle, me: Me, now: Happening) -> None:
    """Once a round, as any unit's turn ends: take a free turn at once, beside your own of the
    round.
    """
    adventurer_turn.take(battle, me.unit)


def _fourth_item(battle: Battle, me: Me, now: Happening) -> bool:
    return notes.count(battle.state, _count(me), "battle") >= ITEMS


def _count(me: Me) -> NoteName:
    return notes.named(me.unit, "burglar", "gained")


@hook(Moment.ITEM_GAINED, "", forced=True)
def count_items(battle: Battle, me: Me, now: Happening) -> None:
    """Note each item gained in this battle: the promotion counts them."""
    battle.emit(Noted(_count(me), "battle"))


CUTPURSE = (
    "At the start of a town encounter with a shop: a lockpick check against one of its items; a "
    "success makes it yours, and its deck fills the shop up."
)
HAGGLING = (
    "At the start of a town encounter with a shop: discard a common item of yours for a legendary "
    "one of the shop."
)
CLEMENCY = Enduring("clemency", "Clemency", 3, (shared_fingers, shared_elation))
SHEET = ClassSheet(
    id="burglar",
    name="Burglar",
    constellation="thief",
    jailbreak="cache-lockpick",
    novice=Side(
        hooks=(
            nimble_fingers,
            elation,
            count_items,
            *promotion_after("Burglar", (Moment.ITEM_GAINED, _fourth_item)),
        ),
        interrupts=(
            Interrupt("fortunes-favor", "Fortune's Favor", 1, fortunes_favor),
            Interrupt("shadowy-supplier", SUPPLIER, 2, supplier),
            Interrupt("padomaic-sprint", SPRINT, 5, sprint),
        ),
        enduring=(CLEMENCY,),
        elsewhere=(Elsewhere("cutpurses-art", "Cutpurse's Art", CUTPURSE, "interrupt", 2),),
    ),
    master=Side(
        hooks=(nimble_fingers, elation),
        interrupts=(
            Interrupt("fortunes-favor", "Fortune's Favor", 0, fortunes_favor),
            Interrupt("shadowy-supplier", SUPPLIER, 2, better_supplier),
            Interrupt("padomaic-sprint", SPRINT, 5, sprint),
        ),
        enduring=(CLEMENCY,),
        elsewhere=(
            Elsewhere("cutpurses-art", "Cutpurse's Art", CUTPURSE, "interrupt", 1),
            Elsewhere("haggling", "Haggling", HAGGLING, "interrupt", 2),
        ),
    ),
    set="valenwood",
)
