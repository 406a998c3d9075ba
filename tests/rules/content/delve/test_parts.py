"""What a table of a delve card may say."""

import msgspec
import pytest

from server.rules.content.delve.parts import Part


@pytest.mark.parametrize("level", [1, 5, 10, 20])
def test_enemies_of_the_four_levels_may_arrive(level: int) -> None:
    assert msgspec.convert({"arrives": [level]}, Part).arrives == [level]


def test_an_enemy_of_no_level_cannot_arrive() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"arrives": [6]}, Part)
