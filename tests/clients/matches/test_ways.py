"""How far it is to somewhere, as a bot reckons it."""

import pytest

from clients.bots.matches import ways
from tests.clients.matches.views import view


def test_over_open_ground_it_is_about_the_straight_line() -> None:
    assert ways.length(view(), (2000, 2000, 0), (2000, 12_000, 0)) == pytest.approx(10_000, rel=0.2)


def test_it_leads_round_a_house_and_up_a_ladder() -> None:
    """Given a house 6 inches wide, then behind it is farther than through it; its roof is up the
    ladder, and from there over a gap to the next roof."""
    seen = view()
    behind = ways.length(seen, (12_000, 8500, 0), (12_000, 14_600, 0))
    assert 8000 < behind < 20_000
    roof = ways.length(seen, (10_500, 9500, 0), (12_500, 12_500, 3000))
    assert 4000 < roof < 10_000
    beyond = ways.length(seen, (12_500, 12_500, 3000), (14_500, 18_500, 3000))
    assert beyond < 12_000


@pytest.mark.parametrize("board", ["alley", "quays", "abbey"])
def test_every_treasure_of_every_board_can_be_reached(board: str) -> None:
    seen = view(board=board)
    for token in seen["tokens"].values():
        assert ways.length(seen, (18_500, 1500, 0), tuple(token["at"])) < 60_000
