"""What a seat's running numbers have made, and when a request is the one that made it.

A request that comes again is known by its seat, its number, its picks and its question: two
programs of one player may use the same number for different questions. A question has a new id
after each commit beside it, so a request may name an id that its question had before.
"""

from collections.abc import Mapping
from typing import NamedTuple

from protocol.events import Answered, Undone
from protocol.fields import NUMBER_STEP
from protocol.ids import QuestionId, SeatId
from protocol.questions import Picks
from protocol.replies import Commit, author_of
from protocol.requests import Intent, Undo

FARTHEST = 2**52
"""No battle's steps lead beyond it: a journal of before numbers had a step may hold one that does.
A seat's highest number is none of those, for it would leave the seat few or none to go on with."""

FormerIds = Mapping[QuestionId, QuestionId]
"""Ids that open questions had before, each with the id that its question has now."""


class Made(NamedTuple):
    """What a running number made. `questions` are the ids by which the answered question could be
    named then; empty for an undo, and where a snapshot of an earlier release did not keep them.
    """

    version: int
    picks: Picks
    questions: tuple[int, ...] = ()


def made_by(commit: Commit, former: FormerIds) -> tuple[SeatId, Made]:
    """Return a recorded commit's author, and what to remember of its number.

    `former` are the ids that the open questions had had before the commit.
    """
    first = commit.events[0] if commit.events else None
    if isinstance(first, Answered):  # what nearly all are that a battle makes itself
        ids = named(first.question, former) if former else (first.question,)
        return SeatId(first.by), Made(commit.version, tuple(first.picks), ids)
    author = author_of(commit)
    match first:
        case Undone(version, _) | ["undo", version, _]:
            return author.seat, Made(commit.version, undoing(version))
        case _:
            ids = named(author.question, former)
            return author.seat, Made(commit.version, author.picks, ids)


def named(question: QuestionId, former: FormerIds) -> tuple[QuestionId, ...]:
    """Return the ids by which an open question can be named: its own, and those that it had
    before.
    """
    return (question, *(earlier for earlier, now in former.items() if now == question))


def is_made_by(made: Made, sent: Intent | Undo) -> bool:
    """Return whether a request of a number is the one that the number made."""
    if isinstance(sent, Undo):
        return made.picks == undoing(sent.version)
    known = not made.questions or sent.question in made.questions
    return made.picks == sent.picks and known


def former_after(former: FormerIds, commit: Commit) -> dict[QuestionId, QuestionId]:
    """Return the ids that open questions had before, once a commit has come, from the journal
    alone.

    The engine keeps fewer (`still_open`): it also compares the questions. What it has let an answer
    name is among these.
    """
    author = author_of(commit)
    if len(commit.events) != 1 or author.how in ("undo", "server"):
        return {}
    found: dict[QuestionId, QuestionId] = {}
    for again in commit.again:
        if again.was != author.question:
            found |= dict.fromkeys(named(again.was, former), again.id)
    return found


def undoing(version: int) -> Picks:
    """Return what an undo picks, in the words of `Made`."""
    return ("undo", str(version))


def highest_after(highest: int, number: int) -> int:
    """Return a seat's highest running number that it can go on from, after a number that made a
    commit.
    """
    if number <= highest or (number > FARTHEST and number > highest + NUMBER_STEP):
        return highest
    return number
