"""Questions to several adventurers at once: each answers for itself, nobody waits for another."""

from collections.abc import Callable, Iterable

from protocol.ids import UnitId
from protocol.questions import Picks, Question
from server.rules.campaign.kernel.session import Session

DONE = "done"
"""The option of who wants nothing more."""


def side_by_side(
    session: Session,
    menu: Callable[[UnitId], Question | None],
    do: Callable[[UnitId, Picks], Iterable[UnitId]],
) -> None:
    """Ask every adventurer its menu until nobody has one left or all have answered `DONE`.

    The first valid answer counts and is done at once; the other questions stay open as they are.
    A menu of None, or a pass, is done, too. Menus are asked for anew after every answer; `do` names
    those whom it has given something to do again.
    """
    # A set, for nothing goes through it: rules must not depend on the order of one.
    done: set[UnitId] = set()
    while True:
        open_ = [(unit, menu(unit)) for unit in session.party if unit not in done]
        asked = [(unit, question) for unit, question in open_ if question is not None]
        if not asked:
            return
        choice = session.ask(*(question for _, question in asked))
        unit = asked[choice.index][0]
        if choice.picks in ((), (DONE,)):
            done.add(unit)
        else:
            # Who was given something is asked again
            # (test_who_sleeps_already_wakes_up_for_a_gift).
            done -= set(do(unit, choice.picks))
