"""Which encounter is triggered by where the party ends its movement (p34; OVL-7 to OVL-12)."""

from protocol.campaign import EncounterTriggered
from protocol.hexes import Hex
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.campaign.adventurers import elsewhere
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import cards
from server.rules.campaign.quests import side_quests, steps

UNSTABLE_DIE = ("peaceful", "peaceful", "conflict", "conflict", "conflict", "caravan")
"""What the sides of the unstable die show. Ours: no source says how many sides show what."""
FLARE, WANDERER = "revealing-flare", "wanderer"
"""What is printed on a Ranger's sheet for the unstable die, and for a card that was drawn."""


def trigger(session: Session) -> None:
    """Trigger one encounter at most: the quest's first, then a side quest's, a town's, a card's."""
    here = session.here
    assert here is not None, "there is a party token on the map"
    if steps.is_triggered(session):
        session.emit(EncounterTriggered("quest", session.state.step))
    elif quest := _side_quest(session):
        session.emit(EncounterTriggered("side-quest", quest))
    elif town := session.town(here):
        session.emit(EncounterTriggered("town", town))
    else:
        _landmark(session, here)


def trigger_town(session: Session) -> None:
    """Trigger the town's encounter: the first day of a session is spent in the town in which it
    begins (OVL-2).
    """
    here = session.here
    town = session.town(here) if here is not None else ""
    if town:
        session.emit(EncounterTriggered("town", town))


def _side_quest(session: Session) -> str:
    """Return the side quest whose encounter comes, "" for none: of several the party chooses,
    optional ones may wait.
    """
    found = side_quests.triggered(session)
    if not found:
        return ""
    return session.choose(
        Question(
            to=session.seats,
            why="quest.encounter",
            text="Which side quest's encounter does the party face?",
            shape=One(tuple(Option(one.id, one.title, one.goal) for one in found)),
            rule="SQ-6",
            # One that is not optional has to be faced (SQ-6), and so bars a pass.
            may_pass=all(one.optional for one in found),
            default=_default(found),
        )
    )


def _default(found: tuple[SideQuest, ...]) -> tuple[str, ...]:
    return next(((one.id,) for one in found if not one.optional), ())


def _landmark(session: Session, here: Hex) -> None:
    """Draw the card that the landmark asks for; hexes without an icon bring nothing (OVL-12)."""
    match session.landmark(here):
        case "":
            return
        case "peaceful" | "conflict" as deck:
            draw(session, deck)
        case "unstable":
            shown = _unstable_die(session)
            if shown == "caravan":
                session.emit(EncounterTriggered("caravan", session.province.caravan.id, True))
            else:
                draw(session, shown, unstable=True)


def _unstable_die(session: Session) -> str:
    """Roll the unstable die; a Ranger may have it rolled again, a master twice."""
    shown = UNSTABLE_DIE[session.throw("overland.unstable")]
    rangers = elsewhere.bearers(session, FLARE)
    again = 1 + any(session.battle.mat(unit).master for unit in rangers) if rangers else 0
    while again and _wanted(session, rangers, f"The unstable die shows {shown}. Roll it again?"):
        shown = UNSTABLE_DIE[session.throw("overland.unstable")]
        again -= 1
    return shown


def _wanted(session: Session, rangers: list[UnitId], text: str) -> bool:
    question = Question(
        to=session.battle.deciders(rangers[0]),
        why="overland.again",
        text=text,
        shape=One((Option("no", "Leave it"), Option("yes", "Once more"))),
        rule="CLS-5",
        default=("no",),
        about=rangers[0],
    )
    return session.choose(question) == "yes"


def draw(session: Session, deck: str, *, unstable: bool = False) -> None:
    """Draw an overland card as the day's encounter; a peaceful one stays for its icon (OVL-13).

    A Ranger may discard it for tenacity and draw the next one, as often as it can pay.
    """
    card = cards.draw(session, deck)
    # Who can pay is asked for each card: every discard takes tenacity.
    while card and (rangers := elsewhere.bearers(session, WANDERER)):
        title = session.overland_card(card).title
        if not _wanted(session, rangers, f"{title} was drawn. Discard it and draw the next card?"):
            break
        elsewhere.pay(session, rangers[0], WANDERER)
        cards.discard(session, deck, card)
        card = cards.draw(session, deck)
    if not card:
        return
    session.emit(EncounterTriggered("card", card, unstable))
    if deck == "peaceful":
        cards.keep(session, card)
