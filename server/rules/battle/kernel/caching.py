"""Caches for what rules ask over and over: each result is found once for a state, for the parts of
a state that it is found from, or for the values that it is found from.
"""

from collections.abc import Callable, Hashable
from operator import is_
from typing import Any, TypeVar

T = TypeVar("T")


class CacheOfState:
    """Results for one state; the next state starts with an empty cache.

    States are replaced, never changed, so the same object always gives the same answer.
    """

    def __init__(self) -> None:
        self._state: object = None
        self._found: dict[tuple[str, ...], Any] = {}

    def get(self, state: object, question: tuple[str, ...], find: Callable[[], T]) -> T:
        """Return what `find` gives for a question on a state, from the cache if it was asked."""
        if self._state is not state:
            self._state, self._found = state, {}
        if question not in self._found:
            self._found[question] = find()
        found: T = self._found[question]
        return found

    def clear(self) -> None:
        """Forget all results. To be called where something outside the state has changed."""
        self._state = None


class CacheOfParts:
    """Results found from parts of the state, each kept until one of its parts is replaced."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[tuple[object, ...], Any]] = {}

    def get(self, parts: tuple[object, ...], question: str, find: Callable[[], T]) -> T:
        """Return what `find` gives for a question; kept while all `parts` are the same objects.

        `parts` must be everything that `find` reads; what is missing there goes stale unseen.
        """
        known = self._found.get(question)
        if known is not None and _same(known[0], parts):
            kept: T = known[1]
            return kept
        found = find()
        self._found[question] = (parts, found)
        return found

    def find(self, parts: tuple[object, ...], question: str) -> Any:
        """Return what was kept for a question and these parts; None if there is nothing."""
        known = self._found.get(question)
        return known[1] if known is not None and _same(known[0], parts) else None

    def keep(self, parts: tuple[object, ...], question: str, found: object) -> None:
        """Keep what was found for a question until one of the parts is replaced."""
        self._found[question] = (parts, found)


def _same(these: tuple[object, ...], those: tuple[object, ...]) -> bool:
    return len(these) == len(those) and all(map(is_, these, those))


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
