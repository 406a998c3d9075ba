"""What would happen: a piece of the rules run on the side, with nothing of it entering the log.

A *scene* is a function of a `Game`, like a beat. It is run on the present state with chance shut:
`Unforeseen` is what comes of a roll or a draw. Where it asks, it goes on with what its asker may
do; each open way is one outcome. So a preview uses the very rules that will be played.

What is foreseen is foreseen in slices: a generator that pauses after every scene, so that whoever
runs it can do something else in between. How many scenes one preview may play is counted, not
timed: the same question on the same state is answered, or is `TooMany`, everywhere alike.
"""

from collections.abc import Callable, Generator
from typing import Generic, NamedTuple, TypeVar

from protocol.events import Answered, Called
from protocol.questions import One, Picks, Question
from server.rules.engine.game import Asked, Entry, Game, Suspended, entered
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)
T = TypeVar("T")
B = TypeVar("B")

MOST_WAYS = 64  # ways through one scene's questions that are followed
MOST_STEPS = 512  # scenes of one preview: at some tenths of a millisecond each, 0.2 s

Slices = Generator[None, None, T]
"""Work that pauses now and then, and returns its result at the end (see `whole`)."""


class TooMany(Exception):
    """A preview needs more scenes than `MOST_STEPS`; its asker can ask for fewer possibilities."""


class Unforeseen(Exception):
    """The scene came to a roll, a draw, a call, or a question that has no answer of its own."""


class ShutChance:
    """The chance of a scene: every draw raises `Unforeseen`, for nobody may foresee the dice."""

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Raise `Unforeseen`: nobody may foresee a draw."""
        raise Unforeseen


class Outcome(NamedTuple, Generic[T]):
    """What a scene returned, and the picks that led there, in the order of its questions."""

    result: T
    picks: tuple[Picks, ...]


class Foresight(Generic[S, B]):
    """Scenes on one state. `made` is what a game's rules run on, from a `Game`."""

    def __init__(self, ruleset: Ruleset[S], state: S, made: Callable[[Game[S]], B]) -> None:
        self._ruleset, self._state, self._made = ruleset, state, made
        self._left = MOST_STEPS

    def steps(self, count: int = 1) -> Slices[None]:
        """Take so many steps of the budget, pausing before each. Raises `TooMany`."""
        for _ in range(count):
            if not self._left:
                raise TooMany
            self._left -= 1
            yield

    def now(self) -> B:
        """Return what the rules run on, in the present state: to read values, not to play on."""
        return self._made(Game(self._ruleset, self._state, [], ShutChance(), 0))

    def usual(self, scene: Callable[[B], T]) -> Slices[T | None]:
        """Return what a scene gives with offers passed and defaults taken; None: it cannot be told.

        Raises `TooMany`.
        """
        found = yield from self.outcomes(scene, usual)
        return found[0].result if found else None

    def outcomes(
        self,
        scene: Callable[[B], T],
        ways: Callable[[Question], tuple[Picks, ...]],
        steps: int = 1,
    ) -> Slices[list[Outcome[T]]]:
        """Return every outcome of a scene, of `MOST_WAYS` at most; `ways` are the answers to
        follow, `steps` what one way takes of the budget.

        Ways that come to chance, to a call, or to a question that `ways` has no answer to, give
        none. Raises `TooMany`.
        """
        waiting: list[tuple[list[Entry[S]], tuple[Picks, ...]]] = [([], ())]
        found: list[Outcome[T]] = []
        for _ in range(MOST_WAYS):
            if not waiting:
                break
            # In the order in which the questions would be asked: `MOST_WAYS` then cuts off the same
            # ways everywhere.
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
        """Return every outcome of a scene, at once; None where chance or a call has a say in it,
        where `ways` has no answer to a question, or where there are more than `most`.
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
        return entered(self._ruleset, log[-1].state, answer)


def whole(slices: Slices[T]) -> T:
    """Return the result of sliced work, without a pause. Raises what the work raises."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


def usual(question: Question) -> tuple[Picks, ...]:
    """Return one way: a pass where that is allowed, else the default."""
    if question.may_pass:
        return ((),)
    return (question.default,) if question.default else ()


def every_choice(question: Question) -> tuple[Picks, ...]:
    """Return all ways of a choice of one; what may be passed is passed."""
    if isinstance(question.shape, One) and not question.may_pass:
        return tuple((option.key,) for option in question.shape.options)
    return usual(question)


def _calls(log: list[Entry[S]]) -> bool:
    """Return whether the scene waits for another game: nobody plays that for a preview."""
    return isinstance(log[-1].event, Called)


def _asked(log: list[Entry[S]]) -> Question:
    """Return the question to follow: of several that are open at once the first."""
    at = len(log)
    while at and isinstance(log[at - 1].event, Asked):
        at -= 1
    first = log[at].event
    assert isinstance(first, Asked)
    return first.question
