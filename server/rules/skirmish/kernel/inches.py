"""Lengths and points as text for players."""

from protocol.skirmish import Mil, Point
from server.rules.skirmish.kernel.stats import INCH


def inches(length: Mil) -> str:
    """Return a length in inches as text, such as "6.5", without trailing zeros."""
    whole, rest = divmod(abs(length), INCH)
    sign = "-" if length < 0 else ""
    return f"{sign}{whole}.{rest:03}".rstrip("0").rstrip(".")


def place(at: Point) -> str:
    """Return a point in inches as text: "18, 6.5", or "18, 6.5, 3 up" above the ground."""
    height = f", {inches(at[2])} up" if at[2] else ""
    return f"{inches(at[0])}, {inches(at[1])}{height}"
