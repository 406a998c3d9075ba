"""The micro-game: in turn, each player moves a peg by a die; the first to the goal wins.

It exists to show that the engine knows no game, and to compare the server with other engines on
equal work: a validated dice move that changes five fields of a state of about 4 KB.
"""

from typing import Any

from msgspec import Struct, field

from protocol.events import BeatBegan, EngineEvent, Event
from protocol.ids import NO_SEAT, SeatId, UnitId
from protocol.questions import One, Option, Question
from server.rules.engine.foresight import Slices
from server.rules.engine.game import Game
from server.rules.engine.patch import Op, put
from server.rules.engine.ruleset import Record

DICE = One((Option("steady", "One die"), Option("bold", "Two dice, the lower counts double")))


class Peg(Struct, frozen=True):
    """A player's peg: fields walked, moves made, and the last die."""

    at: int = 0
    moves: int = 0
    last: int = 0


class MicroState(Record, frozen=True):
    """The state: pegs by seat, whose turn it is, a pot of points, and cargo that fills 4 KB."""

    pegs: dict[SeatId, Peg] = field(default_factory=dict)
    turn: int = 0
    pot: int = 0
    goal: int = 1_000_000
    winner: SeatId = NO_SEAT
    cargo: dict[str, str] = field(default_factory=dict)


class Moved(Event, frozen=True, array_like=True, tag="moved"):
    """A peg went on by `steps`."""

    seat: SeatId
    steps: int


EventUnion = EngineEvent | Moved


def start(seats: tuple[str, ...], goal: int = 1_000_000, cargo: int = 80) -> MicroState:
    """Return the state of a game about to begin, with `cargo` entries of about 45 bytes each."""
    filling = {f"crate-{i}": f"forty bytes of cargo that nobody ever {i:03}" for i in range(cargo)}
    return MicroState(pegs={SeatId(seat): Peg() for seat in seats}, goal=goal, cargo=filling)


class MicroRules:
    """The ruleset of the micro-game."""

    name = "micro"
    fingerprint = "micro-1"
    events: Any = EventUnion
    state_type = MicroState

    def apply(self, state: MicroState, event: Event) -> tuple[Op, ...]:
        """Return the operations of an event. Raises KeyError for a seat that is not in the game."""
        if not isinstance(event, Moved):
            return ()
        peg = state.pegs[event.seat]
        at = peg.at + event.steps
        ops = (
            put(f"pegs/{event.seat}", Peg(at, peg.moves + 1, event.steps)),
            put("turn", (state.turn + 1) % len(state.pegs)),
        )
        return (*ops, put("winner", event.seat)) if at >= state.goal else ops

    def next_beat(self, state: MicroState) -> BeatBegan | None:
        """Return the next player's turn, until somebody has won."""
        return None if state.winner else BeatBegan("turn", list(state.pegs)[state.turn])

    def play(self, game: Game[MicroState], beat: BeatBegan) -> None:
        """Play one turn: choose the steady or the bold die, roll it, walk."""
        seat = SeatId(beat.who)
        question = Question((seat,), "turn.move", "How do you move?", DICE)
        if game.pick(question) == "steady":
            (face,) = game.roll(1, what="move", who=seat)
            steps = face + 1
        else:
            steps = 2 * (min(game.roll(2, what="move", who=seat)) + 1)
        game.emit(Moved(seat, steps))

    def preview(self, state: MicroState, what: str, unit: UnitId, picks: tuple[str, ...]) -> None:
        """Return None: nothing is worth foreseeing."""

    def foresee(
        self, state: MicroState, what: str, unit: UnitId, picks: tuple[str, ...]
    ) -> Slices[None]:
        """Return a generator that ends at once: nothing is worth foreseeing."""
        yield from ()
