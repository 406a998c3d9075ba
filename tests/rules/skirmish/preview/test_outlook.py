"""What is in sight from where a unit stands."""

import pytest

from protocol.ids import UnitId
from protocol.previews import ALL_WAYS, Outlook, Sighting
from server.rules.skirmish.components import Spot
from tests.rules.skirmish.table import Table, block, board, unit, waiting


def seen(match: Table, name: str, *picks: str) -> dict[str, Sighting]:
    found = match.play.ruleset.preview(match.state, "sight", UnitId(name), picks)
    assert isinstance(found, Outlook)
    return {one.unit: one for one in found.enemies}


WALL = board(block("wall", (14, 15), (0, 10.2), 3, opaque=True))


@pytest.mark.rule("SK-20")
def test_each_enemy_is_in_the_open_in_cover_or_hidden() -> None:
    """Given a wall, when a unit looks about, then who stands behind it is hidden, who stands
    at its end is in cover, and all others are in the open."""
    match = Table(
        unit("a", "infantry", 10, 10),
        unit("t", "underrat", 20, 5),
        unit("u", "underrat", 20, 10.5),
        unit("v", "underrat", 10, 20),
        waiting(),
        on=WALL,
    )
    told = seen(match, "a")
    assert {name: one.sight for name, one in told.items()} == {
        "t": "hidden",
        "u": "cover",
        "v": "open",
    }
    assert not any(one.shot for one in told.values()), "who has no bow"


@pytest.mark.rule("SK-20")
def test_from_a_point_one_sees_what_one_will_see_there() -> None:
    """Given a wall, when a unit thinks of standing beyond it, then it sees from there; and where
    nobody can stand, nothing is told."""
    match = Table(unit("a", "infantry", 10, 10), unit("t", "underrat", 20, 5), waiting(), on=WALL)
    assert seen(match, "a", "17000,15000")["t"].sight == "open"
    assert seen(match, "a", "10000,5000")["t"].sight == "hidden"
    ask = match.play.ruleset.preview
    for point in ("99000000,1", "20000,5000", "here"):
        assert ask(match.state, "sight", UnitId("a"), (point,)) is None


@pytest.mark.rule("SK-107", "SK-112")
def test_a_shot_is_told_with_what_it_does() -> None:
    """Given a bow, when a unit looks about, then 14 or more hits, a rat stops it with 18, or 15 in
    cover or after a move, and what comes through is told."""
    match = Table(
        unit("a", "infantry", 10, 10, arms=("bow",)),
        unit("t", "underrat", 10, 20),
        unit("u", "underrat", 20, 10.5),
        waiting(),
        on=WALL,
    )
    told = seen(match, "a")
    open_, cover = told["t"], told["u"]
    assert open_.shot
    assert cover.shot
    assert (open_.hits, cover.hits) == (3_500, 3_500)
    # 7 of 20 hit, once more on a 20; 17 of 20 come through, and without cover.
    one = 0.35 * 0.85
    both = 0.05 * (1 - (1 - 0.85) * (1 - one)) + 0.30 * 0.85
    assert ALL_WAYS - open_.shot.unhurt == pytest.approx(ALL_WAYS * both, abs=2)
    assert cover.shot.unhurt > open_.shot.unhurt
    moved = seen(match, "a", "10500,10000")["t"].shot
    assert moved
    assert moved.unhurt == cover.shot.unhurt


@pytest.mark.rule("SK-104", "SK-105")
def test_who_may_not_shoot_is_told_no_shot() -> None:
    """Given a unit that has run, and an enemy in a melee, when they are looked at, then no shot is
    told."""
    match = Table(
        unit("a", "infantry", 10, 10, arms=("bow",), marks=("ran",)),
        unit("b", "infantry", 10, 12, arms=("bow",)),
        unit("c", "infantry", 10, 21),
        unit("t", "underrat", 10, 20),
        waiting(),
        pairs=(("c", "t"),),
    )
    assert seen(match, "a")["t"].shot is None
    assert seen(match, "b")["t"].shot is None
    assert seen(match, "b")["t"].sight == "open"


@pytest.mark.rule("SK-21")
def test_a_shot_out_of_a_window_is_told_as_such() -> None:
    """Given a unit behind a wall with a window, when it looks about, then it sees nobody, and its
    shot is one out of the window."""
    house = board(
        block(
            "house", (14, 15), (0, 36), 3, opaque=True,
            windows=(Spot(14_000, 10_000, 1_000),),
        )
    )  # fmt: skip
    match = Table(
        unit("a", "infantry", 13.4, 10, arms=("bow",)),
        unit("t", "underrat", 20, 10),
        waiting(),
        on=house,
    )
    told = seen(match, "a")["t"]
    assert (told.sight, told.window) == ("hidden", True)
    assert told.shot
