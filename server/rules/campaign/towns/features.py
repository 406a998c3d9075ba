"""What an adventurer can do in a town for one of its actions (p39, p40; TWN-7 to TWN-17).

An option holds everything that a player decides, so that nobody waits for further answers.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from protocol.battle import PlaceOfItems
from protocol.campaign import TownActSource
from protocol.ids import CardId, ItemId, LineId, UnitId
from protocol.option_keys import option_key
from protocol.questions import Option, Picks
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.words import Attribute
from server.rules.battle.party import ITEM_DECKS
from server.rules.battle.setup import advancing
from server.rules.campaign.adventurers import belongings, conditions, growth, stalls
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.components import blocks
from server.rules.campaign.components.blocks import Outcome
from server.rules.campaign.components.towns import Town
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import drawing, moments

QUESTS = 2
"""Side quests that are drawn at a quest board (TWN-14)."""


class Act(NamedTuple):
    """A town action that can be taken now: its option, its feature, what it is about, what it does.

    A `group` action takes one action of every adventurer (TWN-9). What `do` returns is a question
    for which nobody else has to wait.
    """

    option: Option
    feature: TownActSource
    about: str
    do: Callable[[], Follow | None]
    group: bool = False


def acts(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield every town action that an adventurer could take now. A feature that is not there, or
    closed, has none (TWN-10).
    """
    yield from shop(session, town, unit)
    yield from _trainer(session, town, unit)
    if town.inn:
        option = Option("inn", "Rest at the inn", "full HP, an empty track, all dice home")
        yield Act(option, "inn", "", lambda: conditions.restore(session, unit))
    if town.quest_board:
        option = Option("board", "Read the quest board", "draw 2 side quests, keep 1 at most")
        yield Act(option, "quest-board", "", lambda: _read_board(session))
    yield from _kiosk(session, town, unit)
    yield from _square(session, town, unit)
    if town.alchemy_station:
        yield from _alchemy(session, unit)
    yield from _of_the_step(session, town, unit)


def _read_board(session: Session) -> Follow | None:
    """Draw side quests. Returns the question which of them is kept, open while others go on
    (TWN-14).
    """
    drawn = drawing.draw_side_quests(session, QUESTS)
    if not drawn:
        return None

    def keep(picks: Picks) -> None:
        drawing.keep_one(session, drawn, picks)

    return Follow(lambda: drawing.which_side_quest(session, drawn), keep)


def shop(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield the acts that take a card which lies face up, ready or into the pack (TWN-11)."""
    for deck in ITEM_DECKS if town.shop is not None else ():
        for item in dict.fromkeys(stalls.shown(session, deck)):
            card = session.catalogue.items[item]
            for where in stalls.places(session, unit, item):
                to = "ready" if where == "ready" else "into the pack"
                option = Option(
                    option_key("shop", deck, item, where), f"{card.name}, {to}", card.text
                )
                yield Act(option, "shop", item, _taking(session, unit, deck, item, where))


def _taking(
    session: Session, unit: UnitId, deck: str, item: ItemId, where: PlaceOfItems
) -> Callable[[], None]:
    # A function of its own binds the values: a lambda in the loop would take the last ones.
    return lambda: stalls.take(session, unit, deck, item, where)


def _trainer(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield the acts that put a token into an open slot: one that lies there (TWN-12), and
    Magicka's at any trainer (ADV-12).
    """
    visit = session.state.visit
    if town.trainer is None or visit is None:
        return
    lines = dict.fromkeys(visit.trainer)
    known = session.state.adventurers[unit].lines
    names: list[Attribute] = [name for name in lines if name not in known]
    if growth.lacks_magicka(session, unit):
        names.append(growth.MAGICKA)
    for name in names:
        line = session.catalogue.lines.get(LineId(name))
        for slot in advancing.roomiest_slots(session.state.adventurers[unit]):
            key = option_key("trainer", name, slot)
            option = Option(key, f"Train {line.name if line else 'Magicka'}", f"slot {slot}")
            yield Act(option, "trainer", name, _training(session, unit, name, slot))


def _training(session: Session, unit: UnitId, name: Attribute, slot: str) -> Callable[[], None]:
    return lambda: growth.train(session, unit, name, slot)


def _kiosk(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield the guild's own town action (TWN-15)."""
    guild = session.atlas.guilds.get(session.state.guild)
    if not town.guild_kiosk or guild is None:
        return
    kiosk = guild.kiosk
    if _payable(session, (*kiosk.costs, *kiosk.outcomes), unit):
        do = _doing(session, (*kiosk.costs, *kiosk.outcomes), (unit,))
        yield Act(Option("kiosk", kiosk.title, kiosk.text), "guild-kiosk", kiosk.title, do)


def _square(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield the town square, once for each adventurer and encounter (TWN-8, TWN-16)."""
    square, visit = town.square, session.state.visit
    if square is None or visit is None or not blocks.all_met(square.requires, session):
        return
    who = session.party if square.group else (unit,)
    if any(one in visit.square for one in who):
        return
    if all(_payable(session, square.costs, one) for one in who):
        do = _doing(session, (*square.costs, *square.outcomes), who)
        option = Option("square", square.title, _told(square.outcomes))
        yield Act(option, "town-square", square.title, do, square.group)


def _alchemy(session: Session, unit: UnitId) -> Iterator[Act]:
    """Yield the acts that refresh an expended potion (TWN-17)."""
    for card in belongings.expended(session, unit):
        item = belongings.item(session, card)
        option = Option(option_key("alchemy", card.id), f"Refresh {item.name}", item.text)
        yield Act(option, "alchemy-station", item.id, _refreshing(session, unit, card.id))


def _refreshing(session: Session, unit: UnitId, card: CardId) -> Callable[[], None]:
    return lambda: inventory.refresh(session.battle, unit, card)


def _of_the_step(session: Session, town: Town, unit: UnitId) -> Iterator[Act]:
    """Yield the town actions that the guild quest's step prints for this town (p39)."""
    step = printed.step_of(session)
    for at, action in enumerate(step.actions if step else ()):
        who = session.party if action.group else (unit,)
        open_ = not action.towns or town.id in action.towns
        if not open_ or not blocks.all_met(action.requires, session):
            continue
        if all(_payable(session, action.costs, one) for one in who):
            do = _doing(session, (*action.costs, *action.outcomes), who)
            option = Option(option_key("step", str(at)), action.title, _told(action.outcomes))
            yield Act(option, "quest", action.title, do, action.group)


def _payable(session: Session, costs: tuple[Outcome, ...], unit: UnitId) -> bool:
    return blocks.can_all(costs, session, (unit,))


def _doing(
    session: Session, outcomes: tuple[Outcome, ...], who: tuple[UnitId, ...]
) -> Callable[[], None]:
    return lambda: moments.do(session, outcomes, who)


def _told(outcomes: tuple[Outcome, ...]) -> str:
    return " ".join(one.text for one in outcomes)
