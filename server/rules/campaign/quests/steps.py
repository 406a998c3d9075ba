"""The guild quest's steps (p46, p47; QST-1 to QST-9)."""

from protocol.campaign import (
    OverlandTokenPlaced,
    RewardRaised,
    SessionEnded,
    StepEnded,
    StepReached,
    TrackerSet,
)
from server.rules.campaign.components import blocks
from server.rules.campaign.components.quests import Step, TokenStart, Tracker
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import moments
from server.rules.campaign.overland import tokens


def begin(session: Session, step: Step) -> None:
    """Make a step the active one: set its trackers, place its tokens, run the rules that act then
    (QST-2).
    """
    session.emit(StepReached(step.id))
    start_trackers(session, step.trackers)
    for start in step.tokens:
        _place(session, start)
    moments.at(session, "step-begins")


def start_trackers(session: Session, trackers: tuple[Tracker, ...]) -> None:
    """Set the counters of a step or quest that begins."""
    for tracker in trackers:
        session.emit(TrackerSet(tracker.id, tracker.start))


def _place(session: Session, start: TokenStart) -> None:
    where = session.mark(start.at)
    # It goes where the party goes, so the party's hex comes before the place that is printed.
    if start.follows and session.here is not None:
        session.emit(OverlandTokenPlaced(start.token, session.here))
    elif where:
        text = f"Where does {start.name or 'the token'} stand?"
        tokens.place_somewhere(session, start.token, where, text)


def is_triggered(session: Session) -> bool:
    """Return whether the step's encounter is triggered where the party has moved (QST-3)."""
    step = printed.step_of(session)
    return (
        step is not None
        and bool(step.trigger)
        and bool(step.choices)
        and blocks.all_met(step.trigger, session)
    )


def settle(session: Session) -> Step | None:
    """Complete the step at the end of an Encounter Phase, or fail it (QST-3, QST-4).

    Returns the step that follows, if it is linked: its encounter comes at once (QST-7).
    """
    step = printed.step_of(session)
    if step is None or session.state.outcome:
        return None
    # Failure first: what the step must prevent fails it even where it is done at the same time.
    if is_failed(session, step):
        fail(session, step)
        return None
    if not _is_done(session, step):
        return None
    session.emit(StepEnded(step.id, True))
    session.emit(RewardRaised(step.xp, 0, "step", step.id))
    later = following(session, step)
    if later is None:
        return None
    begin(session, later)
    return later if later.linked else None


def is_failed(session: Session, step: Step) -> bool:
    """Return whether the step has failed: its battle was lost, or what it must prevent has
    happened.
    """
    now = session.state.encounter
    own = now is not None and now.kind == "quest" and now.name == step.id
    lost = own and now is not None and now.over and not now.success and not step.again
    return lost or any(one.met(session) for one in step.fails)


def fail(session: Session, step: Step) -> None:
    """Fail the step, and with it the quest, the session and the campaign (QST-5)."""
    session.emit(StepEnded(step.id, False))
    session.emit(SessionEnded("defeat", f"{step.title} has failed."))


def _is_done(session: Session, step: Step) -> bool:
    if step.done:
        return blocks.all_met(step.done, session)
    now = session.state.encounter
    return now is not None and (now.kind, now.name, now.success) == ("quest", step.id, True)


def following(session: Session, step: Step) -> Step | None:
    """Return the step after a step: the first way whose requirements are met, else the next one;
    None for the epilogue.
    """
    quest = printed.quest_of(session)
    assert quest is not None
    by_id = {one.id: one for one in quest.steps}
    for way in step.next:
        if blocks.all_met(way.when, session):
            # A way may lead to the epilogue, which is no step: None.
            return by_id.get(way.step)
    at = quest.steps.index(step)
    return quest.steps[at + 1] if at + 1 < len(quest.steps) else None


def is_quest_done(session: Session) -> bool:
    """Return whether the last step of the guild quest is done."""
    return bool(session.state.done) and not session.state.step
