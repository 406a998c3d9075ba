"""Sorting and using items while an adventurer is deployed (p28, p57, p74; INV-5, ITM-2)."""

from protocol.ids import CardId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import abilities, inventory
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.battle import Battle
from server.rules.engine.game import Defect

DONE = "done"
ALL_READY = "every item is ready, and none can be used now"
SORTINGS = 40  # changes before a battle: far more than eight cards need for any order


def ready_items(battle: Battle, unit: UnitId) -> None:
    """Let a player move cards between ready slots and pack, and use items whose use needs no turn,
    until done.
    """
    for _ in range(SORTINGS):
        if not inventory.carried(battle, unit):
            return
        go, ways = Option(DONE, "Go into battle"), _ways(battle, unit)
        question = Question(
            to=battle.deciders(unit),
            why="deploy.items",
            text="Sort your items, or use one.",
            shape=One((go, *ways)),
            rule="INV-5",
            default=(DONE,),
            about=unit,
        )
        if all(read_key(way.key).kind == "pack" for way in ways):
            (chosen,) = battle.spare(question, (go,), ALL_READY)
        else:
            chosen = battle.pick(question)
        if chosen == DONE:
            return
        how, card = read_key(chosen)
        if how == "pack":
            inventory.stow(battle, unit, CardId(card))
        elif how == "ready":
            inventory.make_ready(battle, unit, CardId(card))
        elif how != "use":
            raise Defect(f"{chosen!r} is nothing to do with items")
        else:
            me, ability = next(u for u in abilities.usable(battle, unit) if u[0].card == card)
            abilities.use(battle, me, ability)


def _ways(battle: Battle, unit: UnitId) -> list[Option]:
    mat, items = battle.mat(unit), catalogue_of(battle).items
    ways = []
    for card in mat.ready:
        item = items[card.item]
        if item.subtype == "pet":
            ways.append(
                Option(option_key("pack", card.id), f"Give up {item.name}", "pets stay ready")
            )
        else:
            ways.append(
                Option(option_key("pack", card.id), f"{item.name} to the pack", described(item))
            )
    for card in mat.pack:
        item = items[card.item]
        ways.append(Option(option_key("ready", card.id), f"{item.name} ready", described(item)))
    ways += [
        Option(option_key("use", me.card), f"Use {one.name}", one.text)
        for me, one in abilities.usable(battle, unit)
        if me.card and not one.cost
    ]
    return ways


def described(item: Item) -> str:
    """Return the description of an item for an option's note: "chest armor: Prevent 1."."""
    what = " ".join(word for word in (item.trait, "/".join(item.forms), item.subtype) if word)
    return f"{what}: {item.text}"
