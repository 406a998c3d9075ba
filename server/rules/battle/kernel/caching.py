"""Caches for questions that rules ask over and over. A result is found once for each state, for
each combination of parts of a state, or for each combination of values.
"""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")
Found = dict[tuple[str, ...], Any]
"""Results for one state, by question."""


class CacheOfBeat:
    """Results for the states of one beat, which come again each time the beat is run again.

    States are replaced, never changed, so a result holds for as long as the object is the same.
    """

    def __init__(self) -> None:
        self._start: object = None
        self._found: dict[int, tuple[object, Found]] = {}  # by the place in the beat's log

    def begin(self, start: object) -> None:
        """Prepare for a beat that runs from state `start`; results of another beat are dropped."""
        if start is not self._start:
            self._start, self._found = start, {}

    def of(self, at: int, state: object) -> Found:
        """Return the results for the state after `at` log entries. The caller adds to them."""
        known = self._found.get(at)
        # After an undo or a dropped draft the log has another state there.
        if known is None or known[0] is not state:
            known = self._found[at] = (state, {})
        return known[1]


class CacheOfParts:
    """Results found from parts of the state, each valid until one of its parts is replaced.

    The same question must come with the same number of parts each time.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], Any]] = {}
        self.latest: dict[str, Any] = {}
        """The latest results of some questions, of whoever checks by itself how much of one is
        still valid.
        """

    def get(self, parts: tuple[object, ...], question: str, find: Callable[[], T]) -> T:
        """Return what `find` returns, calling it only if one of the `parts` is another object.

        `parts` must be everything that `find` reads: a change of anything else goes unnoticed.
        """
        known = self._found.get(question)
        if known is not None and same(known[0], parts):
            kept: T = known[1]
            return kept
        found = find()
        self._found[question] = (parts, found)
        return found


def same(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    """Return whether two tuples of one length hold the same objects, compared by identity."""
    return all(map(is_, these, those))


class CacheOfValues:
    """Results of pure functions of values: they are valid in every state, beat and battle.

    Beats are run again after every answer, and battles with one catalogue are much alike, so most
    results are used many times.
    """

    MOST = 4096  # results of some kB each: 10 to 20 MB at most

    def __init__(self) -> None:
        self._found: dict[Hashable, Any] = {}

    def get(self, values: Hashable, find: Callable[[], T]) -> T:
        """Return what `find` returns, calling it once for these `values`, which must be everything
        that it reads. It must not return None.
        """
        found: T | None = self._found.get(values)
        if found is None:
            if len(self._found) >= self.MOST:
                # All at once, which is simple: results in use are found again within a round or
                # two.
                self._found.clear()
            found = self._found[values] = find()
        return found
