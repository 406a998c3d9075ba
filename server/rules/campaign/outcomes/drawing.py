"""Cards that an outcome has the party draw or look at: side quests, overland decks."""

from collections.abc import Sequence

from protocol.battle import SideQuestDiscarded
from protocol.campaign import OverlandCardPlaced
from protocol.questions import One, Option, Picks, Question, Some
from server.rules.battle.encounter import side_quests
from server.rules.campaign.components.words import Deck
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.overland import cards

SIDE_QUESTS = "side-quests"
MOST = 4  # active side quests of a party (SQ-1)


def side_quest(session: Session, count: int) -> None:
    """Draw side quests, keep one at most, and discard the others (TWN-14)."""
    if drawn := draw_side_quests(session, count):
        keep_one(session, drawn, session.picks(which_side_quest(session, drawn)))


def draw_side_quests(session: Session, count: int) -> list[str]:
    """Draw side quests, as many as the deck has."""
    return [name for name in (cards.draw(session, SIDE_QUESTS) for _ in range(count)) if name]


def which_side_quest(session: Session, drawn: Sequence[str]) -> Question:
    """Return the question which of the drawn side quests the party accepts; it may pass."""
    known = session.atlas.side_quests
    options = tuple(Option(name, known[name].title, known[name].goal) for name in drawn)
    return Question(
        to=session.seats,
        why="quest.side",
        text="Which side quest does the party accept?",
        shape=One(options),
        rule="TWN-14",
        may_pass=True,
    )


def keep_one(session: Session, drawn: Sequence[str], picks: Picks) -> None:
    """Accept the picked side quest, if one was picked, and discard the others."""
    chosen = picks[0] if picks else ""
    for name in drawn:
        if name != chosen:
            session.emit(OverlandCardPlaced(SIDE_QUESTS, name, "discard"))
    if chosen and make_room(session, chosen):
        accept(session, chosen)


def make_room(session: Session, quest: str) -> bool:
    """Make room for a side quest: of four and the new one the party gives one up (SQ-1). Returns
    whether the new one can be accepted.
    """
    held = session.state.side_quests
    if len(held) < MOST:
        return True
    known = session.atlas.side_quests
    # A class's own side quest is among them, and is no card of the atlas.
    options = tuple(
        Option(name, known[name].title if name in known else name) for name in (*held, quest)
    )
    text = "The party has four side quests. Which one is given up?"
    # Without an answer the new one goes: no quest that is under way is lost to a clock.
    question = Question(
        session.seats, "quest.room", text, One(options), "SQ-1", default=(options[-1].key,)
    )
    gone = session.choose(question)
    if gone == quest:
        session.emit(OverlandCardPlaced(SIDE_QUESTS, quest, "discard"))
        return False
    give_up(session, gone)
    return True


def accept(session: Session, quest: str) -> None:
    """Make a drawn side quest an active one."""
    session.emit(OverlandCardPlaced(SIDE_QUESTS, quest, "kept"))
    side_quests.gain_side_quest(session.battle, quest)


def give_up(session: Session, quest: str) -> None:
    """Discard an active side quest (SQ-2)."""
    known = any(quest == one.id for one in printed.side_quests_of(session))
    session.emit(SideQuestDiscarded(quest))
    # A class's own quest has no place in the deck's discards.
    if known:
        session.emit(OverlandCardPlaced(SIDE_QUESTS, quest, "given-up"))


def look(session: Session, deck: Deck, count: int) -> None:
    """Look at the top cards of an overland deck; those that are picked go under it."""
    seen = cards.look(session, deck, count)
    if not seen:
        return
    options = tuple(Option(name, session.overland_card(name).title) for name in seen)
    question = Question(
        to=session.seats,
        why="overland.look",
        text=f"These lie on top of the {deck} deck. Which go under it?",
        shape=Some(options, 0, len(options)),
        default=(),
    )
    below = session.picks(question)
    cards.put_back(session, deck, tuple(one for one in seen if one not in below), below)
