"""Side quests (p48; SQ-1 to SQ-7)."""

from protocol.campaign import Recorded, RewardRaised, SideQuestEnded
from protocol.option_keys import option_key
from server.rules.campaign.adventurers import conditions, elsewhere, promotion
from server.rules.campaign.components import blocks
from server.rules.campaign.components.quests import SideQuest
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import moments
from server.rules.campaign.quests import rewards

KNIGHTS = "side-quest-completed"
"""What is printed on a master Knight's sheet for the completion of a side quest."""


def triggered(session: Session) -> tuple[SideQuest, ...]:
    """Return the active side quests whose encounters are triggered where the party has moved
    (SQ-6).
    """
    return tuple(
        quest
        for quest in printed.side_quests_of(session)
        if quest.trigger
        and quest.choices
        # Some cards are kept once they are done, and still lie among the active ones
        # (`finished`).
        and not is_done(session, quest)
        and blocks.all_met(quest.trigger, session)
    )


def settle(session: Session) -> None:
    """Complete the side quests whose condition is met at the end of an Encounter Phase (SQ-3)."""
    for quest in printed.side_quests_of(session):
        if not quest.in_town and not is_done(session, quest) and _holds(session, quest):
            complete(session, quest)


def settle_in_town(session: Session) -> None:
    """Complete the side quests that step 3 of a town encounter completes; their rewards are given
    at once (TWN-6).
    """
    for quest in printed.side_quests_of(session):
        if quest.in_town and not is_done(session, quest) and blocks.all_met(quest.done, session):
            _end(session, quest)
            rewards.gain_xp(session, quest.xp)
            moments.do(session, quest.rewards)


def complete(session: Session, quest: SideQuest) -> None:
    """Complete a side quest: its rewards are due in the Reward Phase, its card goes."""
    _end(session, quest)
    session.emit(RewardRaised(quest.xp, 0, "side-quest", quest.id))


def _end(session: Session, quest: SideQuest) -> None:
    """Discard or keep its card, and record the completion for promotions and for a master
    Knight.
    """
    session.emit(SideQuestEnded(quest.id, quest.kept))
    session.emit(Recorded(promotion.QUEST_DONE))
    session.emit(Recorded(option_key(promotion.QUEST_DONE, quest.id)))
    for unit in elsewhere.bearers(session, KNIGHTS):
        conditions.heal(session, unit, conditions.ALL)
        conditions.take_all_off(session, unit)


def is_done(session: Session, quest: SideQuest) -> bool:
    """Return whether it has been completed; some cards are kept afterwards."""
    return quest.id in session.state.finished


def _holds(session: Session, quest: SideQuest) -> bool:
    now = session.state.encounter
    if quest.done:
        return blocks.all_met(quest.done, session)
    return now is not None and (now.kind, now.name, now.success) == ("side-quest", quest.id, True)
