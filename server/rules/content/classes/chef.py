"""Chef (Thief): reuses consumables, shares them, and discards them for damage (p25).

Promotion: a battle starts with as many expended consumables in the Chef's ready slots as the party
counts adventurers. The sheet is neither among the 15 of the base game nor marked as Valenwood's: it
is a set of its own, on offer where sheets beyond the base game are, and the Jailbreak gives it to
nobody.
"""

from protocol.battle import DeckShuffled, ItemSpent, NamedReason
from protocol.ids import ItemId, NamedCode, UnitId
from server.rules.battle.adventurer import caches, cooldown, inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Elsewhere, Enduring, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Item, Side
from server.rules.battle.damage import deal, gain_bonus, heal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import LF, Card
from server.rules.content import asking, fatigue, units
from server.rules.content.classes.promotion import promotion_after

FOOD = "consumable"


def _item(battle: Battle, card: Card) -> Item:
    return catalogue_of(battle).items[card.item]


def _food(battle: Battle, unit: UnitId) -> list[Card]:
    """Return the consumables of an inventory, expended ones too."""
    cards = inventory.carried(battle, unit)
    return [card for card in cards if _item(battle, card).subtype == FOOD]


def _expended(battle: Battle, me: Me) -> list[Card]:
    return [card for card in _food(battle, me.unit) if card.expended]


def _refreshing(battle: Battle, me: Me, now: Happening) -> bool:
    if now.unit != me.unit or now.stopped or not _expended(battle, me):
        return False
    return inventory.item_of(battle, me.unit, now.card).subtype == "potion"


def _refresh_instead(battle: Battle, me: Me, now: Happening, most: int) -> None:
    now.stopped = True
    text = "Which consumable is refreshed in place of the potion?"
    for _ in range(min(most, len(_expended(battle, me)))):
        card = asking.one_card(
            battle, me.unit, _expended(battle, me), NamedCode("chef.refresh"), text
        )
        inventory.refresh(battle, me.unit, card.id)


@hook(Moment.ITEM_REFRESHED, "Chef: refresh a consumable instead", when=_refreshing, rule="CLS-2")
def leftovers(battle: Battle, me: Me, now: Happening) -> None:
    """When you would refresh a potion, an expended consumable may be refreshed in its place."""
    _refresh_instead(battle, me, now, 1)


@hook(Moment.ITEM_REFRESHED, "Chef: refresh 2 consumables instead", when=_refreshing, rule="CLS-2")
def rich_leftovers(battle: Battle, me: Me, now: Happening) -> None:
    """When you would refresh a potion, 2 expended consumables may be refreshed in its place."""
    _refresh_instead(battle, me, now, 2)


def _fresh_food_goes(battle: Battle, me: Me, now: Happening) -> bool:
    if now.unit != me.unit or now.stopped:
        return False
    return any(c.id == now.card and not c.expended for c in _food(battle, me.unit))


@hook(Moment.ITEM_DISCARDED, "Gourmand", when=_fresh_food_goes)
def gourmand(battle: Battle, me: Me, now: Happening) -> None:
    """When you would discard a consumable that is not expended, for whatever reason: expend it
    instead.
    """
    now.stopped = True
    battle.emit(ItemSpent(me.unit, now.card, "expend"))


def _serves_food(battle: Battle, me: Me, now: Happening) -> bool:
    if now.unit != me.unit or now.stopped:
        return False
    cards = battle.state.decks[now.kind].cards
    return any(
        n and catalogue_of(battle).items[ItemId(item)].subtype == FOOD for item, n in cards.items()
    )


@hook(Moment.CACHE_YIELDS, "Connoisseur", when=_serves_food)
def connoisseur(battle: Battle, me: Me, now: Happening) -> None:
    """A picked cache would give you an item: gain the first consumable of the deck instead, which
    is shuffled.
    """
    now.stopped = True
    item = caches.set_aside(battle, now.kind)
    while catalogue_of(battle).items[item].subtype != FOOD:
        item = caches.set_aside(battle, now.kind)
    inventory.gain(battle, me.unit, now.kind, item)
    battle.emit(DeckShuffled(now.kind))


def _can_cook(battle: Battle, unit: UnitId) -> bool:
    return bool(_food(battle, unit)) and bool(battle.neighbours(unit, "enemy"))


def _cook(battle: Battle, unit: UnitId, card: Card) -> None:
    inventory.discard(battle, unit, card.id)
    near = battle.neighbours(unit, "enemy")
    enemy = asking.one_unit(
        battle, unit, near, NamedCode("recipe.target"), "Who is dealt the true damage?"
    )
    points = 2 if _item(battle, card).deck == "legendary" else 1
    if enemy:
        deal(battle, enemy, unit, true=points, how=NamedReason("recipe"))


@ability(
    "recipe-card",
    "Recipe Card",
    "Discard a consumable: 1 true damage to an adjacent enemy, 2 if the item is legendary.",
    cost=2,
    can=lambda battle, me: _can_cook(battle, me.unit),
)
def recipe_card(battle: Battle, me: Me) -> None:
    """Discard the consumable, which has no effect of its own, and deal the damage."""
    text = "Recipe Card: which consumable goes?"
    _cook(
        battle,
        me.unit,
        asking.one_card(battle, me.unit, _food(battle, me.unit), NamedCode("recipe"), text),
    )


def _somebody_cooks(battle: Battle, me: Me) -> bool:
    return any(_can_cook(battle, unit.id) for unit in battle.adventurers())


