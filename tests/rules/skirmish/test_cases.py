"""The 25 worked cases of the Engage Phase, C-01 to C-25, with the dice that they name.

A case fails if a die is left over or one more is drawn (`Dice`, and the end of each test).
"""

import math
from collections.abc import Iterator
from typing import Any

import pytest

from protocol import skirmish as ev
from protocol.ids import UnitId
from server.rules.skirmish.kernel.state import Unit
from tests.rules.skirmish.table import Table, block, board, declared, ladder, unit, waiting

NEAR = 0.011  # inches: the tolerance of the cases, and a mil of rounding


def infantry(name: str, *at: float, **more: Any) -> Unit:
    return unit(name, "infantry", *at, **more)


def rat(name: str, *at: float, **more: Any) -> Unit:
    return unit(name, "underrat", *at, **more)


SWORD = ("sword",)

made: list[Table] = []


@pytest.fixture(autouse=True)
def no_die_is_left() -> Iterator[None]:
    made.clear()
    yield
    assert [table.dice.left for table in made] == [[]] * len(made)


def table(*units: Unit, **more: Any) -> Table:
    """A table at which somebody else may still make an attempt, so that the phase stays open."""
    made.append(Table(*units, waiting(), **more))
    return made[-1]


def unseen(*units: Unit, **more: Any) -> Table:
    """The same where the target lies behind a step of an inch: nobody sees over it, and everybody
    walks over it.
    """
    x = units[-1].at[0] / 1000 if units[-1].at else 0
    step = block("step", (x - 0.6, x - 0.5), (0, 36), 1, opaque=True)
    return table(*units, on=board(step), **more)


@pytest.mark.rule("SK-35", "SK-17", "SK-40", "SK-27", "SK-109")
def test_c01_reach_exactly_at_one_and_a_half_move() -> None:
    match = table(infantry("a", 10, 10, arms=SWORD), rat("t", 20, 10, arms=SWORD))
    match.engage("a", "t")
    (measured,) = match.told(ev.PathMeasured)
    (distance,) = match.told(ev.DistanceSet)
    assert (measured.length, distance.reach) == (9_000, 9_000)
    assert match.at("a") == (19, 10)
    assert match.engaged() == {"a-t"}
    match.dice.left += [1, 1, 1, 1]  # both miss, in this turn and in the next one
    match.answer()
    assert "move:a" not in match.offered()
    match.answer()
    assert [combat.order for combat in match.told(ev.CombatBegan)] == [("a", "t"), ("t", "a")]


@pytest.mark.rule("SK-42", "SK-43", "SK-26")
def test_c02_just_too_far() -> None:
    match = table(infantry("a", 10, 10, arms=("bow",)), rat("t", 20.1, 10))
    match.engage("a", "t")
    assert match.at("a") == (16, 10)
    assert match.engaged() == set()
    match.answer()
    assert "move:a" not in match.offered()
    match.answer()
    assert not any(question.why == "match.shoot" for question in match.play.questions)


@pytest.mark.rule("SK-36", "SK-17", "SK-42", "SK-43")
@pytest.mark.parametrize(
    ("far", "die", "ends", "succeeds"),
    [
        pytest.param(14, 1, 13, True, id="c03"),
        pytest.param(15, 5, 13, False, id="c04"),
        pytest.param(17, 6, 16, True, id="c05"),
        pytest.param(18, 15, 16, False, id="c06"),
        pytest.param(20, 16, 19, True, id="c07"),
        pytest.param(20.5, 20, 16, False, id="c08"),
    ],
)
def test_c03_to_c08_out_of_sight(far: float, die: int, ends: float, succeeds: bool) -> None:
    match = unseen(infantry("a", 10, 10), rat("t", far, 10, injury="dazed"), dice=(die,))
    match.engage("a", "t")
    assert match.told(ev.DistanceSet)[0].face == die
    assert match.at("a") == (ends, 10)
    assert match.engaged() == ({"a-t"} if succeeds else set())


@pytest.mark.rule("SK-24", "SK-25", "SK-26", "SK-2")
def test_c09_attempts_and_bars() -> None:
    units = (
        infantry("a", 5, 5),
        infantry("b", 10, 10),
        infantry("c", 15, 5, injury="dazed"),
        infantry("d", 20, 5, injury="stunned"),
        rat("t", 6, 5),
        rat("u", 20.5, 10),
    )
    match = Table(*units, pairs=(("a", "t"),))
    assert [key for key in match.offered() if key.startswith("unit:")] == ["unit:b"]
    match.engage("b", "u")
    assert match.asked.why != "match.engage"
    first = Table(*units[1:2], units[-1], phase="begin", turn=0)
    assert [phase.phase for phase in first.told(ev.PhaseEntered)] == ["move"]


