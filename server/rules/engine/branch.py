"""A part of a beat that waits for an answer while the rest of the beat goes on.

A rule that asks is suspended with its whole beat, and run again from the beat's start. So of two
rules that both wait only one could be in the middle of something. A branch lets more of them be:
what a rule does in it is noted step by step as it enters the beat's log. Where it asks, the branch
is left, and its question is laid beside those of the beat. Once it is answered, the rule is run
again over its own steps, as a beat is over its log, and goes on in the state of then.

So the rule must hold with whatever others did between its question and the answer. It sees states
of before up to its question, and the present one afterwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from protocol.events import Event
from protocol.ids import NO_SEAT, NOBODY, Who
from protocol.questions import Picks, Question, only_answer
from server.rules.engine.game import Choice, Defect, Diverged, Entry, Game
from server.rules.engine.ruleset import Record

S = TypeVar("S", bound=Record)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Said(Generic[S]):
    """An answer, and the state in which the rule went on with it: others may have changed it since
    the question was asked.
    """

    choice: Choice
    state: S


Step = Entry[S] | Said[S]


class Waits(BaseException):
    """The branch has asked something. Not an error: no rule may catch it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.why)
        self.question = question


class Branch(Generic[S]):
    """What a rule has done beside the rest of its beat, and what it was answered.

    `said` are answers that were given before it began. `leaves_open` says of a question whether it
    may wait; another one is asked in play, and all others wait for its answer.
    """

    def __init__(
        self, trunk: Game[S], said: Sequence[Picks], leaves_open: Callable[[Question], bool]
    ) -> None:
        self._trunk, self._start, self._leaves_open = trunk, trunk.state, leaves_open
        self._said = list(said)
        self._steps: list[Step[S]] = []

    def run(self, rule: Callable[[Game[S]], object]) -> Question | None:
        """Run the rule until it is done, which returns None, or asks something that may wait, which
        returns the question. Raises `Suspended` where it asks something else.

        It is called anew, with the same rule, after each `answer`.
        """
        game = _BranchGame(self._trunk, self._start, self._steps, self._said, self._leaves_open)
        try:
            rule(game)
        except Waits as waits:
            return waits.question
        if self._said:
            raise Defect("an answer was given ahead to a question that was not asked")
        return None

    def answer(self, picks: Picks) -> None:
        """Note the answer to the question that `run` returned last."""
        self._steps.append(Said(Choice(0, picks, NO_SEAT), self._trunk.state))


class _BranchGame(Game[S]):
    """The game as a rule in a branch sees it: first its own steps, then the beat's game."""

    def __init__(
        self,
        trunk: Game[S],
        start: S,
        steps: list[Step[S]],
        said: list[Picks],
        leaves_open: Callable[[Question], bool],
    ) -> None:
        self._trunk, self._steps, self._said = trunk, steps, said
        self._leaves_open, self._taken = leaves_open, 0
        self._past: S = start
        self._until = len(steps)
        super().__init__(trunk.ruleset, start, [], trunk.chance, trunk.base)

    @property
    def state(self) -> S:
        """Return the state of then among the steps, and the beat's present one after them, also
        once the rule is done.
        """
        return self._past if self._taken < self._until else self._trunk.state

    @state.setter
    def state(self, to: S) -> None:
        self._past = to

    def emit(self, event: Event) -> None:
        """Log an event in the beat; among the steps take the one that is noted. Raises
        `Diverged`.
        """
        if self._taken < self._until:
            known = self._steps[self._taken]
            if not isinstance(known, Entry) or known.event != event:
                raise Diverged(self._trunk.base + self._trunk.at, known, event)
            self._past = known.state
            self._taken += 1
        else:
            self._beat(lambda: self._trunk.emit(event))

    def roll(self, count: int, *, what: str, who: Who = NOBODY, sides: int = 6) -> tuple[int, ...]:
        """Roll dice (see `Game.roll`)."""
        if self._taken < self._until:
            return super().roll(count, what=what, who=who, sides=sides)
        return self._beat(lambda: self._trunk.roll(count, what=what, who=who, sides=sides))

    def draw(self, deck: str, cards: dict[str, int]) -> str | None:
        """Draw a card (see `Game.draw`)."""
        if self._taken < self._until:
            return super().draw(deck, cards)
        return self._beat(lambda: self._trunk.draw(deck, cards))

    def ask(self, *questions: Question) -> Choice:
        """Return the answer to a question, one of the steps. Raises `Waits` for a lone question
        that may wait and has none, and `Suspended` for others.
        """
        if len(questions) == 1 and (forced := only_answer(questions[0])) is not None:
            return Choice(0, forced, NO_SEAT)
        if self._taken < self._until:
            known = self._steps[self._taken]
            if not isinstance(known, Said):
                raise Diverged(self._trunk.base + self._trunk.at, known, "an answer")
            self._past = known.state
            self._taken += 1
            return known.choice
        if self._said:
            return self._noted(Choice(0, self._said.pop(0), questions[0].to[0]))
        if len(questions) == 1 and self._leaves_open(questions[0]):
            raise Waits(questions[0])
        # What is asked in play is answered before anybody else does anything: it is no step that
        # others could come between, but the rule is run again over it all the same.
        return self._noted(self._trunk.ask(*questions))

    def call(self, spec: object, expected: type[R]) -> R:
        """Raise `Defect`: while another game is played the whole beat waits."""
        raise Defect("a branch calls for no other game")

    def logged_event(self) -> Event | None:
        """Return the event that comes now, where the rule was run this far before."""
        return self._known() if self._taken < self._until else self._trunk.logged_event()

    def logged_questions(self) -> tuple[Question, ...]:
        """Return (): a question of a branch is built anew."""
        return ()

    def _known(self) -> Event | None:
        known = self._steps[self._taken] if self._taken < self._until else None
        return known.event if isinstance(known, Entry) else None

    def _noted(self, choice: Choice) -> Choice:
        self._steps.append(Said(choice, self._trunk.state))
        self._taken = self._until = len(self._steps)
        return choice

    def _beat(self, do: Callable[[], R]) -> R:
        """Let the beat's game do something, and note the entries that it logs."""
        first = self._trunk.at
        done = do()
        self._steps += self._trunk.log[first : self._trunk.at]
        self._taken = self._until = len(self._steps)
        return done


def is_branch(game: Game[S]) -> bool:
    """Return whether a game is that of a branch. One in another does not exist."""
    return isinstance(game, _BranchGame)
