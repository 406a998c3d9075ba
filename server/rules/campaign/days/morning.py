"""The New Day Phase and the Overland Phase (p34; DAY-1 to DAY-5, OVL-2, OVL-18, END-2)."""

from protocol.campaign import DayBegan, DayPhaseBegan, EncounterLeft, EncounterTriggered
from server.rules.campaign.days import noon
from server.rules.campaign.encounter import priority
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import keywords, moments
from server.rules.campaign.overland import movement


def new_day(session: Session) -> None:
    """Turn the day dial and run the rules that act at the start of a day."""
    if session.state.encounter is not None:
        # Only now: the evening and the rest still ask whether the whole party fell in it (DEF-6).
        session.emit(EncounterLeft())
    session.emit(DayBegan(session.day + 1))
    if session.is_endgame():
        keywords.act(session, session.day)
    moments.at(session, "day-starts")
    session.emit(DayPhaseBegan("overland"))


def overland(session: Session) -> None:
    """Run the Overland Phase: move the party and trigger an encounter (DAY-4), which the Encounter
    Phase resolves (OVL-18).
    """
    moments.at(session, "before-move")
    if session.is_endgame():
        day = printed.endgame_day(session)
        assert day is not None, "an endgame has an entry for each of its days"
        session.emit(EncounterTriggered("quest", day.title))
    # Nobody moves on the first day (OVL-2), so nothing that acts after a move does either.
    elif session.day == 1:
        priority.trigger_town(session)
    else:
        movement.move_party(session)
        moments.at(session, "after-move")
        priority.trigger(session)
    noon.begin(session)