ROOFS = board(
    block("roof-a", (0, 10), (0, 4), 3),
    block("roof-b", (12.5, 22), (0, 4), 3),
    ladder("one", 5, 4.5, 3),
    ladder("two", 17, 4.5, 3),
)


@pytest.mark.rule("SK-32", "SK-13", "SK-41")
def test_c10_a_jump_across() -> None:
    match = table(infantry("a", 7, 2, 3), rat("t", 16, 2, 3), on=ROOFS, dice=(10,))
    match.engage("a", "t", choice=2, checks=("across:roof-a:roof-b",))
    assert match.told(ev.PathMeasured)[0].length == 8_000
    assert match.at("a") == (15, 2, 3)
    assert match.engaged() == {"a-t"}
    other = table(infantry("a", 7, 2, 3), rat("t", 16, 2, 3), on=ROOFS)
    other.engage("a", "t")
    assert other.told(ev.EngageFailed)[0].why == "short"
    assert other.engaged() == set()


@pytest.mark.rule("SK-41", "SK-84", "SK-26")
def test_c11_a_climb_fails() -> None:
    house = board(block("house", (14, 20), (8, 12), 3), ladder("far", 20.5, 10, 3))
    match = table(infantry("a", 10, 10), rat("t", 16, 10, 3), on=house, dice=(9,))
    match.engage("a", "t", choice=2, checks=("climb:house",))
    assert match.told(ev.PathMeasured)[0].length == 8_000
    assert match.at("a") == (13.5, 10)
    assert not match.told(ev.UnitFell)
    assert match.told(ev.EngageFailed)[0].why == "check"
    match.answer()
    assert "move:a" not in match.offered()


@pytest.mark.rule("SK-32", "SK-33")
def test_c12_choice_two_must_be_shorter() -> None:
    crate = board(block("crate", (13.5, 14.5), (12.5, 13.5), 2))
    match = table(infantry("a", 10, 10), rat("t", 18, 10), on=crate)
    sentence = match.refused(*declared("a", "t", choice=2, checks=("climb:crate",)))
    assert "not shorter" in sentence
    assert not any(sign.isdigit() for sign in sentence)
    match.engage("a", "t")
    assert match.at("a") == (17, 10)


DIVE = board(block("roof", (0, 10), (8, 12), 4))


@pytest.mark.rule("SK-63", "SK-13", "SK-86")
def test_c13_a_dive_and_its_jump_attack() -> None:
    match = table(
        infantry("a", 6, 10, 4, arms=SWORD), rat("t", 11.5, 10, arms=SWORD), on=DIVE, dice=(10,)
    )
    match.engage("a", "t", choice=3, checks=("down:roof",))
    assert match.told(ev.PathMeasured)[0].length == 4_500
    assert match.at("a") == (10.5, 10)
    assert match.engaged() == {"a-t"}
    assert match.unit("a").did("jumped")
    match.dice.left += [2, 3, 1, 1, 1]  # two dice for the attack of this turn, one for any other
    match.answer()
    match.answer()
    attack = match.told(ev.AttackRolled)[0]
    assert (attack.dice, attack.counts) == ((2, 3), 3)
    assert not match.unit("a").did("jumped"), "the turn is over"


@pytest.mark.rule("SK-64", "SK-33", "SK-87", "SK-88", "SK-41")
@pytest.mark.parametrize(
    ("dice", "ends", "succeeds"), [((10,), (14, 10), True), ((9, 5), (13, 10), False)]
)
def test_c14_a_jump_down_beside_the_target(
    dice: tuple[int, ...], ends: tuple[float, float], succeeds: bool
) -> None:
    match = table(infantry("a", 6, 10, 4), rat("t", 15, 10), on=DIVE, dice=dice)
    match.refused(*declared("a", "t", choice=3, checks=("down:roof",)))
    match.engage("a", "t", choice=2, checks=("down:roof",))
    assert match.told(ev.PathMeasured)[0].length == 8_000
    assert match.at("a") == pytest.approx(ends, abs=NEAR)
    assert match.engaged() == ({"a-t"} if succeeds else set())
    assert not match.unit("a").did("jumped")
    assert [fell.total for fell in match.told(ev.UnitFell)] == ([] if succeeds else [9])
    assert match.unit("a").injury == ""


