"""What recorded keywords do to an endgame (p50, p51; KEY-4, END-5)."""

from protocol.battle import Told
from protocol.ids import NOBODY
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import moments


def act(session: Session, day: int) -> None:
    """Carry out the effects that an endgame prints for recorded keywords on a day, 0 being its
    set-up.

    A keyword that adds acts as often as it was recorded, any other one once.
    """
    for effect in printed.endgame_of(session).keywords:
        times = session.keywords(effect.keyword)
        if effect.day != day or not times:
            continue
        session.emit(Told(NOBODY, effect.text))
        for _ in range(times if effect.adds else 1):
            moments.do(session, effect.outcomes)
