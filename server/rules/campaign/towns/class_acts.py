"""Abilities of class sheets that are used in a town for tenacity, outside of town actions (p25;
CLS-5, CLS-17).

Each is used once in a town encounter by each of its bearers. Those of the encounter's start can be
used until the first town action.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from protocol.campaign import CardsCleared, TownActionGained
from protocol.ids import CardId, ItemId, UnitId
from protocol.option_keys import option_key
from protocol.questions import Option
from server.rules.battle.adventurer import inventory, lockpick
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.party import ITEM_DECKS
from server.rules.campaign.adventurers import belongings, conditions, elsewhere, stalls
from server.rules.campaign.components.towns import Town
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.towns.features import Act

CLASS: Final = "class"
CUTPURSE, HAGGLING, FORAGER, DIPLOMAT = "cutpurses-art", "haggling", "forager", "diplomat"


class ClassActs:
    """The abilities of class sheets in one town encounter."""

    def __init__(self, session: Session, town: Town) -> None:
        self._session, self._town = session, town
        # Kept here and not in the state: all actions of a visit are one beat, which is run again
        # from its start whenever an answer comes.
        self.used: set[tuple[UnitId, str]] = set()
        """Who has used what in this encounter; the visit notes it."""

    def acts(self, unit: UnitId, *, begun: bool) -> list[Act]:
        """Return what an adventurer's class sheet can do now; `begun`: a town action has been
        taken.
        """
        found = [*self._diplomat(unit), *self._forager(unit)]
        if not begun and self._town.shop is not None:
            found += [*self._cutpurse(unit), *self._haggling(unit)]
        return found

    def _can(self, unit: UnitId, name: str) -> bool:
        printed = elsewhere.printed(self._session, unit, name)
        return printed is not None and (unit, name) not in self.used

    def _act(
        self, unit: UnitId, name: str, about: Sequence[str], text: str, do: Callable[[], None]
    ) -> Act:
        printed = elsewhere.printed(self._session, unit, name)
        assert printed is not None

        def pay() -> None:
            elsewhere.pay(self._session, unit, name)
            do()

        price = elsewhere.price(self._session, unit, printed)
        option = Option(option_key(name, *about), f"{printed.name}: {text}", f"{price} tenacity")
        return Act(option, CLASS, name, pay)

    def _diplomat(self, unit: UnitId) -> Iterator[Act]:
        """Yield the Pilgrim's acts: an adventurer uses the inn for nothing; a master's: one has an
        action more.
        """
        master = self._session.battle.mat(unit).master
        if not self._can(unit, DIPLOMAT) or not (master or self._town.inn):
            return
        for one in self._session.party:
            name = self._session.battle.unit(one).name
            text = f"{name} has one town action more" if master else f"{name} uses the inn"
            yield self._act(unit, DIPLOMAT, (one,), text, self._diplomacy(one, master=master))

    def _diplomacy(self, unit: UnitId, *, master: bool) -> Callable[[], None]:
        if master:
            return lambda: self._session.emit(TownActionGained(unit))
        return lambda: conditions.restore(self._session, unit)

    def _forager(self, unit: UnitId) -> Iterator[Act]:
        """Yield the Chef's acts: an item of the shop is discarded for the first consumable of its
        deck, a master's for that of the legendary deck.
        """
        if not self._can(unit, FORAGER) or self._town.shop is None:
            return
        master = self._session.battle.mat(unit).master
        for deck, item in self._on_show():
            name = self._session.catalogue.items[item].name
            found = "legendary" if master else deck
            text = f"{name} goes, the first consumable of the {found} deck is yours"
            yield self._act(
                unit, FORAGER, (deck, item), text, self._foraging(unit, deck, item, found)
            )

    def _foraging(self, unit: UnitId, deck: str, item: ItemId, found: str) -> Callable[[], None]:
        def do() -> None:
            self._session.emit(CardsCleared(deck, (item,)))
            belongings.search(self._session, unit, found, ("consumable",))

        return do

    def _cutpurse(self, unit: UnitId) -> Iterator[Act]:
        """Yield the Burglar's acts: a lockpick check for an item of the shop, which is then filled
        up.
        """
        if not self._can(unit, CUTPURSE):
            return
        for deck, item in self._on_show():
            name = self._session.catalogue.items[item].name
            text = f"pick the lock of {name}"
            yield self._act(unit, CUTPURSE, (deck, item), text, self._stealing(unit, deck, item))

    def _stealing(self, unit: UnitId, deck: str, item: ItemId) -> Callable[[], None]:
        def do() -> None:
            battle = self._session.battle
            lock = self._session.catalogue.items[item].lock
            # Nobody buys it while its lock is being picked.
            stalls.reserve(self._session, unit, item)
            if lockpick.pick(battle, lock, Happening(Moment.LOCKPICK, unit=unit)):
                inventory.gain(battle, unit, deck, item)
                stalls.settle(self._session, unit, item)
                # The deck fills the shop up to as many as would lie out with it.
                stalls.fill(self._session, deck, len(stalls.shown(self._session, deck)) + 1)
            else:
                stalls.settle(self._session, unit, item)

        return do

    def _haggling(self, unit: UnitId) -> Iterator[Act]:
        """Yield the master Burglar's acts: a common item of its own for a legendary one of the
        shop.
        """
        if not self._can(unit, HAGGLING):
            return
        for card in belongings.held(self._session, unit, (), "common"):
            own = belongings.item(self._session, card)
            for item in dict.fromkeys(stalls.shown(self._session, "legendary")):
                text = f"{own.name} for {self._session.catalogue.items[item].name}"
                do = self._trading(unit, card.id, item)
                yield self._act(unit, HAGGLING, (card.id, item), text, do)

    def _trading(self, unit: UnitId, card: CardId, item: ItemId) -> Callable[[], None]:
        def do() -> None:
            # First away, then gained: whoever carries eight items has room for the new one then.
            inventory.discard(self._session.battle, unit, card)
            stalls.reserve(self._session, unit, item)
            inventory.gain(self._session.battle, unit, "legendary", item)
            stalls.settle(self._session, unit, item)

        return do

    def _on_show(self) -> list[tuple[str, ItemId]]:
        return [
            (deck, item)
            for deck in ITEM_DECKS
            for item in dict.fromkeys(stalls.shown(self._session, deck))
        ]
