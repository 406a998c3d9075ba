"""Promotion between battles (p31; ADV-10, CLS-20): offered as soon as its condition is met.

Conditions about the mat are those of the class sheets' own hooks. Those about the days of a session
are read in its journal.
"""

from collections.abc import Callable

from protocol.battle import Promoted
from protocol.ids import UnitId
from protocol.option_keys import option_key
from server.rules.battle.adventurer import class_sheet
from server.rules.battle.components import active_effects
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.campaign.kernel.session import Session

QUEST_DONE, UNSTABLE_WON = "side-quest-done", "unstable-won"
"""Notes of the journal: a completed side quest (and which), an encounter won at an unstable
landmark (and on which day)."""
KNIGHTS_QUESTS = 2
"""Side quests that a Knight's party completes in one session."""
RANGERS_DAYS = 3
"""Days in a row on which a Ranger's party wins at unstable landmarks."""
BARDS_QUEST = "bard-harder"


def _has_done_two_quests(session: Session) -> bool:
    return session.state.journal.get(QUEST_DONE, 0) >= KNIGHTS_QUESTS


def _has_done_the_bards_quest(session: Session) -> bool:
    return session.state.journal.get(option_key(QUEST_DONE, BARDS_QUEST), 0) > 0


def _has_won_in_the_wild(session: Session) -> bool:
    days = range(session.day - RANGERS_DAYS + 1, session.day + 1)
    # Days before the first are in no journal, so nobody earns it before the third day.
    return all(session.state.journal.get(option_key(UNSTABLE_WON, str(day))) for day in days)


BY_THE_DAYS: dict[str, Callable[[Session], bool]] = {
    "bard": _has_done_the_bards_quest,
    "knight": _has_done_two_quests,
    "ranger": _has_won_in_the_wild,
}
"""The conditions that only the days can meet, by class."""


def is_earned(session: Session, unit: UnitId) -> bool:
    """Return whether an adventurer may turn its class sheet over now."""
    mat = session.battle.mat(unit)
    if not mat.cls or mat.master:
        return False
    by_days = BY_THE_DAYS.get(mat.cls)
    if by_days is not None and by_days(session):
        return True
    me, now = Me(unit, mat.cls), Happening(Moment.ANYTIME, unit=unit)
    return any(
        one.rule == class_sheet.PROMOTION and one.when(session.battle, me, now)
        for one in active_effects.side_of(session.battle, unit).at.get(Moment.ANYTIME, ())
    )


def promote(session: Session, unit: UnitId) -> None:
    """Turn an adventurer's class sheet to its master side, for the rest of the campaign."""
    session.emit(Promoted(unit))
