"""How property tests run everywhere, and what the garbage collector need not look at."""

import gc

import pytest
from hypothesis import settings

# An example takes as long as the machine has else to do: a limit of 200 ms fails by load alone, and
# pytest-timeout ends what hangs.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what the collection has made out of every later round of the garbage collector.

    Some 400,000 objects of ten thousand tests last until the end. To look at them again and again
    took two thirds of the time of tests that collect often, such as the simulator's.
    """
    gc.collect()
    gc.freeze()
