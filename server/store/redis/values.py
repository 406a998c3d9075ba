"""Values as the store takes them: times and pairs."""

from collections.abc import Mapping


def flat(values: Mapping[str, bytes]) -> list[str | bytes]:
    """Return names and values alternately, as arguments of a command."""
    return [part for pair in values.items() for part in pair]


def ms_of(seconds: float) -> int:
    """Return seconds as whole milliseconds, at least 0."""
    return max(0, round(seconds * 1000))


def ttl_of(seconds: float) -> int:
    """Return seconds as whole milliseconds, at least 1: the store refuses an expiry of 0."""
    return max(1, ms_of(seconds))
