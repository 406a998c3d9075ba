"""Modifiers of one value come to the same in whatever order they lie."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace as changed
from itertools import permutations

import pytest

from protocol.ids import UnitId
from server.rules.battle.components.active_effects import composed
from server.rules.battle.components.effects import Modifier, modifier
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.values import Stat
from server.rules.content.catalogue import catalogue
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero


def _shipped() -> Iterator[Modifier]:
    """Every modifier that anything in the box has."""
    cards = catalogue()
    for sheet in cards.classes.values():
        for side in (sheet.novice, sheet.master):
            yield from side.modifiers
            for lasting in side.enduring:
                yield from lasting.modifiers
    for readings in cards.faces.values():
        for face in readings:
            yield from face.modifiers
    for item in cards.items.values():
        yield from item.modifiers
        for one in (item.enduring, item.lasting):
            yield from one.modifiers if one is not None else ()
    for skill in cards.skills.values():
        yield from skill.modifiers
    for encounter in cards.encounters.values():
        yield from encounter.modifiers
        for challenge in encounter.challenges.values():
            yield from challenge.modifiers
    for card in cards.delve_cards.values():
        yield from getattr(card.lasting, "modifiers", ())


def _can_be_borne(battle: Battle, me: Me, one: Modifier) -> bool:
    """Whether it looks at nothing that only bearers of another kind have: a mat, a chip."""
    try:
        one.change(battle, me, 0)
    except KeyError:
        return False
    return True


def _alike_once(battle: Battle, borne: list[tuple[Me, Modifier]]) -> list[tuple[Me, Modifier]]:
    """Up to three of those that do the same to every value: 94 of Combat are six kinds."""
    kept, seen = [], Counter[object]()
    for me, one in borne:
        does = (one.way, one.least, *(one.change(battle, me, value) for value in range(50)))
        seen[does] += 1
        if seen[does] <= 3:
            kept.append((me, one))
    return kept


def _running() -> Battle:
    return running(Scene(hero(), foe("e1", at=(0, 0)), round=4))


@pytest.mark.parametrize("stat", list(Stat))
@pytest.mark.parametrize("unit", ["a1", "e1"])
def test_any_three_modifiers_of_the_box_commute(stat: Stat, unit: str) -> None:
    battle, me = _running(), Me(UnitId(unit), "", value=2)
    every = [one for one in dict.fromkeys(_shipped()) if one.of is stat]
    able = [(me, one) for one in every if _can_be_borne(battle, me, one)]
    borne = _alike_once(battle, able)
    for first in range(len(borne)):
        for second in range(first):
            for third in range(second):
                three = (borne[first], borne[second], borne[third])
                for printed in range(6):
                    values = [composed(battle, printed, row).value for row in permutations(three)]
                    assert len(set(values)) == 1, [one.text for _, one in three]


@modifier(Stat.MOVEMENT, "instead", way="instead")
def four(battle: Battle, me: Me, value: int) -> int:
    return 4


@modifier(Stat.MOVEMENT, "one less")
def less(battle: Battle, me: Me, value: int) -> int:
    return value - 1


@modifier(Stat.MOVEMENT, "two less, down to 1", least=1)
def much_less(battle: Battle, me: Me, value: int) -> int:
    return value - 2


@modifier(Stat.MOVEMENT, "two more")
def more(battle: Battle, me: Me, value: int) -> int:
    return value + 2


@modifier(Stat.MOVEMENT, "twice", way="times")
def twice(battle: Battle, me: Me, value: int) -> int:
    return 2 * value


@modifier(Stat.MOVEMENT, "one", way="exactly")
def one(battle: Battle, me: Me, value: int) -> int:
    return 1


@pytest.mark.parametrize(
    ("printed", "borne", "value"),
    [
        (2, (less, four), 3),
        (2, (less, more, four), 5),
        (0, (less, more), 1),
        (2, (less, much_less), 0),
        (3, (much_less,), 1),
        (0, (much_less,), 0),
        (0, (less,), 0),
        (2, (twice, more), 8),
        (2, (one, more, twice), 1),
    ],
)
def test_modifiers_of_one_value_work_together(
    printed: int, borne: tuple[Modifier, ...], value: int
) -> None:
    battle, me = _running(), Me(UnitId("e1"), "")
    for row in permutations(borne):
        assert composed(battle, printed, [(me, each) for each in row]).value == value


def test_an_explanation_adds_up_to_its_value() -> None:
    each = [(Me(UnitId("e1"), ""), changed(way)) for way in (less, twice, more, four)]
    explained = composed(_running(), 2, each)
    assert explained.parts == ("2 printed", "+2 instead", "+2 two more", "-1 one less", "+5 twice")
    assert explained.value == 10
