"""Social checks of encounters (p42; SOC-1 to SOC-8), by the battle's own function."""

from protocol.campaign import SocialCheckMade
from server.rules.battle.encounter import social_check
from server.rules.campaign.adventurers import elsewhere
from server.rules.campaign.kernel.session import Session

INFAMOUS, INFAMY = "infamous", 3
"""A master Rogue's enduring ability, and how much lower every difficulty is by it."""


def check(session: Session, name: str, difficulty: int) -> bool:
    """Make a check of today's encounter, once. Returns whether it succeeded."""
    easier = INFAMY if elsewhere.bearers(session, INFAMOUS) else 0
    success = social_check.check(session.battle, _named(session, name, difficulty), easier=easier)
    if session.state.encounter is not None:
        session.emit(SocialCheckMade(name, difficulty, success))
    return success


def _named(session: Session, name: str, difficulty: int) -> social_check.Social:
    return social_check.Social(f"{session.day}.{name}", difficulty)


def unused_name(session: Session) -> str:
    """Return a name for a check that has none: one of a name is made once in an encounter (SOC-1),
    and in a town another one may be under way.
    """
    now = session.state.encounter
    number = len(now.checks) if now else 0
    while not social_check.may_try(session.battle, _named(session, f"check-{number}", 0)):
        number += 1
    return f"check-{number}"


def tried(session: Session, name: str) -> bool | None:
    """Return how a check of today's encounter ended; None if it has not been tried (SOC-1)."""
    now = session.state.encounter
    return now.checks.get(name) if now else None


def succeed(session: Session, name: str) -> None:
    """Note a check that succeeds by itself: nobody rolls."""
    session.emit(SocialCheckMade(name, 0, True))