@pytest.mark.rule("SK-29", "SK-14")
def test_c15_the_way_through_an_ally_must_be_taken() -> None:
    match = table(infantry("a", 10, 10), infantry("b", 14.95, 10), rat("t", 19.9, 10))
    match.engage("a", "t")
    assert match.told(ev.PathMeasured)[0].length == 8_900
    assert match.at("a") == (18.9, 10)


@pytest.mark.rule("SK-14", "SK-15", "SK-42")
@pytest.mark.parametrize("injury", ["stunned", "dazed", "engaged"])
def test_c16_no_way_through_a_downed_or_engaged_ally(injury: str) -> None:
    is_engaged = injury == "engaged"
    ally = infantry("b", 14.95, 10, injury="" if is_engaged else injury)
    units = [infantry("a", 10, 10), ally, rat("t", 19.9, 10)]
    pairs: tuple[tuple[str, str], ...] = ()
    if is_engaged:
        units.append(rat("u", 14.95, 11))
        pairs = (("b", "u"),)
    match = table(*units, pairs=pairs)
    match.engage("a", "t")
    length = match.told(ev.PathMeasured)[0].length
    assert length == pytest.approx(9_103, abs=12)
    assert match.engaged() == ({"b-u"} if is_engaged else set())
    gone = match.told(ev.UnitPathed)[0].way
    assert match.at("a")[1] != 10
    assert len(gone) > 2


@pytest.mark.rule("SK-53", "SK-52", "SK-57", "SK-58")
def test_c17_an_intercept_and_its_place() -> None:
    match = table(
        infantry("a", 10, 10, arms=SWORD), rat("t", 18, 10), rat("i", 14, 12.9, arms=SWORD)
    )
    match.engage("a", "t")
    assert match.asked.why == "match.intercept"
    assert "through to" in match.asked.text, "whom it comes for is known to all"
    match.answer("i")
    match.answer("14000,10900,0")
    assert match.at("i") == (14, 10.9)
    assert match.at("a") == pytest.approx((13.564, 10), abs=NEAR)
    assert match.engaged() == {"a-i"}
    match.dice.left += [1, 1]
    match.answer()
    match.answer()
    assert match.told(ev.CombatBegan)[0].order == ("a", "i")


@pytest.mark.rule("SK-52", "SK-53", "SK-118")
@pytest.mark.parametrize("y", [13.1, 13])
def test_c18_too_far_to_intercept(y: float) -> None:
    match = table(infantry("a", 10, 10), rat("t", 18, 10), rat("i", 14, y))
    match.engage("a", "t")
    assert match.asked.why == "match.engage"
    assert match.told(ev.NobodyIntercepted)
    assert match.at("a") == (17, 10)


@pytest.mark.rule("SK-48", "SK-42")
def test_c19_a_failed_engage_is_not_intercepted() -> None:
    match = table(infantry("a", 10, 10), rat("t", 20.5, 10), rat("i", 13, 11.5))
    match.engage("a", "t")
    assert match.asked.why == "match.engage"
    assert match.at("a") == (16, 10)
    assert match.engaged() == set()


@pytest.mark.rule("SK-50")
def test_c20_units_that_cannot_intercept() -> None:
    units = (
        infantry("a", 8, 10),
        infantry("b", 10, 13),
        rat("t", 18, 10),
        rat("v", 12, 12, injury="dazed"),
        rat("w", 10, 12),
    )
    match = table(*units, rat("u", 14, 12, injury="stunned"), pairs=(("b", "w"),))
    match.engage("a", "t")
    assert match.asked.why == "match.engage"
    assert match.told(ev.PathMeasured)[0].length == 9_000
    assert match.at("a") == (17, 10)
    other = table(*units, rat("u", 14, 12, injury="staggered"), pairs=(("b", "w"),))
    other.engage("a", "t")
    assert (other.asked.why, other.offered()) == ("match.intercept", ["u"])


@pytest.mark.rule("SK-70", "SK-34", "SK-75")
@pytest.mark.parametrize(
    ("die", "has_captain", "succeeds"), [(9, False, False), (10, False, True), (9, True, True)]
)
def test_c21_the_target_causes_fear(die: int, has_captain: bool, succeeds: bool) -> None:
    captain = [unit("c", "captain", 8, 12)] if has_captain else []
    zombie = unit("t", "zombie", 16, 10)
    match = table(infantry("a", 10, 10), zombie, *captain, dice=(die,))
    match.engage("a", "t")
    assert match.at("a") == ((15, 10) if succeeds else (10, 10))
    assert match.engaged() == ({"a-t"} if succeeds else set())
    assert bool(match.told(ev.PathMeasured)) is succeeds
    assert match.unit("a").did("tried")
    assert len(match.told(ev.FearChecked)) == 1


