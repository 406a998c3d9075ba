"""How long to wait before connecting again: twice as long each time, and never all at once."""

from collections.abc import Iterator
from random import Random

FIRST, MOST = 0.25, 20.0


def delays(random: Random | None = None) -> Iterator[float]:
    """Seconds to wait, endless: between half and the whole of 0.25, 0.5, 1, ... up to 20."""
    random = random or Random()
    whole = FIRST
    while True:
        yield whole * (0.5 + random.random() / 2)
        whole = min(MOST, whole * 2)
