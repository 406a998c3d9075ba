"""Printed rules that act at a moment by themselves, and outcomes that are done to the party."""

from collections.abc import Sequence

from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.campaign.components import blocks
from server.rules.campaign.components.blocks import Outcome, Rule
from server.rules.campaign.components.words import When
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes.running import RunningSession


def at(session: Session, when: When) -> None:
    """Carry out every rule in play that acts at this moment, until the session is decided."""
    for rule in printed.active_rules(session):
        if rule.at == when and not session.state.outcome:
            _act(session, rule)


def _act(session: Session, rule: Rule) -> None:
    able = blocks.all_met(rule.when, session)
    if able and rule.may:
        # Only what may be left is offered in full or not at all; what must act does what it can.
        able = blocks.can_all(rule.does, session, session.party) and _wanted(session, rule)
    if able:
        do(session, rule.does)


def _wanted(session: Session, rule: Rule) -> bool:
    told = rule.text or " ".join(one.text for one in rule.does)
    question = Question(
        to=session.seats,
        why="session.may",
        text=told,
        shape=One((Option("yes", "Do it"), Option("no", "Leave it"))),
        rule="QST-8",
        default=("no",),
    )
    return session.choose(question) == "yes"


def do(session: Session, outcomes: Sequence[Outcome], who: Sequence[UnitId] = ()) -> None:
    """Carry out outcomes, for the party unless `who` are given."""
    blocks.do_all(outcomes, RunningSession.of(session), who or session.party)


def can(session: Session, outcomes: Sequence[Outcome], who: Sequence[UnitId] = ()) -> bool:
    """Return whether outcomes can happen in full, for the party unless `who` are given."""
    return blocks.can_all(outcomes, session, who or session.party)
