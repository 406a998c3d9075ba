"""What the Reward Phase gives in its first step (p43; RWD-1 to RWD-7, RWD-11)."""

from typing import assert_never

from protocol.campaign import DialTurned, RewardsGiven
from server.rules.battle.adventurer import tenacity
from server.rules.campaign.adventurers import growth
from server.rules.campaign.components.blocks import Outcome
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.kernel.state import Due
from server.rules.campaign.outcomes import moments

UNSTABLE_TENACITY = 2  # tenacity for an encounter at an unstable landmark (RWD-6)


def give(session: Session) -> None:
    """Give everybody the rewards that are due: XP to the dial and each, bonus XP, and printed
    rewards.

    Defeated adventurers are rewarded like the others (RWD-11).
    """
    state = session.state
    # Outcomes may take off what is owed, but the dial only rises (`dial_turned` asserts it).
    gain_xp(session, max(0, state.owed), state.bonus)
    for due in state.due:
        moments.do(session, _printed(session, due))
    moments.at(session, "reward")
    session.emit(RewardsGiven())


def gain_xp(session: Session, xp: int, bonus: int = 0) -> None:
    """Turn the dial, and let everybody save as much and a bonus that the dial does not show."""
    if xp:
        session.emit(DialTurned(session.state.dial + xp))
    for unit in session.party:
        growth.change_xp(session, unit, xp + bonus, "reward")


def _printed(session: Session, due: Due) -> tuple[Outcome, ...]:
    """Return the rewards that a step or a side quest prints. Those of an unstable landmark, which
    the rulebook prints, are given here.
    """
    match due.source:
        case "side-quest":
            return session.atlas.side_quests[due.name].rewards
        case "step":
            quest = printed.quest_of(session)
            steps = quest.steps if quest else ()
            return next(step.rewards for step in steps if step.id == due.name)
        case "unstable":
            # Given here: the rulebook grants it, so no printed outcome stands for it.
            for unit in session.party:
                tenacity.gain(session.battle, unit, UNSTABLE_TENACITY, "unstable")
            return ()
        case _:
            assert_never(due.source)
