"""A micro-game whose moves may be duels: smaller micro-games with logs of their own.

It calls its duels as a campaign session calls its battles, and shows that the engine knows neither.
"""

from typing import Any

from msgspec import Struct

from protocol.events import BeatBegan
from protocol.ids import SeatId
from protocol.questions import One, Option, Question
from server.rules.engine.game import Game
from server.rules.micro.ruleset import DICE, MicroRules, MicroState, Moved, Peg

DUEL = Option("duel", "A duel: whoever wins it walks its steps here")

WORTH = One((Option("one", "One step"), Option("all", "All its steps")))


class CallingState(MicroState, frozen=True):
    """The micro-game's state. A move may be a duel while `depth` is above 0. `prize` is the goal of
    a duel, in fields; its `depth` is one less.
    """

    depth: int = 0
    prize: int = 6


class Duel(Struct, frozen=True):
    """The call for a duel: its seats, its goal in fields, and how deep its own duels may nest."""

    seats: tuple[str, ...]
    goal: int
    depth: int = 0


class Score(Struct, frozen=True):
    """A duel's outcome: the winner's seat ("" if nobody won) and how many fields its peg walked."""

    winner: SeatId
    steps: int


def start_of(duel: Duel) -> CallingState:
    """Return the state that a duel begins with."""
    pegs = {SeatId(seat): Peg() for seat in duel.seats}
    return CallingState(pegs=pegs, goal=duel.goal, depth=duel.depth, prize=min(duel.goal, 6))


def score_of(state: CallingState) -> Score:
    """Return the outcome of a duel from its last state."""
    return Score(state.winner, state.pegs[state.winner].at if state.winner else 0)


class CallingRules(MicroRules):
    """The ruleset of the calling games and of their duels."""

    name = "micro-calling"
    fingerprint = "micro-calling-1"
    state_type = CallingState

    def play(self, game: Game[Any], beat: BeatBegan) -> None:
        """Play one turn: a move by dice as in the micro-game, or a duel, which moves its winner. If
        nobody wins it, the player whose turn it is moves 0 or 1 fields.
        """
        state: CallingState = game.state
        shape = One((*DICE.options, DUEL)) if state.depth else DICE
        seat = SeatId(beat.who)
        question = Question((seat,), "turn.move", "How do you move?", shape)
        if (move := game.pick(question)) == "duel":
            duel = Duel(tuple(state.pegs), state.prize, state.depth - 1)
            score = game.call(duel, Score)
            after = Question((seat,), "turn.worth", "How far is it worth?", WORTH)
            steps = score.steps if game.pick(after) == "all" else min(score.steps, 1)
            game.emit(Moved(score.winner or seat, steps))
            return
        faces = game.roll(2 if move == "bold" else 1, what="move", who=seat)
        game.emit(Moved(seat, (min(faces) + 1) * len(faces)))
