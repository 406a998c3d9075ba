"""Seeds of random tests: a few for `make quick`, all of them for `make test`."""

from typing import Any

import pytest


def seeds(quick: int, most: int) -> list[Any]:
    """Return the seeds below `most` as parameters of a test; those from `quick` on are `slow`."""
    slow = [pytest.mark.slow]
    return [pytest.param(seed, marks=slow if seed >= quick else []) for seed in range(most)]
