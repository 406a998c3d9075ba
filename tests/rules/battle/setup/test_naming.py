"""What adventurers are called: as their players say, else by a name of their race."""

import msgspec

from protocol.ids import SeatId, UnitId
from server.rules.battle.kernel.state import Settings
from server.rules.content.catalogue import catalogue
from tests.scene import Scene

WISHED = SeatId("1")


def made(encounter: str = "plain-clash", names: dict[SeatId, str] | None = None) -> Scene:
    """Two Nords, each made ready by its seat."""
    scene = Scene.fresh("1", "2", encounter=encounter, names=names, asks_all=False)
    scene.rolls(*[0] * 200)
    for seat in "12":
        scene.answer("create.ready", "own", by=seat)
        scene.answer("create.race", "nord", by=seat)
        scene.answer("create.line", "suggest", by=seat)
    return scene


def names_of(scene: Scene) -> list[str]:
    return [scene.state.units[UnitId(unit)].name for unit in ("a1", "a2")]


def test_who_is_not_named_gets_a_name_of_the_race_and_two_never_the_same() -> None:
    first, second = names_of(made(names={}))
    assert {first, second} <= set(catalogue().races["nord"].names)
    assert first != second
    assert names_of(made(names={})) == [first, second]


def test_another_encounter_suggests_other_names() -> None:
    assert names_of(made(names={})) != names_of(made("three-seals", names={}))


def test_a_players_wish_goes_before_the_suggestion_and_is_nobody_elses_name() -> None:
    """Given a first seat that wants the very name that the second would have got."""
    _, second = names_of(made(names={}))
    wished = made(names={WISHED: second})
    assert names_of(wished)[0] == second
    assert names_of(wished)[1] != second
    assert names_of(wished)[1] in catalogue().races["nord"].names


def test_adventurers_of_older_battles_bear_race_and_seat() -> None:
    """Given the settings of a journal that was written before adventurers had names."""
    before = msgspec.convert({"encounter": "plain-clash"}, Settings)
    assert before.names is None
    assert names_of(made(names=before.names)) == ["Nord (1)", "Nord (2)"]
