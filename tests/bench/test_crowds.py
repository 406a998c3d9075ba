"""What it costs to find no way, and to answer in a crowd: counted, with ceilings."""

import pytest

from tests.bench.counting import calls
from tests.bench.crowds import Crowded, into_a_ring

NO_WAY = 40_000
"""Calls until a way into a closed ring is refused, board and links new: 24,000 on 26 November 2026.
Before, the search looked everywhere first: 478,000.
"""
AN_ANSWER = 600_000
"""Calls of the dearest answer of such a match: 523,000, of an engage over roofs and ladders.
Before, an engage that no way led to made 1,216,000.
"""


def test_a_way_into_a_closed_ring_is_refused_soon() -> None:
    """Given a unit within a ring of its friends, then an open ring has a way, and a closed one is
    refused before the search has looked everywhere."""
    assert into_a_ring(8) is not None
    assert into_a_ring(10) is None

    assert calls(lambda: into_a_ring(10)) <= NO_WAY


@pytest.mark.parametrize("seed", [0, 3])
def test_no_answer_in_a_crowd_is_dear(seed: int) -> None:
    """Given a match whose players all run at the enemy, when each engage is answered, refused ones
    included, then no answer costs more than the ceiling."""
    list(zip(range(60), Crowded(seed).answers(), strict=False))
    match = Crowded(seed)

    assert max(match.answers()) <= AN_ANSWER
    assert match.play.over
    assert match.refused
