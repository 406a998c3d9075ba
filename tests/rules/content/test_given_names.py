"""The given names of the races."""

from itertools import chain

from protocol.fields import LONGEST_NAME
from protocol.plain_text import plain
from server.rules.battle.setup.creation import SHEETS
from server.rules.content.catalogue import catalogue
from server.rules.content.given_names import GIVEN_NAMES

SEATS = 4


def test_every_race_has_names_enough_and_no_name_comes_twice() -> None:
    assert list(GIVEN_NAMES) == list(catalogue().races)
    assert all(len(names) >= SHEETS + SEATS for names in GIVEN_NAMES.values())
    every = list(chain.from_iterable(GIVEN_NAMES.values()))
    assert len(set(every)) == len(every)


def test_names_are_plain_short_and_nobody_elses() -> None:
    """Given all names, then none is what an enemy, an item or a race is called."""
    box = catalogue()
    pieces = {race.name for race in box.races.values()} | {item.name for item in box.items.values()}
    for name in chain.from_iterable(GIVEN_NAMES.values()):
        assert plain(name, LONGEST_NAME) == name
        assert name not in pieces
