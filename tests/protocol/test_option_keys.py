"""Keys of options: what they name, and which ability an offer is about."""

import pytest

from protocol.option_keys import ability, option_key, read_key


def test_a_key_is_put_together_and_taken_apart() -> None:
    """Given a kind and names, then reading the key gives them back."""
    assert read_key(option_key("use", "warhorn", "blow")) == ("use", "warhorn:blow")


@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("a1.knight.orders-edict", "knight.orders-edict"),
        ("a12.a12.combat.2.defend", "combat.defend"),
        ("a1.archer.hunters-discipline:ranged-weapon", "archer.hunters-discipline"),
        ("a1.i5.wear", "i5.wear"),
        ("take", "take"),
    ],
)
def test_an_ability_has_one_name_whoever_uses_it(key: str, named: str) -> None:
    """Given offers of one ability to different seats, dice and forms, then they name it alike."""
    assert ability(key) == named