@ability(
    "recipe-card",
    "Recipe Book",
    "Each adventurer may discard a consumable to deal 1 true damage to an enemy next to it, 2 if "
    "the item is legendary.",
    cost=2,
    can=_somebody_cooks,
)
def recipe_book(battle: Battle, me: Me) -> None:
    """Ask the adventurers in turn order; each one deals its damage itself."""
    for unit in tuple(battle.adventurers()):
        if battle.unit(unit.id).fate or not _can_cook(battle, unit.id):
            continue
        cards = _food(battle, unit.id)
        ways = {"": "None"} | {f"{card.id}": _item(battle, card).name for card in cards}
        text = "Recipe Book: discard a consumable for true damage?"
        chosen = asking.one_of(battle, unit.id, ways, NamedCode("recipe"), text)
        for card in cards:
            if card.id == chosen:
                _cook(battle, unit.id, card)


def _ate(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.kind == FOOD


@hook(Moment.ITEM_RESOLVED, "Brewer", when=_ate, forced=True)
def aftertaste(battle: Battle, me: Me, now: Happening) -> None:
    """After you have resolved a consumable: gain 1 bonus HP, heal 1, or lose up to 2 light
    fatigue.
    """
    light = min(2, cooldown.fatigue_in_track(battle, me.unit, LF))
    ways = {"bonus": "Gain 1 bonus HP"}
    if units.is_hurt(battle.unit(me.unit)):
        ways = {"heal": "Heal 1", **ways}
    if light:
        ways["rest"] = f"Lose up to {light} light fatigue"
    match asking.one_of(battle, me.unit, ways, NamedCode("brewer"), "Brewer: which?"):
        case "heal":
            heal(battle, me.unit, 1, me.unit)
        case "bonus":
            gain_bonus(battle, me.unit, 1, me.unit)
        case _:
            fatigue.shed_light(battle, me.unit, 2, NamedCode("brewer.rest"), "Brewer")


def _servable(battle: Battle, me: Me, cards: tuple[Card, ...]) -> list[Card]:
    """Return the consumables among some cards that could be used now."""
    return [card for card in cards if not card.expended and _useful(battle, me, card)]


def _useful(battle: Battle, me: Me, card: Card) -> bool:
    item = _item(battle, card)
    if item.subtype != FOOD or item.ability is None:
        return False
    # What lasts for a round or a battle is not used between battles: there is none to count.
    if battle.between_battles and item.lasting is not None:
        return False
    return item.ability.can(battle, Me(me.unit, card.item, card=card.id))


def _serve(battle: Battle, me: Me, cards: list[Card]) -> None:
    card = asking.one_card(
        battle, me.unit, cards, NamedCode("master-provisioner"), "Which consumable do you use?"
    )
    used = _item(battle, card).ability
    assert used is not None
    used.do(battle, Me(me.unit, card.item, card=card.id))
    battle.at(Happening(Moment.ITEM_RESOLVED, unit=me.unit, kind=FOOD))


def _ready_food(battle: Battle, me: Me) -> bool:
    return bool(_servable(battle, me, battle.mat(me.unit).ready))


@ability(
    "master-provisioner",
    "Master Provisioner",
    "Use a ready consumable that is not expended, and keep it.",
    cost=4,
    can=_ready_food,
    away=True,
)
def provisioner(battle: Battle, me: Me) -> None:
    """Use a ready consumable; it is neither discarded nor expended."""
    _serve(battle, me, _servable(battle, me, battle.mat(me.unit).ready))


def _any_food(battle: Battle, me: Me) -> bool:
    return bool(_servable(battle, me, inventory.carried(battle, me.unit)))


@ability(
    "master-provisioner",
    "Master Provisioner",
    "Use a ready or packed consumable that is not expended, and keep it.",
    cost=4,
    can=_any_food,
    away=True,
)
def great_provisioner(battle: Battle, me: Me) -> None:
    """Use a consumable of the ready slots or the pack; it is neither discarded nor expended."""
    _serve(battle, me, _servable(battle, me, inventory.carried(battle, me.unit)))


def _full_larder(battle: Battle, me: Me, now: Happening) -> bool:
    ready = battle.mat(me.unit).ready
    empty = [c for c in ready if c.expended and _item(battle, c).subtype == FOOD]
    return len(empty) >= battle.party_size()


FORAGER = (
    "In a town encounter: discard an item of the shop for the topmost consumable of {}, which is "
    "yours; the deck is shuffled."
)
CONNOISSEUR = Interrupt("connoisseur", "Connoisseur", 1, connoisseur)
SHEET = ClassSheet(
    id="chef",
    name="Chef",
    constellation="thief",
    jailbreak="",
    novice=Side(
        hooks=(leftovers, *promotion_after("Chef", (Moment.BATTLE_STARTS, _full_larder))),
        abilities=(recipe_card, provisioner),
        interrupts=(Interrupt("gourmand", "Gourmand", 1, gourmand), CONNOISSEUR),
        elsewhere=(Elsewhere("forager", "Forager", FORAGER.format("its deck"), "interrupt", 2),),
    ),
    master=Side(
        hooks=(rich_leftovers,),
        abilities=(recipe_book, great_provisioner),
        interrupts=(Interrupt("gourmand", "Gourmand", 0, gourmand), CONNOISSEUR),
        enduring=(Enduring("brewer", "Brewer", 3, (aftertaste,)),),
        elsewhere=(
            Elsewhere("forager", "Forager", FORAGER.format("the legendary deck"), "interrupt", 2),
        ),
    ),
    set="promo",
)
