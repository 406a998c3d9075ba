"""The running game that rules are written against: emit, roll, draw, ask, call.

# Theory

A rule is an ordinary function. Where the table must choose, it calls `ask`. When the log has no
answer yet, `ask` raises `Suspended`, and the beat is left. Once the answer is there, the beat is
run again from its start: every `emit`, `roll` and `ask` finds in the log what it did before, and
the rule gets back to where it left off. So nothing has to be alive between two answers: a crash, a
late spectator, a hand-over and a replay find in the log all that they need. What may be alive is a
beat that waits in place (`waiting`), which saves running it again and decides nothing.

What makes it sound:

- The log is the only memory. `emit` is the only way to change state; `roll` and `draw` take what
  the log holds before they touch chance.
- What the log holds is checked, not repeated: an event that differs from the log's is `Diverged`.
- A call is a question to the room: another game, with a log of its own, is played to its end, and
  its outcome is all that this log gets of it.
- Rules are deterministic: no clock, no randomness of their own, no iteration over sets, no state
  outside the log. They may use local variables freely; running again rebuilds them.
- `Suspended` is not an error and a BaseException, so that no rule catches it by accident.

What makes it cheap: states are immutable and shared, so the log keeps the state after every event.
Running again over known events compares them and takes the state as it is; nothing is applied
twice.

What may live here: nothing that knows a game. Hexes, dice names and adventurers are elsewhere.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.events import Answered, BeatBegan, Called, Drawn, Event, Returned, Rolled
from protocol.ids import NO_SEAT, NOBODY, CallId, QuestionId, SeatId, Who
from protocol.questions import Picks, Question, only_answer, size_of
from server.rules.engine import limits
from server.rules.engine.dice import Chance, card_at
from server.rules.engine.patch import Op, patched_by
from server.rules.engine.ruleset import Record, Ruleset

S = TypeVar("S", bound=Record)
R = TypeVar("R")


class Suspended(BaseException):
    """The log holds no answer yet. Not an error: no rule may catch it."""


class Diverged(Exception):
    """Raised when the rules do something else than the log says: at `position`, over all beats, the
    log holds `logged`, and the rules emitted `told`.
    """

    def __init__(self, position: int, logged: object, told: object) -> None:
        super().__init__(f"at {position} the log holds {logged!r}, the rules tell {told!r}")
        self.position, self.logged, self.told = position, logged, told


class Defect(Exception):
    """Raised when a rule is wrong: it broke an assertion or a bound of the engine."""


class Unfit(Exception):
    """Raised by a rule to refuse an answer that its question's shape allows, with a sentence for
    the player.

    A rule must raise it right after `ask`, before it emits anything. The answer is taken back and
    the question stays open. For choices that no list of options can spell out, such as the points
    of a board without hexes.
    """


class Asked(Event, frozen=True, array_like=True, tag="ask"):
    """Log entry of an open question. In the journal it is one of its commit's questions, not an
    event.
    """

    question: Question


class Entry(Struct, Generic[S], frozen=True, gc=False, eq=False):
    """One position of the log: the event, the state after it, and the operations it made."""

    event: Event
    state: S
    ops: tuple[Op, ...]


_WITHOUT_OPS = frozenset((Asked, Answered, BeatBegan, Called))


def next_entry(ruleset: Ruleset[S], state: S, event: Event) -> Entry[S]:
    """Return the log entry of an event: the event, the state after it, and its operations.

    Questions, answers, beats and calls change nothing. For all others, an outcome that another game
    returned included, the ruleset says what changes; a roll or draw also counts up `rolls`.
    """
    if type(event) in _WITHOUT_OPS:
        return Entry(event, state, ())
    return _applied(ruleset, state, event)


def _applied(ruleset: Ruleset[S], state: S, event: Event) -> Entry[S]:
    kind, ops = type(event), ruleset.apply(state, event)
    if kind is Rolled or kind is Drawn:
        # A draw that is skipped or made twice would let somebody choose among known dice.
        ordinal: int = event.ordinal  # type: ignore[attr-defined]
        assert ordinal == state.rolls, "chance is drawn on in order"
        ops = (("rolls", ordinal + 1), *ops)
    return Entry(event, patched_by(state, ops), ops)


def as_call_data(data: object) -> Any:
    """Return a spec or an outcome as plain data, exactly as it will be read from the journal.

    Raises `Defect` for more than `limits.CALL_BYTES` bytes.
    """
    told = msgspec.msgpack.encode(data)
    if len(told) > limits.CALL_BYTES:
        raise Defect(f"{len(told)} bytes for another game, more than {limits.CALL_BYTES}")
    # Encoded and decoded as in the journal: play must go on with the same types as a recovery,
    # which reads them there.
    return msgspec.msgpack.decode(told)


class Choice:
    """An answer as `ask` returns it: the `index` of its question among those asked together, the
    option keys that were picked, and the seat that answered ("" if only one answer was possible).
    """

    __slots__ = ("by", "index", "picks")

    def __init__(self, index: int, picks: Picks, by: SeatId) -> None:
        self.index, self.picks, self.by = index, picks, by


class Game(Generic[S]):
    """One beat of a game, always run from its start. The log is its only memory."""

    def __init__(
        self,
        ruleset: Ruleset[S],
        start: S,
        log: list[Entry[S]],
        chance: Chance,
        base: int,
        checking: bool = False,
    ) -> None:
        self._checking = checking
        self.ruleset, self.state, self.log, self.chance = ruleset, start, log, chance
        self.base, self.at, self._asked, self._called, self._depth = base, 0, 0, 0, 0
        self._ahead: list[Picks] = []
        self._known_until = len(log)  # from there on, events are new and are appended to the log

    def emit(self, event: Event) -> None:
        """Log an event and apply it. Where the beat is run again, take the log's entry instead.
        Raises `Diverged` if that holds another event.
        """
        log, at = self.log, self.at
        if at < self._known_until:
            known = log[at]
            if known.event != event:
                raise Diverged(self.base + at, known.event, event)
            self.state = known.state
        else:
            if at >= limits.EVENTS_PER_BEAT:
                raise Defect(f"more than {limits.EVENTS_PER_BEAT} events in one beat")
            if type(event) in _WITHOUT_OPS:  # as a third of all: the state stays
                log.append(Entry(event, self.state, ()))
            else:
                entry = _applied(self.ruleset, self.state, event)
                self.state = entry.state
                log.append(entry)
        self.at = at + 1

    def roll(self, count: int, *, what: str, who: Who = NOBODY, sides: int = 6) -> tuple[int, ...]:
        """Roll `count` dice. Returns their faces, counted from 0. A roll of no dice is logged
        too.
        """
        known, ordinal = self._known(), self.state.rolls
        if isinstance(known, Rolled):
            faces = known.faces
            assert len(faces) == count
        else:
            faces = tuple([self.chance.number(ordinal, i, sides) for i in range(count)])
        self.emit(Rolled(ordinal, what, who, sides, faces))
        return faces

    def draw(self, deck: str, cards: dict[str, int]) -> str | None:
        """Draw one card of a multiset (card to number of copies), each copy equally likely. Returns
        the card; None, without a log entry, if there is none. The caller's event must take the card
        off the deck.
        """
        told = {card: cards[card] for card in sorted(cards) if cards[card]}
        total = sum(told.values())
        if not total:
            return None
        known = self._known()
        if isinstance(known, Drawn):
            card = known.card
            # Draws logged by older releases do not list the cards that they were drawn from.
            told = told if known.cards else {}
        else:
            number = self.chance.number(self.state.rolls, 0, total)
            card = card_at(told, number)
        self.emit(Drawn(self.state.rolls, deck, total, card, told))
        return card

    def ask(self, *questions: Question) -> Choice:
        """Put questions to seats. Returns the first valid answer to any of them, which closes all.

        A single question with exactly one possible answer is answered at once and not logged.
        Raises `Suspended` if the log holds no answer yet.
        """
        # Of several questions nobody is forced: which one to answer is a choice, too.
        if len(questions) == 1 and (forced := only_answer(questions[0])) is not None:
            return Choice(0, forced, NO_SEAT)
        if self._ahead:
            return Choice(0, self._ahead.pop(0), questions[0].to[0])
        self._asked += 1
        if self._asked > limits.QUESTIONS_PER_BEAT or not questions:
            raise Defect("a beat asks without end, or asks nothing")
        first = self.base + self.at
        for question in questions:
            # What the log holds already was counted when it was asked.
            if self.at >= self._known_until and (
                size_of(question.shape) > limits.OPTIONS_PER_QUESTION
            ):
                raise Defect(f"{question.why} has more than {limits.OPTIONS_PER_QUESTION} options")
            self.emit(Asked(replace(question, id=QuestionId(self.base + self.at))))
        at = self.at
        known = self.log[at].event if at < self._known_until else self._answer()
        if not isinstance(known, Answered):
            raise Diverged(self.base + self.at, known, "an answer")
        self.emit(known)
        return Choice(known.question - first, known.picks, known.by)

    @contextmanager
    def ahead(self, answers: Sequence[Picks]) -> Iterator[None]:
        """Answer the questions asked in a `with` by what was answered before, in this order; the
        log holds those answers already, where they were given. Raises `Defect` for one that is
        left over.
        """
        self._ahead = list(answers)
        yield
        if self._ahead:
            raise Defect("an answer was given ahead to a question that was not asked")

    def pick(self, question: Question) -> str:
        """Ask a question that takes at most one pick: the key, or "" for a pass."""
        picks = self.ask(question).picks
        return picks[0] if picks else ""

    def call(self, spec: object, expected: type[R]) -> R:
        """Have another game played. Returns its outcome, converted to the type `expected`.

        `spec` says which game, as structs or plain data; the room that runs this game understands
        it. Raises `Suspended` until the log holds the outcome.
        """
        self._called += 1
        if self._called > limits.CALLS_PER_BEAT:
            raise Defect(f"more than {limits.CALLS_PER_BEAT} calls in one beat")
        again = self._known()
        # A logged call keeps its number: an undo raises `base`, but the called game goes on under
        # the number that it has.
        call = again.call if isinstance(again, Called) else CallId(self.base + self.at)
        self.emit(Called(call, as_call_data(spec)))
        known = self._known()
        if known is None:
            raise Suspended
        if not isinstance(known, Returned) or known.call != call:
            raise Diverged(self.base + self.at, known, "an outcome")
        self.emit(known)
        return msgspec.convert(known.outcome, expected)

    def deeper(self) -> "Depth":
        """Return a context manager for nested play, such as an engage in an engage. Entering raises
        `Defect` beyond `limits.DEPTH`.
        """
        return Depth(self)

    def logged_event(self) -> Event | None:
        """Return the event that the log holds here, if the beat has been run this far before; else
        None.

        For a rule that would otherwise repeat an expensive search: the event says what it found.
        """
        return self._known()

    def logged_questions(self) -> tuple[Question, ...]:
        """Return the questions that the log holds here, for a rule whose questions are expensive to
        build: it may `ask` these again. () if nothing was asked here yet, and in a run that checks
        the log, which must build the questions anew.
        """
        if self._checking:
            return ()
        asked: list[Question] = []
        for entry in self.log[self.at :]:
            if not isinstance(entry.event, Asked):
                break
            asked.append(entry.event.question)
        return tuple(asked)

    def _answer(self) -> Event:
        """Return the answer to what was asked just now. Raises `Suspended`, as there is none yet;
        a re-run, which has all answers beforehand (`replay.rerun`), and a beat that waits for it in
        place return it.
        """
        raise Suspended

    def _known(self) -> Event | None:
        return self.log[self.at].event if self.at < self._known_until else None

    def nest(self, by: int) -> None:
        """Change the nesting depth by `by` (1 or -1). Only `Depth` calls this."""
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
