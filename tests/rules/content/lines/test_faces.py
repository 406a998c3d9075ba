"""Every die is what is printed: level, supply, and faces in their proportions."""

import tomllib
from pathlib import Path

import pytest

from protocol.ids import DieKind
from server.rules.content.catalogue import catalogue

PRINTED = tomllib.loads(Path(__file__).with_name("dice.toml").read_text())


@pytest.mark.rule("LIM-11")
def test_there_are_as_many_kinds_of_dice_as_are_printed() -> None:
    assert len(PRINTED) == 77
    assert set(PRINTED) == set(catalogue().dice)


@pytest.mark.parametrize("die", PRINTED)
def test_a_die_is_as_it_is_printed(die: str) -> None:
    known, printed = catalogue().dice[DieKind(die)], PRINTED[die]
    assert list(known.faces) == printed["faces"]
    assert (known.level, known.supply) == (printed["level"], printed["supply"])
