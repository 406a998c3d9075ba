"""The checker, checked: it finds the defects that are put in on purpose."""

import gc

import pytest

from tests.simulator.planted import PLANTED
from tests.simulator.world import World

WITHIN = 1000


@pytest.mark.parametrize("defect", PLANTED)
def test_a_planted_defect_is_found(defect: str) -> None:
    """Given a system that is broken on purpose, then one of the first thousand seeds shows it."""
    with PLANTED[defect]():
        for seed in range(WITHIN):
            if World(seed).run():
                return
            gc.collect()
    pytest.fail(f"{defect} was not found in {WITHIN} seeds")
