"""Chance: unbiased, repeatable, bound by the commitment."""

import hashlib
import hmac
from collections import Counter

import pytest

from server.rules.engine.dice import MOST_SIDES, SealedChance, battle_key, commitment


def test_the_same_draw_gives_the_same_number() -> None:
    chance = SealedChance(b"key")
    assert [chance.number(3, i, 6) for i in range(9)] == [chance.number(3, i, 6) for i in range(9)]


def test_a_known_key_gives_known_faces() -> None:
    """Faces recomputed by hand: the first four bytes of HMAC-SHA256(key, "ordinal:die:0"), mod
    6.
    """
    key = battle_key(bytes(range(32)), ("ryan", "shannon"))
    digest = hmac.new(key, b"5:2:0", hashlib.sha256).digest()
    assert SealedChance(key).number(5, 2, 6) == int.from_bytes(digest[:4], "big") % 6


def test_each_contribution_and_the_seed_change_the_key() -> None:
    keys = [
        battle_key(b"seed", ("a", "b")),
        battle_key(b"seed", ("b", "a")),
        battle_key(b"seed", ("a", "c")),
        battle_key(b"deed", ("a", "b")),
    ]
    assert len(dict.fromkeys(keys)) == 4


def test_the_commitment_tells_seeds_apart_and_nothing_else() -> None:
    assert commitment(b"a") != commitment(b"b")
    assert len(commitment(b"a")) == 64


def test_faces_are_equally_likely() -> None:
    """Chi-square over 60,000 faces of one key: far below what 0.1% of fair dice would exceed."""
    chance = SealedChance(b"fair")
    counts = Counter(chance.number(n // 6, n % 6, 6) for n in range(60_000))
    chi_square = sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6))
    assert chi_square < 20.5


def test_numbers_stay_below_the_number_of_sides() -> None:
    chance = SealedChance(b"x")
    for sides in (1, 2, 3, 7, 100):
        assert all(0 <= chance.number(n, 0, sides) < sides for n in range(200))


@pytest.mark.parametrize("sides", [MOST_SIDES, 999_875])
def test_numbers_above_the_last_multiple_are_drawn_again(sides: int) -> None:
    """Given so many sides that one draw in 4,400, or 8,500, is rejected, then the next 32 bits
    decide."""
    chance = SealedChance(b"far")
    bound = 2**32 - 2**32 % sides
    rejected = 0
    for ordinal in range(20_000):
        digest = hmac.new(b"far", f"{ordinal}:0:0".encode(), hashlib.sha256).digest()
        values = [int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4)]
        rejected += values[0] >= bound
        first = next(value for value in values if value < bound)
        assert chance.number(ordinal, 0, sides) == first % sides
    assert rejected > 0


def test_more_sides_than_can_be_drawn_fairly_are_refused() -> None:
    assert 0 <= SealedChance(b"x").number(0, 0, 1_000_000) < 1_000_000
    with pytest.raises(AssertionError):
        SealedChance(b"x").number(0, 0, 1_000_001)


@pytest.mark.parametrize("key", [b"", b"key", b"k" * 64, b"k" * 65, bytes(range(200))])
def test_a_draw_is_the_hmac_that_the_protocol_names(key: bytes) -> None:
    """Given keys shorter and longer than a block, then faces come from the library's HMAC-SHA256
    too."""
    digest = hmac.new(key, b"7:3:0", hashlib.sha256).digest()
    assert SealedChance(key).number(7, 3, 256) == digest[3]
