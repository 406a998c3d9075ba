"""The micro-game as its own caller: a move may be a duel, a smaller micro-game with its own log.

It stands to its duels as a session stands to its battles, and shows that the engine knows neither.
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
    """The micro-game's state. A move may be a duel while `depth` is above 0; `prize` is the goal
    of duels, which are one less deep, and shorter than a long game.
    """

    depth: int = 0
    prize: int = 6


class Duel(Struct, frozen=True):
    """The call for a duel: who plays it, how far, and how deep it may go itself."""

    seats: tuple[str, ...]
    goal: int
    depth: int = 0


class Score(Struct, frozen=True):
    """A duel's outcome: who won ("" where nobody did) and how far that peg has come."""

    winner: str
    steps: int


def start_of(duel: Duel) -> CallingState:
    """Return the state that a duel begins with."""
    pegs = {seat: Peg() for seat in duel.seats}
    return CallingState(pegs=pegs, goal=duel.goal, depth=duel.depth, prize=min(duel.goal, 6))


def score_of(state: CallingState) -> Score:
    """Return what a duel's last state comes to."""
    return Score(state.winner, state.pegs[state.winner].at if state.winner else 0)


class CallingRules(MicroRules):
    """The ruleset, of callers and of duels alike."""

    name = "micro-calling"
    fingerprint = "micro-calling-1"
    state_type = CallingState

    def play(self, game: Game[Any], beat: BeatBegan) -> None:
        """Play one turn: a die as in the micro-game, or a duel; whose turn it is stays the same if
        nobody wins that.
        """
        state: CallingState = game.state
        shape = One((*DICE.options, DUEL)) if state.depth else DICE
        question = Question((SeatId(beat.who),), "turn.move", "How do you move?", shape)
        if (move := game.pick(question)) == "duel":
            duel = Duel(tuple(state.pegs), state.prize, state.depth - 1)
            score = game.call(duel, Score)
            after = Question((SeatId(beat.who),), "turn.worth", "How far is it worth?", WORTH)
            steps = score.steps if game.pick(after) == "all" else min(score.steps, 1)
            game.emit(Moved(score.winner or beat.who, steps))
            return
        faces = game.roll(2 if move == "bold" else 1, what="move", who=beat.who)
        game.emit(Moved(beat.who, (min(faces) + 1) * len(faces)))
