"""How a session ends (p48-p51; SES-1 to SES-4, END-6, CMP-5)."""

from protocol.battle import Told
from protocol.campaign import DayPhaseBegan, SessionEnded
from protocol.ids import NOBODY
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.quests import epilogue


def close(session: Session) -> None:
    """End the session: read the epilogue of a quest that is done, or a won endgame's ending."""
    if session.is_endgame():
        _close_endgame(session)
    elif not session.state.outcome:
        epilogue.read(session)
        session.emit(SessionEnded("victory", "The guild quest is done."))
    session.emit(DayPhaseBegan("over"))


def _close_endgame(session: Session) -> None:
    endgame = printed.endgame_of(session)
    if session.state.outcome:
        if endgame.lost:
            session.emit(Told(NOBODY, endgame.lost))
        return
    epilogue.tell(session, endgame.endings)
    session.emit(SessionEnded("victory", "The campaign is won."))
