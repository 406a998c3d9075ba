"""The test vectors of PROTOCOL.md: numbers and draws that every checker of the dice must give."""

import hmac
from collections.abc import Iterator

from server.rules.engine.dice import SealedChance, battle_key, card_at

SEED = bytes(range(32))
CONTRIBUTIONS = ("four-leaf clover", "", "brüllende Würfel")
SIDES = 1_000_000
"""So many that some first numbers are rejected: one in 4,440."""
NUMBERS = ((0, 0, 6), (0, 1, 6), (7, 0, 4), (12, 3, 20))
DRAWS = (
    (1, {"skeever-pup": 3, "bandit": 2, "ash-hopper": 1}),
    (2, {"5A": 4, "4B": 1}),
    (3, {"b": 1, "a": 1, "B": 1, "10": 1, "9": 1}),
)


def told() -> str:
    """The vectors as the document's text."""
    key = battle_key(SEED, CONTRIBUTIONS)
    chance = SealedChance(key)
    lines = [
        f"Seed `{SEED.hex()}`, contributions {list(CONTRIBUTIONS)!r}: the key is",
        f"`{key.hex()}`.",
        "",
        "| ordinal | index | sides | number | |",
        "|---|---|---|---|---|",
    ]
    rejected = next(_rejected(key))
    for ordinal, index, sides in (*NUMBERS, (rejected, 0, SIDES)):
        note = "the first 32 bits are rejected" if ordinal == rejected else ""
        number = chance.number(ordinal, index, sides)
        lines.append(f"| {ordinal} | {index} | {sides} | {number} | {note} |")
    lines += ["", "| ordinal | cards | number | card |", "|---|---|---|---|"]
    for ordinal, cards in DRAWS:
        number = chance.number(ordinal, 0, sum(cards.values()))
        spelled = ", ".join(f"`{card}` {count}" for card, count in cards.items())
        lines.append(f"| {ordinal} | {spelled} | {number} | `{card_at(cards, number)}` |")
    return "\n".join(lines)


def _rejected(key: bytes) -> Iterator[int]:
    """Ordinals whose first number lies above the last multiple of the sides."""
    for ordinal in range(1_000_000):
        digest = hmac.digest(key, f"{ordinal}:0:0".encode(), "sha256")
        if int.from_bytes(digest[:4], "big") >= 2**32 - 2**32 % SIDES:
            yield ordinal