@pytest.mark.rule("SK-71", "SK-28", "SK-35")
def test_c22_who_engages_causes_fear() -> None:
    match = table(unit("a", "zombie", 10, 10), infantry("t", 20, 10), dice=(8,))
    match.engage("a", "t")
    assert match.told(ev.DistanceSet)[0].reach == 9_000
    assert match.at("a") == (19, 10)
    assert match.unit("t").did("daunted")
    far = table(unit("a", "zombie", 10, 10), infantry("t", 20.1, 10))
    far.engage("a", "t")
    assert not far.told(ev.FearChecked)


@pytest.mark.rule("SK-72")
def test_c23_fear_against_fear() -> None:
    monster = unit("t", "zombie", 17, 10)
    match = table(unit("a", "zombie", 10, 10), monster)
    match.engage("a", "t")
    assert match.at("a") == (16, 10)
    assert not match.told(ev.FearChecked)
    assert not match.unit("t").did("daunted")


@pytest.mark.rule("SK-60", "SK-61", "SK-62")
def test_c24_two_targets() -> None:
    match = table(infantry("a", 8, 10), rat("t", 16, 9.4), rat("u", 16, 10.6))
    match.engage("a", "t", "u")
    assert match.at("a") == pytest.approx((15.2, 10), abs=NEAR)
    assert match.told(ev.PathMeasured)[0].length == pytest.approx(7_200, abs=10)
    assert match.engaged() == {"a-t", "a-u"}
    loose = table(infantry("a", 8, 10), rat("t", 16, 9), rat("u", 16, 11.15))
    loose.engage("a", "t", "u")
    assert loose.engaged() == {"a-t", "a-u"}
    apart = table(infantry("a", 8, 10), rat("t", 16, 8), rat("u", 16, 12))
    apart.refused(*declared("a", "t", "u"))


@pytest.mark.rule("SK-67", "SK-69", "SK-68")
@pytest.mark.parametrize("is_engaged", [False, True])
def test_c25_room_at_the_top_of_a_ladder(is_engaged: bool) -> None:
    platform = board(block("platform", (20, 24), (8, 12), 3), ladder("up", 19.5, 10, 3))
    units = [infantry("a", 15.5, 10), rat("t", 20.5, 10, 3)]
    if is_engaged:
        units.append(infantry("b", 20.5, 11, 3))
    match = table(*units, on=platform, pairs=(("b", "t"),) if is_engaged else ())
    match.engage("a", "t")
    assert match.told(ev.PathMeasured)[0].length == 7_000
    assert match.at("a") == (20, 10, 3)
    assert match.at("t") == (21, 10, 3)
    assert "a-t" in match.engaged()


@pytest.mark.rule("SK-69", "SK-45")
def test_who_finds_no_room_at_the_top_of_a_ladder_is_back_at_its_foot() -> None:
    """Given a platform on which nobody can make way, when somebody climbs up to who stands there,
    then the attempt fails, the target stays, and the climber is where it could stand last."""
    ledge = board(block("ledge", (20, 20.8), (9.5, 10.5), 3), ladder("up", 19.5, 10, 3))
    match = table(infantry("a", 15.5, 10), rat("t", 20.5, 10, 3), on=ledge)
    match.engage("a", "t")
    assert match.told(ev.EngageFailed) == [ev.EngageFailed(UnitId("a"), "room")]
    assert match.at("t") == (20.5, 10, 3)
    assert match.at("a") == (19.5, 10)
    assert match.engaged() == set()


@pytest.mark.rule("SK-84", "SK-45")
def test_who_fails_a_climb_stands_on_no_ally_at_the_foot_of_the_wall() -> None:
    """Given an ally at the foot of a wall, when a climb there fails, then the climber stops before
    the ally, and does not stand on it."""
    house = board(block("house", (20, 26), (6, 14), 3))
    units = [infantry("a", 15.5, 10), infantry("b", 19.5, 10), rat("t", 21.4, 10, 3)]
    match = table(*units, on=house, dice=(2,))
    match.engage("a", "t", choice=2, checks=("climb:house",))
    assert match.told(ev.EngageFailed) == [ev.EngageFailed(UnitId("a"), "check")]
    assert match.at("b") == (19.5, 10)
    assert math.dist(match.at("a"), (19.5, 10)) == pytest.approx(1, abs=NEAR)
