"""How much must have happened before an append counts, as an operator sets it."""

import pytest

from server.store import EVERYSEC, FSYNC, Durability


@pytest.mark.parametrize(
    ("text", "found"),
    [("fsync", FSYNC), ("everysec", EVERYSEC), ("replicas=2", Durability("replicas", 2))],
)
def test_a_level_is_read_and_written_alike(text: str, found: Durability) -> None:
    assert Durability.parse(text) == found
    assert str(found) == text


@pytest.mark.parametrize("text", ["", "none", "replicas", "replicas=0", "replicas=-1", "fsync=1"])
def test_what_is_no_level_is_answered_with_those_that_there_are(text: str) -> None:
    with pytest.raises(ValueError, match=r"fsync, everysec or replicas=N, not"):
        Durability.parse(text)
