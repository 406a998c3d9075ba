"""How long to wait before connecting again: twice as long each time, and never all at once."""

import random
from collections.abc import Iterator

FIRST, MOST = 0.25, 20.0
"""Seconds: a server that restarts is back within a few, and one that is down for long is asked by
each client some three times a minute.
"""


def delays(chance: random.Random | None = None) -> Iterator[float]:
    """Yield seconds to wait, endlessly: between half and the whole of 0.25, 0.5, 1, ... up
    to 20.
    """
    draw = random.random if chance is None else chance.random
    whole = FIRST
    while True:
        yield whole * (0.5 + draw() / 2)
        whole = min(MOST, whole * 2)
