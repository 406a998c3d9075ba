"""The story: every event of a battle or a session as one short sentence, for terminals and
screen readers.

`sentences` walks through a commit and keeps count of HP on the way, so that each sentence is true
at its own moment. What is only bookkeeping is marked `quiet`. Events unknown to this client,
or that a newer server fills differently, become a plain line; nothing is ever left out.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from clients.core.names import Lexicon, Names, title
from clients.core.story import (
    course,
    days,
    delve,
    dice,
    goods,
    ground,
    growth,
    matches,
    sheets,
    units,
)
from clients.core.story.telling import Telling
from clients.core.view import Played
from protocol import battle as ev
from protocol.campaign import SessionEvent
from protocol.events import Answered, BeatBegan, Event, Rolled
from protocol.replies import Commit, Opening, author_of
from protocol.skirmish import SkirmishEvent

SAY: dict[Any, Callable[[Telling, Any], str]] = {
    **course.SAY,
    **units.SAY,
    **delve.SAY,
    **dice.SAY,
    **goods.SAY,
    **sheets.SAY,
    **ground.SAY,
    **growth.SAY,
    **days.SAY,
    **matches.SAY,
}

QUIET: tuple[type[Event], ...] = (
    BeatBegan,
    Answered,
    Rolled,
    ev.DecksMade,
    ev.PhaseBegan,
    ev.TurnStepped,
    ev.TurnEnded,
    ev.ActionTaken,
    ev.DiceGathered,
    ev.EnemiesOrdered,
    ev.Noted,
    ev.EngageEnded,
    ev.CardCycled,
    ev.TileDrawn,
    ev.CardLaid,
    *days.QUIET,
    *matches.QUIET,
)


class Sentence(NamedTuple):
    """One event in words; `quiet` if it only matters to those who look closely."""

    text: str
    quiet: bool = False


def sentences(
    played: Played, lexicon: Lexicon | None = None, opening: Opening | None = None
) -> tuple[Sentence, ...]:
    """Return the story of a commit, one sentence an event; after its answer, what its
    author said.
    """
    names = Names(played.after, played.before, lexicon, opening)
    known = [event for event in map(typed, played.commit.events) if event is not None]
    names.lexicon.overhear(known, played.after)
    telling = Telling(played.before, played.after, played.asked_before, names)
    story = tuple(sentence(telling, event) for event in played.commit.events)
    return (*story[:1], *_said(played.commit, names), *story[1:])


def _said(commit: Commit, names: Names) -> tuple[Sentence, ...]:
    seat = names.seat(author_of(commit).seat)
    return (Sentence(f"{seat} says: {commit.note}"),) if commit.note else ()


def sentence(telling: Telling, event: object) -> Sentence:
    """Return the sentence for one event, typed or as the array it travels as."""
    known = typed(event)
    if known is None:
        return Sentence(_plainly(event))
    try:
        text = SAY[type(known)](telling, known)
        telling.note(known)
    except (KeyError, IndexError, AttributeError, TypeError, ValueError):
        return Sentence(_plainly(event))
    loud = isinstance(known, Answered) and known.how == "default"
    loud = loud or (isinstance(known, Rolled) and known.what != "engage")
    return Sentence(text, quiet=isinstance(known, QUIET) and not loud)


def typed(event: object) -> Event | None:
    """Return an event as its type; None for one that this client does not know."""
    if isinstance(event, Event):
        return event if type(event) in SAY else None
    try:
        known: Event = msgspec.convert(event, SessionEvent | SkirmishEvent)
    except msgspec.ValidationError:
        return None
    return known


def _plainly(event: object) -> str:
    if isinstance(event, Event):
        event = msgspec.to_builtins(event)
    match event:
        case [str(tag), *fields]:
            words = ", ".join(str(field) for field in fields if field not in ("", None, [], ()))
            return f"{title(tag)}: {words}." if words else f"{title(tag)}."
        case _:
            return f"{event}."
