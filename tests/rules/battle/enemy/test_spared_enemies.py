"""What the party decides for enemies: once, where it matters, and with the reason said."""

from typing import Any

import pytest

from protocol.battle import Spared, TurnBegan, UnitMoved
from protocol.hexes import distance, parse
from protocol.questions import Order, options_of
from tests.scene import Scene, foe, hero

MOVER: dict[str, Any] = {"combat": 0, "range": 1, "skills": ()}


def _turns(scene: Scene) -> list[str]:
    scene.state  # noqa: B018
    return [event.unit for event in scene.events(TurnBegan) if event.unit.startswith("e")]


def _crowd(**settings: Any) -> Scene:
    """Three enemies of one level beside an adventurer."""
    places = {"e1": (0, 1), "e2": (1, 0), "e3": (-1, 0)}
    foes = [foe(name, at=at, **MOVER) for name, at in places.items()]
    return Scene(hero("a1", at=(0, 0), hp=9), *foes, turn=None, **settings)


@pytest.mark.rule("ENT-1")
def test_the_order_of_equals_is_asked_once_and_stands() -> None:
    """Given three equals who engage, then one answer orders them all."""
    scene = _crowd(asks_all=False)
    question = scene.asked("enemy.order")
    assert isinstance(question.shape, Order)
    assert question.default == ("e1", "e2", "e3")
    assert "3 enemies are of level" in question.text

    scene.answer("enemy.order", "e3", "e1", "e2")

    assert _turns(scene)[:3] == ["e3", "e1", "e2"]


def test_equals_whose_turns_come_to_the_same_are_not_asked_about() -> None:
    """Given two enemies far from anybody and from each other, then their order is not asked."""
    lanes = {"west": tuple((-3, r) for r in range(9)), "east": tuple((3, r) for r in range(-6, 9))}
    scene = Scene(
        hero("a1", at=(-3, 8)),
        hero("a2", at=(3, 8)),
        foe("e1", at=(-3, 0), **MOVER),
        foe("e2", at=(3, 0), **MOVER),
        turn=None,
        tiles=lanes,
        asks_all=False,
    )

    assert _turns(scene) == ["e1", "e2"]
    assert [event.why for event in scene.events(Spared)] == ["enemy.order"]
    assert [event.to for event in scene.events(UnitMoved)][-1:] == [(3, 2)]


def test_equals_who_are_in_each_others_way_are_asked_about() -> None:
    """Given two enemies in one lane, then who goes first goes farther."""
    lane = {"lane": tuple((0, r) for r in range(9))}
    scene = Scene(
        hero("a1", at=(0, 8)),
        foe("e1", at=(0, 0), **MOVER),
        foe("e2", at=(0, 1), **MOVER),
        turn=None,
        tiles=lane,
        asks_all=False,
    )

    assert scene.asked("enemy.order").default == ("e1", "e2")


@pytest.mark.rule("ENM-5")
def test_where_an_enemy_stops_is_asked_with_the_reason() -> None:
    """Given two hexes equally near to attack from, then both are offered as stops, and why."""
    scene = Scene(hero("a1", at=(1, 2)), foe("e1", at=(0, 0), **MOVER), turn=None, asks_all=False)

    question = scene.asked("enemy.destination")

    stops = [option.key for option in options_of(question.shape)]
    assert len(stops) > 1
    assert question.about == "e1"
    assert f"{len(stops)} hexes to attack from are equally near" in question.text
    scene.answer("enemy.destination", stops[-1])
    last = [event.to for event in scene.events(UnitMoved)][-1]
    assert f"{last[0]},{last[1]}" == stops[-1]


@pytest.mark.rule("ENM-3", "ENM-5")
def test_hexes_that_are_wanted_but_not_reached_are_asked_about_by_where_it_stops() -> None:
    """Given a long way to several hexes, then only the hexes where it stops now are offered."""
    scene = Scene(hero("a1", at=(2, 2)), foe("e1", at=(-1, -1), **MOVER), turn=None, asks_all=False)

    question = scene.asked("enemy.destination")

    stops = [option.key for option in options_of(question.shape)]
    assert {distance((-1, -1), parse(stop)) for stop in stops} == {2}
    assert all(option.note.startswith("towards ") for option in options_of(question.shape))
    scene.answer("enemy.destination", stops[0])
    assert "enemy.way" not in [one.why for one in scene.questions]


@pytest.mark.parametrize(("hp", "spared"), [(4, True), (3, False)])
def test_whom_of_equals_it_takes_first_is_told_where_all_are_engaged(hp: int, spared: bool) -> None:
    """Given two equals who both are engaged, and a die that deals 3 at most, then nobody is asked
    as long as nobody can fall, and the log says so."""
    scene = Scene(
        hero("a1", at=(0, 1), hp=hp),
        hero("a2", at=(1, -1), hp=hp),
        foe("e1", at=(0, 0), combat=1, targets=2, skills=()),
        turn=None,
        asks_all=False,
    ).rolls(*(["enemy:1"] if spared else []))
    told = [event for event in scene.events(Spared) if event.why == "enemy.target"]
    assert [[one.key for one in event.taken] for event in told] == ([["a1"]] if spared else [])
    assert ("enemy.target" in [question.why for question in scene.questions]) is not spared
