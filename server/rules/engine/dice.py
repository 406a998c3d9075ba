"""Random numbers: an unbiased hash of the battle's key, so that no generator state is stored.

The key mixes the server's secret seed, committed to before the first roll, with a contribution of
each player, so neither can choose the dice alone. A face is drawn from HMAC-SHA256 of the key, the
ordinal of the roll and the index of the die, with rejection, so that no face is likelier. The
ordinal counts every draw that was ever made in the battle, undone ones included, so no draw comes
twice: a roll before an undo says nothing about the rolls after it.
"""

import hashlib
import hmac
from typing import Protocol

MOST_SIDES = 1_000_000
"""The most sides that a draw may have. With more than 2**32 no 32 bits would be accepted, and
drawing would never end; this is far below, so that hardly any are rejected.
"""

BLOCK = 64
"""Bytes of a block of SHA-256: HMAC fills shorter keys up to it, and hashes longer ones."""


class Chance(Protocol):
    """A source of random numbers."""

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Return number `index` of draw `ordinal`: unbiased, from 0 to `sides` - 1. The same
        arguments give the same number.
        """
        ...


def commitment(seed: bytes) -> str:
    """Return the seed's SHA-256 in hex, which the server publishes before the first roll."""
    return hashlib.sha256(seed).hexdigest()


def battle_key(seed: bytes, contributions: tuple[str, ...]) -> bytes:
    """Return the 32-byte key of a battle's dice, made of the secret seed and the players'
    contributions, in the order of their seats.
    """
    return hmac.new(seed, "\n".join(contributions).encode(), hashlib.sha256).digest()


def called_seed(seed: bytes, call: int) -> bytes:
    """Return the seed of the game that call number `call` begins. It is published when that game
    ends, and does not reveal the seed of the calling game.
    """
    return hmac.new(seed, f"call:{call}".encode(), hashlib.sha256).digest()


def card_at(cards: dict[str, int], number: int) -> str:
    """Return the card at index `number`, counting from 0 through all copies, sorted by key. Raises
    ValueError if there are not so many.
    """
    for card in sorted(cards):
        if number < cards[card]:
            return card
        number -= cards[card]
    raise ValueError("the multiset has no such card")


class SealedChance:
    """Chance from a battle's key, which must stay secret until the battle's last commit."""

    def __init__(self, key: bytes) -> None:
        # HMAC-SHA256 by its definition (RFC 2104): both hashes of the key are there before a draw,
        # and to copy them takes half as long as to copy the library's object.
        block = (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in block))

    def number(self, ordinal: int, index: int, sides: int) -> int:
        """Return number `index` of draw `ordinal`, from 0 to `sides` - 1.

        32 bits are taken at a time. Values from the last multiple of `sides` on are rejected: they
        would make the lowest numbers likelier than the others.
        """
        assert 0 < sides <= MOST_SIDES, "so many sides cannot be drawn fairly"
        bound = (1 << 32) - (1 << 32) % sides
        block = 0
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(f"{ordinal}:{index}:{block}".encode())
            outer.update(inner.digest())
            digest = outer.digest()
            for at in range(0, 32, 4):
                value = int.from_bytes(digest[at : at + 4], "big")
                if value < bound:
                    return value % sides
            block += 1
