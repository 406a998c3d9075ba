"""The running game that rules are written against: emit, roll, draw, ask.

# Theory

A rule is an ordinary function. Where the table must choose, it calls `ask`. When the log has no
answer yet, `ask` raises `Suspended`, and the beat is left. Once the answer is there, the beat is
run again from its start: every `emit`, `roll` and `ask` finds in the log what it did before, and
the rule comes out where it stood. So nothing is alive between two answers: a crash, a late
spectator, a hand-over and a replay are the same path as normal play.

What makes it sound:

- The log is the only memory. `emit` is the only way to change state; `roll` and `draw` take what
  the log holds before they touch chance.
- What the log holds is checked, not repeated: an event that differs from the log's is `Diverged`.
- Rules are deterministic: no clock, no randomness of their own, no iteration over sets, no state
  outside the log. They may use local variables freely; running again rebuilds them.
- `Suspended` is not an error and a BaseException, so that no rule catches it by accident.

What makes it cheap: states are immutable and shared, so the log keeps the state after every event.
Running again over known events compares them and takes the state as it is; nothing is applied
twice.

What may live here: nothing that knows a game. Hexes, dice names and adventurers are elsewhere.
"""

from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from protocol.events import Answered, BeatBegan, Drawn, Event, Rolled
from protocol.questions import Picks, Question, only_answer, options_of
from server.rules.engine import limits
from server.rules.engine.dice import Chance
from server.rules.engine.patch import Op, patched
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)


class Suspended(BaseException):
    """The log holds no answer yet. Not an error: no rule may catch it."""


class Diverged(Exception):
    """The rules tell another story than the log: at `position`, `logged` stands, `told` was
    told.
    """

    def __init__(self, position: int, logged: object, told: object) -> None:
        super().__init__(f"at {position} the log holds {logged!r}, the rules tell {told!r}")
        self.position, self.logged, self.told = position, logged, told


class Defect(Exception):
    """A rule broke one of its own promises or a bound of the engine."""


class Asked(Event, frozen=True, array_like=True, tag="ask"):
    """A question is open. In the journal it stands in its commit's questions, not among the
    events.
    """

    question: Question


class Entry(Struct, Generic[S], frozen=True, gc=False, eq=False):
    """One position of the log: the event, the state after it, and the operations it made."""

    event: Event
    state: S
    ops: tuple[Op, ...]


def entered(ruleset: Ruleset[S], state: S, event: Event) -> Entry[S]:
    """The log's next entry: chance and answers are the engine's own, the rest is the game's."""
    if isinstance(event, (Asked, Answered, BeatBegan)):
        return Entry(event, state, ())
    ops = ruleset.apply(state, event)
    if isinstance(event, (Rolled, Drawn)):
        assert event.ordinal == state.rolls, "chance is drawn on in order"
        ops = (("rolls", event.ordinal + 1), *ops)
    for op in ops:
        state = patched(state, op)
    return Entry(event, state, ops)


class Choice:
    """An answer: which of the questions asked, what was picked, and who did."""

    __slots__ = ("by", "index", "picks")

    def __init__(self, index: int, picks: Picks, by: str) -> None:
        self.index, self.picks, self.by = index, picks, by


class Game(Generic[S]):
    """One beat of a game, always run from its start. The log is its only memory."""

    def __init__(
        self, ruleset: Ruleset[S], start: S, log: list[Entry[S]], chance: Chance, base: int
    ) -> None:
        self.ruleset, self.state, self.log, self.chance = ruleset, start, log, chance
        self.base, self.at, self._asked, self._depth = base, 0, 0, 0

    def emit(self, event: Event) -> None:
        """State a fact. New facts are applied; known ones must be equal (`Diverged`)."""
        log, at = self.log, self.at
        if at < len(log):
            known = log[at]
            if known.event != event:
                raise Diverged(self.base + at, known.event, event)
            self.state = known.state
        else:
            if at >= limits.EVENTS_PER_BEAT:
                raise Defect(f"more than {limits.EVENTS_PER_BEAT} events in one beat")
            entry = entered(self.ruleset, self.state, event)
            self.state = entry.state
            log.append(entry)
        self.at = at + 1

    def roll(self, count: int, *, what: str, who: str = "", sides: int = 6) -> tuple[int, ...]:
        """Roll `count` dice; faces count from 0. Rolling none is still a roll on the record."""
        known = self._known()
        if isinstance(known, Rolled):
            faces = known.faces
        else:
            ordinal = self.state.rolls
            faces = tuple(self.chance.number(ordinal, i, sides) for i in range(count))
        event = Rolled(self.state.rolls, what, who, sides, faces)
        assert len(faces) == count
        self.emit(event)
        return faces

    def draw(self, deck: str, cards: dict[str, int]) -> str | None:
        """Draw one card of a multiset, weighted by its counts; None if it is empty."""
        total = sum(cards.values())
        if not total:
            return None
        known = self._known()
        if isinstance(known, Drawn):
            card = known.card
        else:
            number = self.chance.number(self.state.rolls, 0, total)
            card = _card_at(cards, number)
        self.emit(Drawn(self.state.rolls, deck, total, card))
        return card

    def ask(self, *questions: Question) -> Choice:
        """Put questions to seats; the first valid answer to any of them counts and closes all.

        Returns at once where a lone question leaves exactly one answer open.
        """
        if len(questions) == 1 and (forced := only_answer(questions[0])) is not None:
            return Choice(0, forced, "")
        self._asked += 1
        if self._asked > limits.QUESTIONS_PER_BEAT or not questions:
            raise Defect("a beat asks without end, or asks nothing")
        first = self.base + self.at
        for question in questions:
            # What the log holds already was counted when it was asked.
            if self._known() is None and (
                len(options_of(question.shape)) > limits.OPTIONS_PER_QUESTION
            ):
                raise Defect(f"{question.why} has more than {limits.OPTIONS_PER_QUESTION} options")
            self.emit(Asked(replace(question, id=self.base + self.at)))
        known = self._known()
        if known is None:
            raise Suspended
        if not isinstance(known, Answered):
            raise Diverged(self.base + self.at, known, "an answer")
        self.emit(known)
        return Choice(known.question - first, known.picks, known.by)

    def pick(self, question: Question) -> str:
        """Ask a question that takes at most one pick: the key, or "" for a pass."""
        picks = self.ask(question).picks
        return picks[0] if picks else ""

    def deeper(self) -> "Depth":
        """Guard a nested call (an engage in an engage) with `with`; bounded."""
        return Depth(self)

    def _known(self) -> Event | None:
        return self.log[self.at].event if self.at < len(self.log) else None

    def nest(self, by: int) -> None:
        """Go deeper or come back; used by `Depth` alone."""
        self._depth += by
        if self._depth > limits.DEPTH:
            raise Defect(f"effects nest deeper than {limits.DEPTH}")


class Depth:
    """A nested piece of play, as a context manager."""

    def __init__(self, game: "Game[S]") -> None:
        self._nest = game.nest

    def __enter__(self) -> None:
        self._nest(1)

    def __exit__(self, *_: object) -> None:
        self._nest(-1)


def _card_at(cards: dict[str, int], number: int) -> str:
    for card in sorted(cards):
        if number < cards[card]:
            return card
        number -= cards[card]
    raise AssertionError("the number is below the total")
