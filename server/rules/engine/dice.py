"""Where chance comes from: an unbiased hash of the battle's key, nothing to store.

The key mixes the server's secret seed, committed to before the first roll, with a contribution of
each player, so neither can choose the dice alone. A face is drawn from HMAC-SHA256 of the key, the
ordinal of the roll and the index of the die, with rejection, so that no face is likelier. The
ordinal counts every draw on chance that was ever made in the battle, those that were undone
included, so no draw comes twice: what fell before an undo tells nothing of what falls after it.
"""

import hashlib
import hmac
from typing import Protocol

MOST_SIDES = 1_000_000
"""Above 2**32 there would be no number that counts, and the draw without an end."""


class Chance(Protocol):
    """Gives number `index` of draw `ordinal`, from 0 up to but not including `sides`."""

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """An unbiased number; the same arguments give the same number."""
        ...


def commitment(seed: bytes) -> str:
    """What the server publishes before the first roll: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def battle_key(seed: bytes, contributions: tuple[str, ...]) -> bytes:
    """The key of a battle's dice, from the secret seed and the players' contributions in order."""
    return hmac.new(seed, "\n".join(contributions).encode(), hashlib.sha256).digest()


class SealedChance:
    """Chance from a battle's key. Not to be shown before the battle's last commit."""

    def __init__(self, key: bytes) -> None:
        self._keyed = hmac.new(key, digestmod=hashlib.sha256)

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Number `index` of draw `ordinal`: 32 bits at a time, rejected above the last multiple."""
        assert 0 < sides <= MOST_SIDES, "so many sides cannot be drawn fairly"
        bound = (1 << 32) - (1 << 32) % sides
        block = 0
        while True:
            text = f"{ordinal}:{index}:{block}".encode()
            mac = self._keyed.copy()
            mac.update(text)
            digest = mac.digest()
            for at in range(0, 32, 4):
                value = int.from_bytes(digest[at : at + 4], "big")
                if value < bound:
                    return value % sides
            block += 1
