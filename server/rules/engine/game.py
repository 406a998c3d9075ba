"""The running game that rules are written against: emit, roll, draw, ask, call.

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

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from protocol.events import Answered, BeatBegan, Called, Drawn, Event, Returned, Rolled
from protocol.ids import NO_SEAT, CallId, QuestionId, SeatId
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
    """The rules tell another story than the log: at `position`, `logged` stands, `told` was
    told.
    """

    def __init__(self, position: int, logged: object, told: object) -> None:
        super().__init__(f"at {position} the log holds {logged!r}, the rules tell {told!r}")
        self.position, self.logged, self.told = position, logged, told


class Defect(Exception):
    """A rule broke one of its own promises or a bound of the engine."""


class Unfit(Exception):
    """An answer that its question leaves open, and that the rules do not take: a sentence says why.

    Raised by a rule at once after the answer, before it tells anything. The answer is refused and
    taken back, and the question stays open. For what no list of options can spell out, such as
    the points of a board without hexes.
    """


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


_WITHOUT_OPS = frozenset((Asked, Answered, BeatBegan, Called))


def entered(ruleset: Ruleset[S], state: S, event: Event) -> Entry[S]:
    """Return the log's next entry: chance, answers and calls are the engine's, the rest is the
    game's.

    What another game's outcome changes of this one, the rules say.
    """
    kind = type(event)
    if kind in _WITHOUT_OPS:
        return Entry(event, state, ())
    ops = ruleset.apply(state, event)
    if kind is Rolled or kind is Drawn:
        # A draw left out, or made twice, would let somebody choose among dice that have fallen.
        ordinal: int = event.ordinal  # type: ignore[attr-defined]
        assert ordinal == state.rolls, "chance is drawn on in order"
        ops = (("rolls", ordinal + 1), *ops)
    return Entry(event, patched_by(state, ops), ops)


def handed_over(data: object) -> Any:
    """Return what goes from one game to another, as the plain data that the journal gives back.

    Raises `Defect` for more than `limits.CALL_BYTES`.
    """
    told = msgspec.msgpack.encode(data)
    if len(told) > limits.CALL_BYTES:
        raise Defect(f"{len(told)} bytes for another game, more than {limits.CALL_BYTES}")
    # There and back, as the journal would: a recovery goes on with what it reads there, so play has
    # to go on with the same types.
    return msgspec.msgpack.decode(told)


class Choice:
    """An answer: the `index` of its question among those asked together, what was picked, and the
    seat that picked it ("" where only one answer was possible).
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
        self._known_until = len(log)  # what is told from there on is new, and goes to the log's end

    def emit(self, event: Event) -> None:
        """State a fact. New facts are applied; known ones must be equal (`Diverged`)."""
        log, at = self.log, self.at
        if at < self._known_until:
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
            faces = tuple([self.chance.number(ordinal, i, sides) for i in range(count)])
        event = Rolled(self.state.rolls, what, who, sides, faces)
        assert len(faces) == count
        self.emit(event)
        return faces

    def draw(self, deck: str, cards: dict[str, int]) -> str | None:
        """Draw one card of a multiset, each copy as likely as any other; None if it is empty."""
        told = {card: cards[card] for card in sorted(cards) if cards[card]}
        total = sum(told.values())
        if not total:
            return None
        known = self._known()
        if isinstance(known, Drawn):
            card = known.card
            # What an older release drew says nothing of what it was drawn from.
            told = told if known.cards else {}
        else:
            number = self.chance.number(self.state.rolls, 0, total)
            card = card_at(told, number)
        self.emit(Drawn(self.state.rolls, deck, total, card, told))
        return card

    def ask(self, *questions: Question) -> Choice:
        """Put questions to seats; the first valid answer to any of them counts and closes all.

        Returns the answer; at once, and without a question in the log, where a lone question leaves
        exactly one answer open. Raises `Suspended` if the log holds none yet.
        """
        # Of several questions the choice among them is a choice, too.
        if len(questions) == 1 and (forced := only_answer(questions[0])) is not None:
            return Choice(0, forced, NO_SEAT)
        self._asked += 1
        if self._asked > limits.QUESTIONS_PER_BEAT or not questions:
            raise Defect("a beat asks without end, or asks nothing")
        first = self.base + self.at
        for question in questions:
            # What the log holds already was counted when it was asked.
            if self._known() is None and (size_of(question.shape) > limits.OPTIONS_PER_QUESTION):
                raise Defect(f"{question.why} has more than {limits.OPTIONS_PER_QUESTION} options")
            self.emit(Asked(replace(question, id=QuestionId(self.base + self.at))))
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

    def call(self, spec: object, expected: type[R]) -> R:
        """Have another game played, and return its outcome as `expected`.

        `spec` says which one, as structs or plain data; the room knows what it means, and nobody
        else answers. Raises `Suspended` until the log holds the outcome.
        """
        self._called += 1
        if self._called > limits.CALLS_PER_BEAT:
            raise Defect(f"more than {limits.CALLS_PER_BEAT} calls in one beat")
        again = self._known()
        # Its number stays: an undo behind which it lies raises the base, and its game is played.
        call = again.call if isinstance(again, Called) else CallId(self.base + self.at)
        self.emit(Called(call, handed_over(spec)))
        known = self._known()
        if known is None:
            raise Suspended
        if not isinstance(known, Returned) or known.call != call:
            raise Diverged(self.base + self.at, known, "an outcome")
        self.emit(known)
        return msgspec.convert(known.outcome, expected)

    def deeper(self) -> "Depth":
        """Guard a nested call (an engage in an engage) with `with`; bounded."""
        return Depth(self)

    def recalled(self) -> Event | None:
        """Return what the log holds at this place, if the beat has been here before.

        For what a rule would else have to find out again, at a price: it says what came of it.
        """
        return self._known()

    def asked_here(self) -> tuple[Question, ...]:
        """Return the questions that stand in the log at this place, for a rule whose questions are
        dear to find out: it may `ask` these again. Empty where nothing was asked here yet, and
        where the beat runs to check the log: then what it would ask is found out anew.
        """
        if self._checking:
            return ()
        asked: list[Question] = []
        for entry in self.log[self.at :]:
            if not isinstance(entry.event, Asked):
                break
            asked.append(entry.event.question)
        return tuple(asked)

    def _known(self) -> Event | None:
        return self.log[self.at].event if self.at < self._known_until else None

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
