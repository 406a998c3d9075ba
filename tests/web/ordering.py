"""A game of one question, asked again and again: put three fruits into an order."""

from protocol.events import BeatBegan
from protocol.ids import NamedCode, SeatId
from protocol.questions import Option, Order, Question
from server.battles.games import Built, Options, Seats, Setup
from server.rules.engine.game import Game
from server.rules.micro import ruleset as micro

FRUITS = ("apple", "banana", "cherry")
SHAPE = Order(tuple(Option(fruit, fruit.title()) for fruit in FRUITS))


class FruitRules(micro.MicroRules):
    """The peg walks as far as the place that the cherry was given: 1, 2 or 3."""

    name = "fruit"
    fingerprint = "fruit-1"

    def play(self, game: Game[micro.MicroState], beat: BeatBegan) -> None:
        """One order, one step."""
        seat = SeatId(beat.who)
        text = f"In which order, after {game.state.pegs[seat].moves} steps?"
        asked = Question((seat,), NamedCode("fruit.order"), text, SHAPE, default=FRUITS)
        game.emit(micro.Moved(seat, game.ask(asked).picks.index("cherry") + 1))


def _build(seats: Seats, difficulty: str, options: Options) -> Built:
    return Built(FruitRules(), micro.start(seats, cargo=0))


SETUP = Setup("fruit", _build, content="fruit")
