"""The board once more, computed slowly and without anything of the server: cubes and sets."""

from collections.abc import Iterable

from protocol.hexes import Hex

FAR = 99


def near(a: Hex, b: Hex) -> bool:
    """Whether two hexes share an edge, by cube coordinates."""
    q, r = a[0] - b[0], a[1] - b[1]
    return sorted((abs(q), abs(r), abs(q + r))) == [0, 1, 1]


def steps_from(start: Hex, open_hexes: Iterable[Hex]) -> dict[Hex, int]:
    """How many steps lead to every hex that can be reached, ring by ring."""
    left = set(open_hexes) - {start}
    found, ring, far = {start: 0}, {start}, 0
    while ring:
        far += 1
        ring = {at for at in left if any(near(at, here) for here in ring)}
        left -= ring
        found |= dict.fromkeys(ring, far)
    return found


def walks(start: Hex, open_hexes: set[Hex], length: int) -> list[tuple[Hex, ...]]:
    """Every walk of exactly so many steps, hexes that were left entered again included."""
    found: list[tuple[Hex, ...]] = [()]
    for _ in range(length):
        found = [
            (*walk, at)
            for walk in found
            for at in open_hexes | {start}
            if near(at, (start, *walk)[-1])
        ]
    return found


def turned(at: Hex, sixths: int) -> Hex:
    """A hex turned clockwise around the middle, by cube coordinates."""
    cube = (at[0], -at[0] - at[1], at[1])
    for _ in range(sixths):
        x, y, z = cube
        cube = (-z, -x, -y)
    return cube[0], cube[2]
