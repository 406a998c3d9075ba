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
"""Sides that may be drawn from. With more than 2**32 no 32 bits would be accepted, and drawing
would never end; this is far below, so that next to nothing is rejected.
"""


class Chance(Protocol):
    """Gives number `index` of draw `ordinal`, from 0 up to but not including `sides`."""

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Return an unbiased number; the same arguments give the same number."""
        ...


def commitment(seed: bytes) -> str:
    """Return what the server publishes before the first roll: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def battle_key(seed: bytes, contributions: tuple[str, ...]) -> bytes:
    """Return the key of a battle's dice, from the secret seed and the players' contributions in
    order.
    """
    return hmac.new(seed, "\n".join(contributions).encode(), hashlib.sha256).digest()


def called_seed(seed: bytes, call: int) -> bytes:
    """Return the seed of the game that a game with this seed calls: who knows it does not know
    ours.
    """
    return hmac.new(seed, f"call:{call}".encode(), hashlib.sha256).digest()


def card_at(cards: dict[str, int], number: int) -> str:
    """Return the card with a number, counting from 0 through the multiset sorted by key. Raises
    ValueError for a number that it does not have.
    """
    for card in sorted(cards):
        if number < cards[card]:
            return card
        number -= cards[card]
    raise ValueError("the multiset has no such card")


class SealedChance:
    """Chance from a battle's key. Not to be shown before the battle's last commit."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Return number `index` of draw `ordinal`.

        32 bits are taken at a time. Those above the last multiple of `sides` are rejected: with
        them the first numbers would be likelier than the others.
        """
        assert 0 < sides <= MOST_SIDES, "so many sides cannot be drawn fairly"
        bound = (1 << 32) - (1 << 32) % sides
        block = 0
        while True:
            text = f"{ordinal}:{index}:{block}".encode()
            digest = hmac.digest(self._key, text, "sha256")
            for at in range(0, 32, 4):
                value = int.from_bytes(digest[at : at + 4], "big")
                if value < bound:
                    return value % sides
            block += 1
