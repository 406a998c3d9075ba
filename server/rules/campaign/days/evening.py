"""The Reward Phase and the End of Day Phase (p43, p45; RWD-12, EOD-1 to EOD-4, EOD-10, DAY-3)."""

from protocol.campaign import (
    CardPlace,
    DayPhaseBegan,
    EffectEnded,
    OverlandCardPlaced,
    SessionEnded,
)
from server.rules.campaign.components.words import Icon
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import DAY_LIMIT
from server.rules.campaign.outcomes import SKIPPED_REST, moments
from server.rules.campaign.overland import cards
from server.rules.campaign.quests import rewards, steps
from server.rules.campaign.rest import rest
from server.rules.campaign.reward import grow


def reward(session: Session) -> None:
    """Give the rewards that are due, then go on to growth."""
    rewards.give(session)
    # A printed reward may have failed the quest; nobody grows then.
    session.emit(DayPhaseBegan("ending" if session.state.outcome else "growth"))


def growth(session: Session) -> None:
    """Let everybody untrain and advance. A session whose quest is done ends here: no End of Day
    Phase follows (RWD-12).
    """
    if grow(session):
        session.emit(DayPhaseBegan("ending" if is_won(session) else "end-of-day"))


def is_won(session: Session) -> bool:
    """Return whether the guild quest is done, or the last day of the endgame."""
    if session.is_endgame():
        return session.day == len(printed.endgame_of(session).days)
    return steps.is_quest_done(session)


def province_effect(session: Session) -> None:
    """Carry out the province effect by the icons of today's peaceful card (EOD-1 to EOD-4).

    After a full party defeat only the rest follows (DEF-6), and in an endgame the province acts
    only where the day says so (END-4). The day's card then goes without being read.
    """
    now, day = session.state.encounter, printed.endgame_day(session)
    if not (now is not None and now.all_fell) and (day is None or day.icons):
        _read_icons(session)
    _put_card_away(session)
    session.emit(DayPhaseBegan("ending" if session.state.outcome else "rest"))


def _read_icons(session: Session) -> None:
    if not session.state.kept:
        card = cards.draw(session, "peaceful")
        if card:
            cards.keep(session, card)
    effect = session.province.effect
    known: dict[Icon, tuple[int, ...]] = {}
    for at, one in enumerate(effect.icons):
        known[one.icon] = (*known.get(one.icon, ()), at)
    # An icon that the province does not know counts as none (EOD-3).
    shown = [at for icon in session.icons() for at in known.get(icon, ())]
    for at in shown:
        moments.do(session, effect.icons[at].outcomes)
    if not shown:
        moments.do(session, effect.otherwise)
    moments.at(session, "icons")


def _put_card_away(session: Session) -> None:
    """Discard a card that was an encounter; one drawn for its icons goes under its deck (EOD-4)."""
    card, now = session.state.kept, session.state.encounter
    if card:
        resolved = now is not None and (now.kind, now.name) == ("card", card)
        where: CardPlace = "discard" if resolved else "bottom"
        session.emit(OverlandCardPlaced("peaceful", card, where))


def night(session: Session) -> None:
    """Run the rest step, unless it is skipped, and end the day."""
    if SKIPPED_REST not in session.state.effects:
        if not rest(session):
            return
        moments.at(session, "rest")
    _end_day(session)


def _end_day(session: Session) -> None:
    moments.at(session, "day-ends")
    # These are the effects of the state as it is here: an event puts a new mapping in its place,
    # so ending one in the loop is safe.
    for name, term in session.state.effects.items():
        if term == "day":
            session.emit(EffectEnded(name))
    # Looked at again before each of the two: a session ends once (`session_ended` asserts it),
    # and what ended it first is what players are told.
    step = printed.step_of(session)
    if step is not None and not session.state.outcome and steps.is_failed(session, step):
        steps.fail(session, step)
    if not session.state.outcome and not session.is_endgame() and session.day >= DAY_LIMIT:
        why = f"{DAY_LIMIT} days are over, and the quest is not done."
        session.emit(SessionEnded("defeat", why))
    session.emit(DayPhaseBegan("ending" if session.state.outcome else "new-day"))
