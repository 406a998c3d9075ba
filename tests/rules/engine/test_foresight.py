"""What a piece of the rules run on the side tells, and how much of it is followed."""

import pytest

from protocol.questions import Picks, Question, options_of
from server.rules.engine.foresight import Foresight
from server.rules.engine.game import Game
from tests.rules.engine.test_game import Count, Rules, question


def every(asked: Question) -> tuple[Picks, ...]:
    return tuple((option.key,) for option in options_of(asked.shape))


def twice(game: Game[Count]) -> str:
    """Asks twice, with three ways each time."""
    return game.pick(question("a", "b", "c")) + game.pick(question("x", "y", "z"))


@pytest.mark.parametrize(("most", "told"), [(9, 9), (8, 0)])
def test_all_outcomes_are_told_as_far_as_they_are_not_too_many(most: int, told: int) -> None:
    foresight = Foresight(Rules(lambda game: None), Count(), lambda game: game)
    found = foresight.certain(twice, every, most)
    assert len(set(found or ())) == told
