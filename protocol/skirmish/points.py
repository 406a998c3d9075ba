"""Places of a table without hexes."""

Mil = int
"""A length in thousandths of an inch."""

Point = tuple[Mil, Mil, Mil]
"""A place: along the edges of the board, and up. As a pick it is its `point_key`."""
