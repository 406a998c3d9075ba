"""What an adventurer does with its items while it is deployed (p28, p57, p74; INV-5, ITM-2)."""

from typing import TYPE_CHECKING

from protocol.questions import One, Option, Question
from server.rules.battle import inventory, paying
from server.rules.battle.components import Item

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle

DONE = "done"
SORTINGS = 40


def ready_items(battle: "Battle", unit: str) -> None:
    """Sort the cards between ready and pack, and use items that need no turn of their own."""
    for _ in range(SORTINGS):
        if not inventory.carried(battle, unit):
            return
        chosen = battle.pick(
            Question(
                to=battle.deciders(unit),
                why="deploy.items",
                text="Sort your items, or use one.",
                shape=One((Option(DONE, "Go into battle"), *_ways(battle, unit))),
                rule="INV-5",
                default=(DONE,),
                about=unit,
            )
        )
        if chosen == DONE:
            return
        how, _, card = chosen.partition(":")
        if how == "pack":
            inventory.stow(battle, unit, card)
        elif how == "ready":
            inventory.make_ready(battle, unit, card)
        else:
            me, ability = next(u for u in paying.usable(battle, unit) if u[0].card == card)
            paying.use(battle, me, ability)


def _ways(battle: "Battle", unit: str) -> list[Option]:
    mat, items = battle.mat(unit), battle.catalogue.items
    ways = []
    for card in mat.ready:
        item = items[card.item]
        if item.subtype == "pet":
            ways.append(Option(f"pack:{card.id}", f"Give up {item.name}", "pets stay ready"))
        else:
            ways.append(Option(f"pack:{card.id}", f"{item.name} to the pack", told(item)))
    for card in mat.pack:
        item = items[card.item]
        ways.append(Option(f"ready:{card.id}", f"{item.name} ready", told(item)))
    ways += [
        Option(f"use:{me.card}", f"Use {one.name}", one.text)
        for me, one in paying.usable(battle, unit)
        if me.card and not one.cost
    ]
    return ways


def told(item: Item) -> str:
    """What a card is and does, as a note: "chest armor: Prevent 1."."""
    what = " ".join(word for word in (item.trait, "/".join(item.forms), item.subtype) if word)
    return f"{what}: {item.text}"
