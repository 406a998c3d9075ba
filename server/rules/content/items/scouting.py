"""Items that are about locks: looking at those of coming caches, and turning the dice of a
check.
"""

from protocol.battle import CardCycled
from protocol.ids import NamedCode
from server.rules.battle.adventurer import caches, inventory
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.lock import DieTurn
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening
from server.rules.content import asking

DECKS = ("common", "legendary")


def _filled(battle: Battle) -> list[str]:
    """Return the decks that have a card to look at, those included whose discard would first be
    shuffled.
    """
    piles = battle.state.decks
    return [name for name in DECKS if any(piles[name].cards.values()) or bool(piles[name].discard)]


def can_listen(battle: Battle, me: Me) -> bool:
    """Return whether there is a card to look at."""
    return bool(_filled(battle))


def listen(battle: Battle, me: Me) -> None:
    """Show the lock of a deck's top card, and ask whether the card goes under its deck."""
    ways = {name: f"The {name} deck" for name in _filled(battle)}
    deck = asking.one_of(battle, me.unit, ways, NamedCode(f"{me.source}.deck"), "Which deck?")
    if not inventory.has_cards(battle, deck):
        return
    lock = caches.show_lock(battle, deck)
    choices = {"stay": "It stays on top", "under": "Under the deck"}
    text = f"The next {deck} card has the lock {lock.words}. Where does it go?"
    if asking.one_of(battle, me.unit, choices, NamedCode(f"{me.source}.card"), text) == "under":
        battle.emit(CardCycled(deck))


def turn_over(battle: Battle, me: Me, now: Happening) -> None:
    """Turn a lockpick die to the opposite side, which the player chooses."""
    assert now.attempt is not None
    values = sorted(set(now.attempt.dice))
    ways = {str(value): f"{value} to {7 - value}" for value in values}
    text = "Which die do you turn over?"
    chosen = int(asking.one_of(battle, me.unit, ways, NamedCode(f"{me.source}.die"), text))
    now.attempt.turn(DieTurn(chosen, 7 - chosen))
