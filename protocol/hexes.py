"""Hexes in axial coordinates, flat-top: N is (0, -1), SE is (1, 0).

A hex is a pair (q, r); its key, used in paths and picks, is "q,r".
"""

Hex = tuple[int, int]

# Of the six neighbours, axial coordinates, clockwise from the one above.
DIRECTIONS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def key(at: Hex) -> str:
    """Return the key of a hex, such as "3,-2"."""
    return f"{at[0]},{at[1]}"


def parse(text: str) -> Hex:
    """Return the hex of a key. Raises ValueError if it is none."""
    q, r = text.split(",")
    return int(q), int(r)


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Return the six hexes around, clockwise from north."""
    q, r = at
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """Return hexes from a to b on an unobstructed plane."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Return all hexes within `radius` of the centre, column by column."""
    q0, r0 = centre
    return tuple(
        (q0 + q, r0 + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)
    )
