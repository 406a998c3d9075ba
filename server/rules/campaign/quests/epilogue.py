"""The epilogue of a guild quest (p46, p49, p51; QST-6, KEY-1, KEY-2, SES-3, SES-4)."""

from protocol.battle import Told
from protocol.campaign import KeywordRecorded, QuestsOffered
from protocol.ids import NOBODY
from protocol.option_keys import option_key
from protocol.questions import One, Option, Question
from server.rules.campaign.components import blocks
from server.rules.campaign.components.quests import Ending, Offer
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import moments

ASSIST = "Guild Assist"
"""The major keyword of a session in which the guild's assist was called (KEY-2)."""


def read(session: Session) -> None:
    """Tell how the quest ends, record its keyword, and let the party choose the next quest."""
    quest = printed.quest_of(session)
    assert quest is not None
    tell(session, quest.epilogue.endings)
    if session.state.major != ASSIST:
        session.emit(KeywordRecorded(quest.epilogue.keyword, major=True))
    if session.session == 1 and quest.epilogue.offers:
        _choose(session, quest.epilogue.offers)


def tell(session: Session, endings: tuple[Ending, ...]) -> None:
    """Tell the first ending whose requirements are met, and carry out its outcomes."""
    for ending in endings:
        if blocks.all_met(ending.when, session):
            session.emit(Told(NOBODY, ending.text))
            moments.do(session, ending.outcomes)
            return


def _choose(session: Session, offers: tuple[Offer, ...]) -> None:
    """Let the party choose one of the guild quests on offer: it fixes the next province."""
    guilds, provinces = session.atlas.guilds, session.atlas.provinces
    options = tuple(
        Option(
            option_key("quest", offer.province, offer.guild),
            f"{guilds[offer.guild].name}, {provinces[offer.province].name}",
            offer.text,
        )
        for offer in offers
        # An epilogue may name provinces and quests that this atlas has not loaded.
        if offer.province in provinces and offer.guild in provinces[offer.province].quests
    )
    if not options:
        return
    question = Question(
        to=session.seats,
        why="session.next",
        text="Which guild's quest does the party follow next?",
        shape=One(options),
        rule="SES-3",
        default=(options[0].key,),
    )
    chosen = session.choose(question)
    session.emit(QuestsOffered(tuple(option.key for option in options), chosen))
