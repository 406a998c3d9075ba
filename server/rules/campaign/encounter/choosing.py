"""An encounter's choices (p36, p37, p42; ENC-1 to ENC-8, OVL-11, SOC-1, SOC-7)."""

from collections.abc import Sequence
from typing import NamedTuple

from protocol.battle import Told
from protocol.campaign import ChoiceTaken, EncounterEnded, RewardRaised
from protocol.ids import NOBODY, UnitId
from protocol.questions import One, Option, Question
from server.rules.campaign.adventurers import road
from server.rules.campaign.components import blocks
from server.rules.campaign.components.choices import Choice, SocialCheck
from server.rules.campaign.encounter import battles
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import RunningSession, moments, social


class Printed(NamedTuple):
    """The encounter whose choices are resolved: its title, what is read out, its choices."""

    title: str
    text: str
    choices: tuple[Choice, ...]


def resolve(session: Session, encounter: Printed) -> None:
    """Resolve the day's encounter by exactly one of its choices (ENC-1)."""
    session.emit(EncounterEnded(take(session, encounter)))


def take(session: Session, encounter: Printed) -> bool:
    """Take exactly one of several choices and carry it out. Returns whether it succeeded. If none
    can be taken (all have failed their check, or have unmet requirements) nothing happens, and that
    is no success.
    """
    choice = _taken(session, encounter)
    return choice is not None and _follow(session, choice)


def foresee(session: Session, choice: Choice) -> None:
    """Carry out a choice, unless the check that gates it fails: for a preview."""
    check = choice.check
    if check is None or not check.gate or _succeeds(session, check, choice):
        _follow(session, choice)


def offered(session: Session, encounter: Printed, name: str) -> list[Choice]:
    """Return the choice of that id, if it can be taken now."""
    return [one for one in _open(session, encounter.choices) if one.id == name]


def _follow(session: Session, choice: Choice) -> bool:
    session.emit(ChoiceTaken(choice.id))
    # Read aloud as it is taken, and not before: on the table it stands on the card's other side.
    if choice.text:
        session.emit(Told(NOBODY, choice.text))
    success = carry_out(session, choice)
    if success and choice.xp:
        session.emit(RewardRaised(choice.xp))
    return success


def carry_out(session: Session, choice: Choice) -> bool:
    """Pay for a choice, make its check, fight its battle, and carry its outcomes out.

    Returns whether it succeeded: a peaceful one always does (ENC-3).
    """
    who = _meant(session, choice)
    moments.do(session, choice.costs, who)
    added = _added(session, choice)
    success = choice.kind == "peaceful" or battles.fight(session, choice)
    moments.do(session, choice.outcomes if success else choice.failed, who)
    if added and success and choice.check is not None:
        moments.do(session, choice.check.outcomes, who)
    return success


def _taken(session: Session, encounter: Printed) -> Choice | None:
    """Ask for the choice that is taken; a check that gates it is made first, and may close it
    (SOC-7). Returns None where it was closed.
    """
    while (choice := _chosen(session, encounter)) is not None:
        if (
            choice.check is None
            or not choice.check.gate
            or _succeeds(session, choice.check, choice)
        ):
            return choice
    return None


def _chosen(session: Session, encounter: Printed) -> Choice | None:
    """Ask which choice the party takes; None where none can be taken."""
    picks = road.ask(session, lambda: _question(session, encounter))
    return next((one for one in encounter.choices if (one.id,) == picks), None)


def _question(session: Session, encounter: Printed) -> Question | None:
    able = _open(session, encounter.choices)
    if not able:
        return None
    options = tuple(Option(one.id, one.title, _note(session, one)) for one in able)
    return Question(
        to=session.seats,
        why="encounter.choice",
        text=f"{encounter.title}. What does the party do?",
        shape=One(options),
        rule="ENC-1",
        default=(options[0].key,),
    )


def _note(session: Session, choice: Choice) -> str:
    """Return what a choice is and costs, in short: its kind, its check, its XP."""
    told: list[str] = [choice.kind] if choice.kind != "peaceful" else []
    if choice.check is not None:
        told.append(f"social check {choice.check.difficulty.at(session.party_size())}")
    told += [one.text.rstrip(".") for one in choice.costs]
    told += [f"{choice.xp} XP"] if choice.xp else []
    return ", ".join(told)


def _open(session: Session, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that can be taken. At an unstable landmark it must be an unstable one
    (OVL-11).

    Ours where the rulebook is silent: of several unstable ones the party takes any, and one that
    cannot be taken forces nothing.
    """
    able = [one for one in choices if is_open(session, one)]
    now = session.state.encounter
    forced = [one for one in able if one.unstable] if now and now.unstable else []
    return forced or able


def is_open(session: Session, choice: Choice) -> bool:
    """Return whether a choice can be taken: what it requires is met, its price can be paid
    (ENC-1).
    """
    # A check that was not tried yet is None, and closes nothing.
    failed = social.tried(session, choice.id) is False
    gated = choice.check is not None and choice.check.gate
    payable = (
        any(blocks.can_all(choice.costs, session, (unit,)) for unit in session.party)
        if choice.alone
        else moments.can(session, choice.costs)
    )
    return blocks.all_met(choice.requires, session) and payable and not (gated and failed)


def _meant(session: Session, choice: Choice) -> tuple[UnitId, ...]:
    """Return to whom it happens: the party, or the one that it picks (of those who can pay)."""
    if not choice.alone:
        return session.party
    able = [unit for unit in session.party if blocks.can_all(choice.costs, session, (unit,))]
    return (RunningSession.of(session).pick_adventurer(f"{choice.title}: who?", able),)


def _added(session: Session, choice: Choice) -> bool:
    """Make the check that adds a reward. Returns whether it succeeded; if it fails the choice is
    carried out without that reward (SOC-7).
    """
    if choice.check is None:
        return False
    # A gate was passed before the choice was taken, and no check is made twice (SOC-1).
    return choice.check.gate or _succeeds(session, choice.check, choice)


def _succeeds(session: Session, check: SocialCheck, choice: Choice) -> bool:
    """Make a choice's check, or let it succeed by itself where it does."""
    if any(one.met(session) for one in check.sure):
        social.succeed(session, choice.id)
        return True
    return social.check(session, choice.id, check.difficulty.at(session.party_size()))
