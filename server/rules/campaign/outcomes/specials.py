"""Outcomes that no method of `Running` has, known to the rules by name: what some guilds' kiosks do
(p41).
"""

from collections.abc import Callable

from protocol.battle import ItemGained
from protocol.ids import DieKind, ItemId, LineId, UnitId, Why
from protocol.option_keys import option_key
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.state import READY
from server.rules.battle.party import GUILD_DECK, ITEM_DECKS
from server.rules.battle.setup import advancing
from server.rules.campaign.adventurers import growth, stalls
from server.rules.campaign.components.towns import Town
from server.rules.campaign.kernel.session import Session
from server.rules.engine.game import Defect

Special = Callable[[Session, UnitId], None]
MAGE = "mage"
MARK = ItemId("mark-of-the-black-hand")


def pledged(session: Session, unit: UnitId) -> None:
    """Do what the Undaunted's kiosk does: discard the shop's items, draw new ones, and let the
    adventurer take one.
    """
    town = _town(session)
    if town is None or town.shop is None:
        return
    stalls.clear_shop(session)
    stalls.show_shop(session, town.shop)
    offered = {
        option_key(deck, item, where): (deck, item, where)
        for deck in ITEM_DECKS
        for item in dict.fromkeys(stalls.shown(session, deck))
        for where in stalls.places(session, unit, item)
    }
    if not offered:
        return
    items = session.catalogue.items
    options = tuple(
        Option(key, f"{items[item].name}, {where}", items[item].text)
        for key, (_, item, where) in offered.items()
    )
    chosen = _asked(session, unit, "kiosk.pledged", "Which item of the new ones is yours?", options)
    stalls.take(session, unit, *offered[chosen])


def _town(session: Session) -> Town | None:
    visit = session.state.visit
    if visit is None:
        return None
    return session.province.towns.get(visit.town, session.province.caravan)


def the_old_ways(session: Session, unit: UnitId) -> None:
    """Do what the Psijic Order's kiosk does: exchange a level 1 Mage die for a level 2 die of the
    same line.
    """
    swaps = {option_key(old, new): (old, new, line) for old, new, line in _lessons(session, unit)}
    if not swaps:
        return
    dice = session.catalogue.dice
    options = tuple(
        Option(key, f"{dice[old].name} for {dice[new].name}")
        for key, (old, new, _) in swaps.items()
    )
    old, new, line = swaps[
        _asked(session, unit, "kiosk.ways", "Which die do you unlearn?", options)
    ]
    # The old die first: in a full row its square is the one that the new die takes.
    growth.untrain_die(session, unit, old)
    advancing.grow(session.battle, unit, line, new)


def _lessons(session: Session, unit: UnitId) -> list[tuple[DieKind, DieKind, LineId]]:
    kinds = session.catalogue.dice
    own = dict.fromkeys(session.state.dice[die].kind for die in growth.own_dice(session, unit))
    found = []
    for old in own:
        line = session.catalogue.line_of[old]
        if line.constellation != MAGE or kinds[old].level != 1:
            continue
        found += [
            (old, die.id, line.id)
            for die in line.dice
            if die.level == 2 and advancing.supply_left(session.battle, die)
        ]
    return found


def black_hand(session: Session, unit: UnitId) -> None:
    """Do what the Dark Brotherhood's kiosk does: put a Fear die into a ready slot like an item, if
    the box has a status die and a slot is free.
    """
    deck = session.state.decks.get(GUILD_DECK)
    left = deck is not None and inventory.has_cards(session.battle, GUILD_DECK)
    if left and session.state.supply["status"] and len(session.battle.mat(unit).ready) < READY:
        session.emit(ItemGained(unit, GUILD_DECK, MARK, "ready"))


def _asked(session: Session, unit: UnitId, why: Why, text: str, options: tuple[Option, ...]) -> str:
    return session.choose(
        Question(
            to=session.battle.deciders(unit),
            why=why,
            text=text,
            shape=One(options),
            rule="TWN-15",
            default=(options[0].key,),
            about=unit,
        )
    )


SPECIALS: dict[str, Special] = {
    MARK: black_hand,
    "pledged": pledged,
    "the-old-ways": the_old_ways,
}
"""What each does to one adventurer."""


def do(session: Session, unit: UnitId, name: str) -> None:
    """Carry out the effect of that name for one adventurer. Raises `Defect` for an unknown name."""
    if name not in SPECIALS:
        raise Defect(f"no outcome is called {name!r}")
    SPECIALS[name](session, unit)
