"""Items in a rest: sorted, discarded, given to others (p45; EOD-7, EOD-11, INV-6)."""

from collections.abc import Sequence

from protocol.campaign import ItemGiven
from protocol.ids import CardId, UnitId
from protocol.option_keys import option_key, read_key
from protocol.questions import Option
from server.rules.battle.adventurer import inventory
from server.rules.battle.kernel.state import ITEMS, READY, Card
from server.rules.campaign.adventurers import belongings
from server.rules.campaign.kernel.session import Session
from server.rules.engine.game import Defect

GIVE = "give"


def ways(session: Session, unit: UnitId, resting: Sequence[UnitId]) -> list[Option]:
    """Return what an adventurer can do with its items, as options; items can be given to those who
    rest too.
    """
    mat, found = session.battle.mat(unit), list[Option]()
    others = [one for one in resting if one != unit and _has_room(session, one)]
    for card in (*mat.ready, *mat.pack) if unit in resting else ():
        item = belongings.item(session, card)
        if card in mat.pack:
            found.append(Option(option_key("ready", card.id), f"{item.name} ready", item.text))
        elif item.subtype != "pet":
            found.append(Option(option_key("pack", card.id), f"{item.name} to the pack", item.text))
        found += [_gift(session, card, one) for one in others if _may_have(session, card, one)]
        found.append(Option(option_key("discard", card.id), f"{item.name} away", item.text))
    return found


def _gift(session: Session, card: Card, to: UnitId) -> Option:
    name = session.battle.unit(to).name
    key = option_key(GIVE, to, card.id)
    return Option(key, f"{belongings.item(session, card).name} to {name}", "")


def _has_room(session: Session, unit: UnitId) -> bool:
    return len(inventory.carried(session.battle, unit)) < ITEMS


def _may_have(session: Session, card: Card, to: UnitId) -> bool:
    """Return whether an adventurer can take a card: a pet that is ready goes to a ready slot alone
    (ITM-17); one that never was goes to the pack like anything else.
    """
    kept = any(card in mat.ready for mat in session.state.adventurers.values())
    pet = kept and belongings.item(session, card).subtype == "pet"
    return not pet or len(session.battle.mat(to).ready) < READY


def do(session: Session, unit: UnitId, pick: str) -> tuple[UnitId, ...]:
    """Carry out an option of `ways`. Returns the adventurers who have been given something."""
    battle = session.battle
    how, card = read_key(pick)
    match how:
        case "ready":
            inventory.make_ready(battle, unit, CardId(card))
        case "pack":
            inventory.stow(battle, unit, CardId(card))
        case "discard":
            inventory.discard(battle, unit, CardId(card))
        case "give":
            to, given = read_key(card)
            return (_give(session, unit, UnitId(to), CardId(given)),)
        case _:
            raise Defect(f"{pick!r} is nothing to do with items")
    return ()


def _give(session: Session, unit: UnitId, to: UnitId, card: CardId) -> UnitId:
    """Give a card to another adventurer: into its pack, a pet that was ready into a ready slot."""
    mat = session.battle.mat(unit)
    ready = any(one.id == card for one in mat.ready)
    pet = inventory.item_of(session.battle, unit, card).subtype == "pet"
    session.emit(ItemGiven(unit, card, to, "ready" if ready and pet else "pack"))
    return to
