"""Caches for what rules ask over and over: each result is found once for a state, for the parts of
a state that it is found from, or for the values that it is found from.
"""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")
Found = dict[tuple[str, ...], Any]
"""Results for one state, by what was asked."""


class CacheOfBeat:
    """Results for the states of one beat, which come again as often as the beat is run again.

    States are replaced, never changed, so the same object always gives the same answer.
    """

    def __init__(self) -> None:
        self._start: object = None
        self._found: dict[int, tuple[object, Found]] = {}  # by the place in the beat's log

    def begin(self, start: object) -> None:
        """Note that a beat runs from a state. Nothing of another beat is kept."""
        if start is not self._start:
            self._start, self._found = start, {}

    def of(self, at: int, state: object) -> Found:
        """Return the results for a state that the log has come to at a place, to be added to."""
        known = self._found.get(at)
        # After an undo, or a draft that was dropped, the log goes another way from there.
        if known is None or known[0] is not state:
            known = self._found[at] = (state, {})
        return known[1]


class CacheOfParts:
    """Results found from parts of the state, each kept until one of its parts is replaced.

    A question has as many parts each time.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], Any]] = {}

    def get(self, parts: tuple[object, ...], question: str, find: Callable[[], T]) -> T:
        """Return what `find` gives for a question; kept while all `parts` are the same objects.

        `parts` must be everything that `find` reads; what is missing there goes stale unseen.
        """
        known = self._found.get(question)
        if known is not None and same(known[0], parts):
            kept: T = known[1]
            return kept
        found = find()
        self._found[question] = (parts, found)
        return found

    def find(self, parts: tuple[object, ...], question: str) -> Any:
        """Return what was kept for a question and these parts; None if there is nothing."""
        known = self._found.get(question)
        return known[1] if known is not None and same(known[0], parts) else None

    def last(self, question: str) -> Any:
        """Return what was kept last for a question, whatever its parts; None if there is nothing.

        Whoever asks has to find out how much of it still holds.
        """
        known = self._found.get(question)
        return known[1] if known is not None else None

    def keep(self, parts: tuple[object, ...], question: str, found: object) -> None:
        """Keep what was found for a question until one of the parts is replaced."""
        self._found[question] = (parts, found)


def same(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    """Return whether both, which are equally long, have the same objects, one by one."""
    return all(map(is_, these, those))


class CacheOfValues:
    """Results of pure functions of values: they hold in every state, beat and battle.

    Beats are run again after every answer, and battles of one catalogue are much alike, so most of
    what one asks has been found for another.
    """

    MOST = 4096  # results; some kB each: 10 to 20 MB where every one is another adventurer's

    def __init__(self) -> None:
        self._found: dict[Hashable, Any] = {}

    def get(self, values: Hashable, find: Callable[[], T]) -> T:
        """Return what `find` gives for these values, which must be everything that it reads."""
        found: T | None = self._found.get(values)
        if found is None:
            if len(self._found) >= self.MOST:
                # All of it: what is asked for now comes back within a round or two.
                self._found.clear()
            found = self._found[values] = find()
        return found
