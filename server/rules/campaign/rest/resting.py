"""Adventurers Rest (p45; EOD-5 to EOD-9): all adventurers at once, each for itself.

On Expert a rest costs an item. After a full party defeat everybody heals 1 all the same, but taking
dice off still has that price (DEF-7).
"""

from typing import NamedTuple

from protocol.ids import CardId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import One, Option, Picks, Question
from server.rules.battle.adventurer import inventory
from server.rules.campaign.adventurers import (
    anytime,
    conditions,
    deciding,
    elsewhere,
    together,
)
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.rest import assist, trading

PRICE, DICE, ITEMS = "price", "dice", "items"
"""What an adventurer is asked in its rest, one after the other."""


class Rest(NamedTuple):
    """What a rest gives: HP, dice off the track, and whether it costs an item (DIF-1 to DIF-3)."""

    hp: int
    dice: int
    price: bool = False


RESTS = {"apprentice": Rest(2, 2), "adept": Rest(1, 1), "expert": Rest(1, 1, price=True)}
"""By difficulty, in HP and dice (p45)."""
RANGER = "ranger"
"""The innate ability of a master Ranger: everybody may rest one die more."""


def rest(session: Session) -> bool:
    """Let the party rest. Returns True, as the rest is then over."""
    night = _Night(session)
    night.heal()
    night.settle()
    together.side_by_side(session, night.menu, night.do, night.follows)
    return True


class _Night:
    """A rest under way: what each adventurer is asked next."""

    def __init__(self, session: Session) -> None:
        self._session, self._rest = session, RESTS[session.state.settings.difficulty]
        self.follows: list[Follow] = []
        day = session.state.encounter
        self._defeat = day is not None and day.all_fell
        masters = elsewhere.bearers(session, RANGER)
        self._dice = self._rest.dice + any(session.battle.mat(unit).master for unit in masters)
        first = PRICE if self._rest.price else DICE
        self._stage = dict.fromkeys(session.party, first)
        self._paid: set[UnitId] = set() if self._rest.price else set(session.party)

    def heal(self) -> None:
        """Heal everybody whose rest costs nothing, and everybody after a full party defeat
        (DEF-7).
        """
        for unit in self._session.party:
            if not self._rest.price or self._defeat:
                conditions.heal(self._session, unit, self._rest.hp)

    def menu(self, unit: UnitId) -> Question | None:
        """Return what an adventurer is asked next; None once its rest is over."""
        if self._stage[unit] == PRICE and not inventory.carried(self._session.battle, unit):
            return None  # EOD-8
        if self._stage[unit] == PRICE:
            return self._price(unit)
        if self._stage[unit] == DICE:
            question = self._relief(unit)
            if question is not None:
                return question
            self._clear(unit)
        return self._items(unit)

    def settle(self) -> None:
        """Clear the tracks for which there is no choice, before anybody is asked anything.

        Otherwise what one player is offered could change while another one's menu is made.
        """
        for unit in self._session.party:
            if self._stage[unit] == DICE and self._relief(unit) is None:
                self._clear(unit)

    def _clear(self, unit: UnitId) -> None:
        conditions.take_all_off(self._session, unit)
        self._stage[unit] = ITEMS

    def do(self, unit: UnitId, picks: Picks) -> tuple[UnitId, ...]:
        """Carry out what an adventurer picked. Returns the adventurers who have something to do
        again.
        """
        if picks == (assist.CALL,):
            assist.call(self._session)
            return ()
        if self._stage[unit] == ITEMS and read_key(picks[0]).kind == anytime.USE:
            anytime.begin(self._session, unit, read_key(picks[0]).name, self.follows)
            return ()
        if self._stage[unit] == ITEMS:
            return self._sort(unit, picks[0])
        if self._stage[unit] == PRICE:
            self._pay(unit, picks[0])
        else:
            conditions.take_off(self._session, unit, picks)
            self._stage[unit] = ITEMS
        return ()

    def _sort(self, unit: UnitId, pick: str) -> tuple[UnitId, ...]:
        """Sort an item; which one makes room for it is asked beside what others do."""
        if read_key(pick).kind == trading.GIVE:
            return trading.do(self._session, unit, pick)

        def act(now: Session) -> None:
            trading.do(now, unit, pick)

        def possible() -> bool:
            known = trading.ways(self._session, unit, self._resting())
            return pick in [one.key for one in known]

        deciding.decide(self._session, unit, act, possible, self.follows)
        return ()

    def _price(self, unit: UnitId) -> Question:
        cards = inventory.carried(self._session.battle, unit)
        items = self._session.catalogue.items
        options = [Option(together.DONE, "Do without a rest", "no item goes")]
        for card, item in ((card, items[card.item]) for card in cards):
            options.append(Option(option_key("discard", card.id), f"{item.name} away", item.text))
        edible = [me.card for me, _ in anytime.usable(self._session, unit)]
        options += [
            Option(option_key(anytime.USE, card.id), f"Use {item.name} up", item.text)
            for card, item in ((card, items[card.item]) for card in cards)
            if item.subtype == "consumable" and card.id in edible
        ]
        return Question(
            to=self._session.battle.deciders(unit),
            why="together.rest.price",
            text="A rest costs you an item. Which one goes?",
            shape=One(tuple(options)),
            rule="DIF-3",
            default=(together.DONE,),
            about=unit,
        )

    def _pay(self, unit: UnitId, pick: str) -> None:
        """Discard an item for the rest; a consumable may have its effect first (ITM-10)."""
        how, card = read_key(pick)
        if how == anytime.USE:
            anytime.use(self._session, unit, card)
        else:
            inventory.discard(self._session.battle, unit, CardId(card))
        self._paid.add(unit)
        # After a full defeat everybody was healed for nothing already (DEF-7); the price buys the
        # die.
        if not self._defeat:
            conditions.heal(self._session, unit, self._rest.hp)
        self._stage[unit] = DICE

    def _relief(self, unit: UnitId) -> Question | None:
        return conditions.relief(self._session, unit, self._dice, "together.rest.dice", "EOD-6")

    def _items(self, unit: UnitId) -> Question | None:
        options = trading.ways(self._session, unit, self._resting())
        options += anytime.options(self._session, unit)
        if assist.may_call(self._session):
            options.append(Option(assist.CALL, "Call the guild", "once in a campaign"))
        if not options:
            return None
        done = Option(together.DONE, "Sleep", "the rest is over for you")
        return Question(
            to=self._session.battle.deciders(unit),
            why="together.rest.items",
            text="Sort your items, or give some to others.",
            shape=One((done, *options)),
            rule="EOD-7",
            default=(together.DONE,),
            about=unit,
        )

    def _resting(self) -> list[UnitId]:
        """Return the adventurers who have a rest step: on Expert those who have paid for it
        (EOD-11).
        """
        return [unit for unit in self._session.party if unit in self._paid]
