"""Questions to several adventurers at once: each answers for itself, nobody waits for another."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from protocol.ids import NOBODY, UnitId
from protocol.questions import Picks, Question
from server.rules.campaign.kernel.session import Session

DONE = "done"
"""The option of who wants nothing more."""


class Follow(NamedTuple):
    """A question that comes of what an adventurer did, open beside all others until it is answered.

    `question` makes it anew each time; once it returns None, `do` is called with no picks. `do`
    returns the question that follows, or None. Adventurers in `of` and `within` are asked no menu
    of their own before it is answered: who answers it, and whose act it belongs to. An act that has
    `begun` has to be gone through with.
    """

    question: Callable[[], Question | None]
    do: Callable[[Picks], "Follow | None"]
    of: UnitId = NOBODY
    within: UnitId = NOBODY
    begun: bool = False


def side_by_side(
    session: Session,
    menu: Callable[[UnitId], Question | None],
    do: Callable[[UnitId, Picks], Iterable[UnitId]],
    beside: list[Follow] | None = None,
) -> None:
    """Ask every adventurer its menu until nobody has one left or all have answered `DONE`.

    The first valid answer counts and is carried out at once; the other questions stay open as they
    are. A menu of None, or a pass, counts as `DONE`. Menus are asked for anew after every answer;
    `do` returns the adventurers who have something to do again, and may add questions to `beside`.
    """
    # A set, for nothing goes through it: rules must not depend on the order of one.
    done: set[UnitId] = set()
    follows = [] if beside is None else beside
    while True:
        waiting = laid_out(follows)
        busy = busy_with(follows)
        open_ = [(unit, menu(unit)) for unit in session.party if unit not in done | busy]
        asked = [(unit, question) for unit, question in open_ if question is not None]
        if not asked and not waiting:
            return
        questions = (*(question for _, question in asked), *waiting)
        choice = session.ask(*questions)
        if choice.index >= len(asked):
            go_on(follows, choice.index - len(asked), choice.picks)
            continue
        unit = asked[choice.index][0]
        if choice.picks in ((), (DONE,)):
            done.add(unit)
        else:
            # Who was given something is asked again
            # (test_who_sleeps_already_wakes_up_for_a_gift).
            done -= set(do(unit, choice.picks))


def busy_with(follows: list[Follow]) -> set[UnitId]:
    """Return who has something to answer, or to wait for, before its own menu."""
    return {unit for follow in follows for unit in (follow.of, follow.within)}


def laid_out(follows: list[Follow]) -> list[Question]:
    """Return the questions that wait, in the order of `follows`; those with nothing left to ask are
    closed without an answer.
    """
    found: list[Question] = []
    while len(found) < len(follows):
        question = follows[len(found)].question()
        if question is None:
            go_on(follows, len(found), ())
        else:
            found.append(question)
    return found


def go_on(follows: list[Follow], at: int, picks: Picks) -> None:
    """Answer one of the questions that wait, and lay out what follows on from it."""
    more = follows.pop(at).do(picks)
    if more is not None:
        follows.append(more)
