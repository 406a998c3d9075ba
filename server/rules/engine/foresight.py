"""Previews: a piece of the rules is run on the present state, and nothing of it enters the log.

A *scene* is a function of a `Game`, like a beat. A roll or a draw in it raises `Unforeseen`. Where
it asks, it is run once for each answer to follow, and each run is one outcome. So a preview uses
the very rules that will be played.

The work is done in slices: a generator that pauses before every scene, so that its caller can do
something else in between. The scenes of one preview are counted, not timed, so that the same
preview of the same state succeeds, or raises `TooMany`, on every machine.
"""

from collections.abc import Callable, Generator
from typing import Generic, NamedTuple, TypeVar

from protocol.events import Answered, Called
from protocol.questions import One, Picks, Question
from server.rules.engine.game import Asked, Entry, Game, Suspended, next_entry
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)
T = TypeVar("T")
B = TypeVar("B")

MOST_WAYS = 64  # ways through one scene's questions that are followed
MOST_STEPS = 512  # scenes of one preview: at some tenths of a millisecond each, 0.2 s

Slices = Generator[None, None, T]
"""Work that pauses now and then, and returns its result at the end (see `whole`)."""


class TooMany(Exception):
    """Raised when a preview needs more steps than `MOST_STEPS`. The caller can ask for less. `text`
    says to a player what there is too much of; "" where it is ways for a plan's dice to fall.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.text = text


class Unforeseen(Exception):
    """Raised when a scene rolls or draws: nobody can foresee that."""


class ShutChance:
    """The chance of a scene: every draw raises `Unforeseen`."""

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Raise `Unforeseen`."""
        raise Unforeseen


class Outcome(NamedTuple, Generic[T]):
    """What a scene returned, and the picks that led there, in the order of its questions."""

    result: T
    picks: tuple[Picks, ...]


class Foresight(Generic[S, B]):
    """Runs scenes on one state, within one budget of `MOST_STEPS` steps. `made` wraps a `Game` into
    what the game's rules take, such as a `Battle`.
    """

    def __init__(self, ruleset: Ruleset[S], state: S, made: Callable[[Game[S]], B]) -> None:
        self._ruleset, self._state, self._made = ruleset, state, made
        self._left = MOST_STEPS

    def steps(self, count: int = 1) -> Slices[None]:
        """Spend `count` steps of the budget, with a pause after each. Raises `TooMany` when it is
        spent.
        """
        for _ in range(count):
            if not self._left:
                raise TooMany
            self._left -= 1
            yield

    def now(self) -> B:
        """Return the rules' view of the present state. Only read values from it."""
        return self._made(Game(self._ruleset, self._state, [], ShutChance(), 0))

    def usual(self, scene: Callable[[B], T]) -> Slices[T | None]:
        """Return what a scene returns if every offer is passed and every default taken; None if
        that depends on chance, a call, or a question without a default. Raises `TooMany`.
        """
        found = yield from self.outcomes(scene, usual)
        return found[0].result if found else None

    def outcomes(
        self,
        scene: Callable[[B], T],
        ways: Callable[[Question], tuple[Picks, ...]],
        steps: int = 1,
    ) -> Slices[list[Outcome[T]]]:
        """Return the outcomes of a scene, one for each sequence of answers, of which at most
        `MOST_WAYS` are run. `ways` returns the answers to follow for a question; each run spends
        `steps` of the budget.

        A run that meets chance, a call, or a question for which `ways` returns nothing has no
        outcome. Raises `TooMany`.
        """
        waiting: list[tuple[list[Entry[S]], tuple[Picks, ...]]] = [([], ())]
        found: list[Outcome[T]] = []
        for _ in range(MOST_WAYS):
            if not waiting:
                break
            # First in, first out: `MOST_WAYS` then cuts off the same runs on every machine.
            log, picks = waiting.pop(0)
            yield from self.steps(steps)
            try:
                result = scene(self._made(Game(self._ruleset, self._state, log, ShutChance(), 0)))
            except Unforeseen:
                continue
            except Suspended:
                if not _calls(log):
                    waiting += [
                        ([*log, self._answered(log, way)], (*picks, way))
                        for way in ways(_asked(log))
                    ]
            else:
                found.append(Outcome(result, picks))
        return found

    def certain(
        self,
        scene: Callable[[B], T],
        ways: Callable[[Question], tuple[Picks, ...] | None],
        most: int,
    ) -> list[T] | None:
        """Return what a scene returns for every sequence of answers, without pauses or budget. None
        if any run meets chance, a call, or a question for which `ways` returns nothing, or if there
        are more than `most` runs.
        """
        waiting: list[list[Entry[S]]] = [[]]
        found: list[T] = []
        while waiting:
            log = waiting.pop()
            try:
                result = scene(self._made(Game(self._ruleset, self._state, log, ShutChance(), 0)))
            except Unforeseen:
                return None
            except Suspended:
                answers = None if _calls(log) else ways(_asked(log))
                if not answers or len(waiting) + len(found) + len(answers) > most:
                    return None
                waiting += [[*log, self._answered(log, way)] for way in answers]
            else:
                found.append(result)
        return found

    def _answered(self, log: list[Entry[S]], picks: Picks) -> Entry[S]:
        question = _asked(log)
        answer = Answered(question.id, question.to[0], picks, "foreseen")
        return next_entry(self._ruleset, log[-1].state, answer)


def whole(slices: Slices[T]) -> T:
    """Run sliced work to its end without a pause. Returns its result; raises what it raises."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


def usual(question: Question) -> tuple[Picks, ...]:
    """Return the one answer to follow: a pass where that is allowed, else the default; () if there
    is neither.
    """
    if question.may_pass:
        return ((),)
    return (question.default,) if question.default else ()


def every_choice(question: Question) -> tuple[Picks, ...]:
    """Return all answers to a choice of one that may not be passed; for other questions as
    `usual`.
    """
    if isinstance(question.shape, One) and not question.may_pass:
        return tuple((option.key,) for option in question.shape.options)
    return usual(question)


def _calls(log: list[Entry[S]]) -> bool:
    """Return whether the scene waits for another game, which nobody plays for a preview."""
    return isinstance(log[-1].event, Called)


def _asked(log: list[Entry[S]]) -> Question:
    """Return the first of the questions that are open at the log's end."""
    at = len(log)
    while at and isinstance(log[at - 1].event, Asked):
        at -= 1
    first = log[at].event
    assert isinstance(first, Asked)
    return first.question
