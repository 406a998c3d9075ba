"""Attempts to engage beyond the worked cases."""

import msgspec
import pytest

from protocol import skirmish as ev
from protocol.ids import UnitId
from server.rules.skirmish.components import Board, MeleeWeapon
from server.rules.skirmish.kernel.state import Variant
from tests.rules.skirmish.invariants import broken
from tests.rules.skirmish.table import Table, block, board, declared, unit, waiting


def behind_step(x: float) -> Board:
    """A board with a step of an inch before a place, over which nobody sees who lies there."""
    return board(block("step", (x - 0.6, x - 0.5), (0, 36), 1, opaque=True))


@pytest.mark.rule("SK-31", "SK-39", "SK-119", "SK-120")
def test_an_attempt_is_told_in_the_order_of_its_steps_and_asks_nothing_more() -> None:
    match = Table(unit("a", "infantry", 10, 10), unit("t", "zombie", 16, 10), waiting(), dice=(10,))
    before = len(match.log)
    match.engage("a", "t")
    told = [type(event) for event in match.log[before:]]
    wanted = [
        ev.EngageDeclared,
        ev.FearChecked,
        ev.DistanceSet,
        ev.PathMeasured,
        ev.NobodyIntercepted,
        ev.UnitPathed,
        ev.PairsMade,
        ev.EngageSucceeded,
    ]
    assert [kind for kind in told if kind in wanted] == wanted
    assert match.asked.why == "match.engage"


@pytest.mark.rule("SK-19")
def test_no_length_leaves_the_server_before_the_path_is_measured() -> None:
    """Every byte that a seat is sent until then: questions, events, the diff, a refusal."""
    match = Table(unit("a", "infantry", 10, 10), unit("t", "infantry", 17.123, 10), waiting())
    sent: list[object] = [match.play.questions, list(match.log)]
    sent.append(match.refused(*declared("a", "t", choice=2, checks=())))
    sent.append(match.play.ruleset.preview(match.state, "engage", UnitId("a"), ("target:t",)))
    match.engage("a", "t")
    at = next(n for n, event in enumerate(match.log) if isinstance(event, ev.PathMeasured))
    sent.append(match.log[:at])
    assert 6_123 not in _numbers(msgspec.msgpack.decode(msgspec.msgpack.encode(sent)))
    assert match.told(ev.PathMeasured)[0].length == 6_123


def _numbers(data: object) -> set[int]:
    """Every number in plain data, and every one that a text holds."""
    match data:
        case bool():
            return set()
        case int():
            return {data}
        case str():
            digits = "".join(sign if sign.isdigit() else " " for sign in data)
            return {int(word) for word in digits.split()}
        case list():
            return set().union(*map(_numbers, data)) if data else set()
        case dict():
            return _numbers([*data, *data.values()])
        case _:
            return set()


@pytest.mark.rule("SK-30")
@pytest.mark.parametrize("injury", ["", "staggered", "dazed", "stunned"])
def test_any_enemy_may_be_a_target_whatever_its_state(injury: str) -> None:
    match = Table(
        unit("a", "infantry", 10, 10), unit("t", "underrat", 14, 10, injury=injury), waiting()
    )
    assert "target:t" in match.offered()
    match.engage("a", "t")
    assert match.engaged() == {"a-t"}


@pytest.mark.rule("SK-23")
def test_the_engage_phase_follows_upkeep_at_once() -> None:
    match = Table(unit("a", "infantry", 10, 10), unit("t", "underrat", 20, 10), phase="upkeep")
    assert [each.phase for each in match.told(ev.PhaseEntered)] == ["engage"]
    assert match.asked.why == "match.engage"


@pytest.mark.rule("SK-37", "SK-80")
def test_a_torch_gives_advantage_on_the_roll_and_no_state_takes_it() -> None:
    torch = MeleeWeapon("torch", "Torch", 1, 5, seeks=True)
    bearer = msgspec.structs.replace(unit("a", "infantry", 10, 10), melee=(torch,))
    lying = unit("t", "underrat", 17, 10, injury="dazed")
    match = Table(bearer, lying, waiting(), on=behind_step(17), dice=(2, 7))
    match.engage("a", "t")
    assert match.told(ev.DistanceSet)[0].face == 7
    slow = unit("a", "infantry", 10, 10, injury="staggered")
    other = Table(slow, lying, waiting(), on=behind_step(17), dice=(20,))
    other.engage("a", "t")
    assert other.told(ev.DistanceSet)[0].face == 20, "one die: staggered spoils checks alone"


@pytest.mark.rule("SK-38", "SK-22")
def test_one_hidden_target_of_several_takes_the_roll() -> None:
    units = (
        unit("a", "infantry", 10, 10),
        unit("t", "underrat", 14, 9.4),
        unit("u", "underrat", 14, 10.6, injury="dazed"),
    )
    match = Table(*units, waiting(), on=behind_step(14), dice=(16,))
    match.engage("a", "t", "u")
    assert match.told(ev.DistanceSet)[0].face == 16
    assert match.engaged() == {"a-t", "a-u"}


@pytest.mark.rule("SK-47", "SK-11")
def test_an_enemy_that_was_not_named_and_is_touched_is_engaged_too() -> None:
    units = (
        unit("a", "infantry", 10, 10),
        unit("t", "underrat", 16, 10),
        unit("u", "underrat", 15, 11),
        unit("v", "underrat", 15, 9),
    )
    match = Table(*units, waiting())
    match.engage("a", "t")
    match.answer()  # nobody intercepts
    assert match.at("a") == (15, 10)
    assert match.engaged() == {"a-t", "a-u", "a-v"}


@pytest.mark.rule("SK-28")
@pytest.mark.parametrize("may", [True, False])
def test_who_carries_treasure_engages_where_the_table_says_so(may: bool) -> None:
    match = Table(
        unit("a", "infantry", 10, 10, token="gold"),
        unit("t", "underrat", 20, 10),
        waiting(),
        tokens={"gold": (0, 0, 0)},
        variant=Variant(carriers_engage=may),
    )
    assert ("unit:a" in match.offered()) is may


@pytest.mark.rule("SK-49", "SK-56")
def test_one_interceptor_steps_where_its_player_says_if_that_serves() -> None:
    units = (
        unit("a", "infantry", 10, 10),
        unit("t", "underrat", 18, 10),
        unit("i", "underrat", 13, 12),
        unit("u", "underrat", 15, 12),
    )
    match = Table(*units, waiting())
    match.engage("a", "t")
    assert match.asked.to == ("2",)
    assert match.offered() == ["i", "u"]
    match.answer("u")
    assert "path" in match.refused("15000,12000,0")
    match.answer("15000,10900,0")
    assert match.engaged() == {"a-u"}
    assert match.asked.why == "match.engage"


@pytest.mark.rule("SK-59")
@pytest.mark.parametrize(("die", "met"), [(10, {"a-i"}), (9, set())])
def test_a_check_before_the_interceptor_is_rolled_and_may_fail(die: int, met: set[str]) -> None:
    house = board(block("house", (12, 20), (4, 16), 3))
    units = (
        unit("a", "infantry", 11, 10),
        unit("t", "underrat", 17, 10, 3),
        unit("i", "underrat", 14, 11.5, 3),
    )
    match = Table(*units, waiting(), on=house, dice=(die,))
    match.engage("a", "t", choice=2, checks=("climb:house",))
    match.answer("i")
    if match.asked.why == "match.intercept.place":
        match.answer(match.offered()[0])
    assert match.engaged() == met
    assert bool(match.told(ev.EngageFailed)) is not bool(met)


@pytest.mark.rule("SK-57", "SK-12")
def test_who_is_intercepted_in_the_middle_of_an_ally_stands_beside_it() -> None:
    units = (
        unit("a", "infantry", 10, 10),
        unit("b", "infantry", 13.6, 10),
        unit("t", "underrat", 18, 10),
        unit("i", "underrat", 14.6, 12),
    )
    match = Table(*units, waiting())
    match.engage("a", "t")
    match.answer("i")
    match.answer("14600,10900,0")
    assert list(broken(match.state)) == []
    assert match.engaged() == {"a-i"}


@pytest.mark.rule("SK-66")
@pytest.mark.parametrize(
    ("dice", "injury", "met"), [((9, 1), "", {"a-t"}), ((9, 8), "dazed", {"a-t"})]
)
def test_a_failed_dive_in_contact_engages_without_advantage(
    dice: tuple[int, ...], injury: str, met: set[str]
) -> None:
    roof = board(block("roof", (0, 10), (8, 12), 4))
    match = Table(
        unit("a", "infantry", 6, 10, 4),
        unit("t", "underrat", 11.5, 10),
        waiting(),
        on=roof,
        dice=dice,
    )
    match.engage("a", "t", choice=3, checks=("down:roof",))
    assert match.engaged() == met
    assert match.unit("a").injury == injury
    assert not match.unit("a").did("jumped")
    assert match.unit("a").did("charged")


@pytest.mark.rule("SK-73")
def test_several_targets_one_check_before_and_one_of_each_after() -> None:
    units = unit("t", "zombie", 16, 9.4), unit("u", "zombie", 16, 10.6)
    match = Table(unit("a", "infantry", 10, 10), *units, waiting(), dice=(10,))
    match.engage("a", "t", "u")
    assert len(match.told(ev.FearChecked)) == 1
    brave = unit("t", "infantry", 16, 9.4), unit("u", "infantry", 16, 10.6)
    other = Table(unit("a", "zombie", 10, 10), *brave, waiting(), dice=(10, 9))
    other.engage("a", "t", "u")
    assert [check.unit for check in other.told(ev.FearChecked)] == ["t", "u"]
    assert not other.unit("t").did("daunted")
    assert other.unit("u").did("daunted")


@pytest.mark.rule("SK-74")
def test_fear_of_an_interceptor_is_checked_at_the_contact() -> None:
    units = (
        unit("a", "infantry", 10, 10),
        unit("t", "infantry", 18, 10),
        unit("i", "zombie", 14, 12),
    )
    match = Table(*units, waiting(), dice=(9,))
    match.engage("a", "t")
    match.answer("i")
    match.answer(match.offered()[0])
    assert match.engaged() == {"a-i"}
    assert match.unit("a").did("daunted")
    assert not match.unit("i").did("daunted")


@pytest.mark.rule("SK-6", "SK-97")
@pytest.mark.parametrize(
    ("kind", "injury", "reach", "failing"),
    [
        ("skeleton", "", 10_500, 7_000),
        ("skeleton", "staggered", 6_000, 4_000),
        ("infantry", "staggered", 4_500, 3_000),
        ("reaper", "", 13_500, 9_000),
        ("reaper", "staggered", 7_500, 5_000),
    ],
)
def test_halves_stay_and_staggered_rounds_up(
    kind: str, injury: str, reach: int, failing: int
) -> None:
    match = Table(
        unit("a", kind, 10, 10, injury=injury),
        unit("t", "zombie", 34, 10, injury="dazed"),
        waiting(),
        dice=(20, 20),
    )
    match.dice.left[:] = [20, 20] if kind == "infantry" else []
    match.engage("a", "t")
    (distance,) = match.told(ev.DistanceSet)
    assert (distance.reach, distance.failing) == (reach, failing)


@pytest.mark.rule("SK-44", "SK-85", "SK-87")
def test_a_failed_attempt_that_ends_in_the_air_falls_without_a_check() -> None:
    roofs = board(block("one", (0, 10), (0, 4), 3), block("two", (12.5, 36), (0, 4), 3))
    match = Table(
        unit("a", "infantry", 5, 2, 3),
        unit("t", "underrat", 30, 2, 3),
        waiting(),
        on=roofs,
        dice=(1,),
    )
    match.engage("a", "t", choice=2, checks=("across:one:two",))
    assert not match.told(ev.CheckMade)
    assert match.told(ev.UnitFell)[0].height == 3_000
    assert match.told(ev.UnitFell)[0].total == 3, "1, and 2 for the full inch above 2"
    assert match.at("a")[2:] == ()


@pytest.mark.rule("SK-16", "SK-52", "SK-57")
def test_nobody_is_asked_to_step_beside_a_climb_where_the_climber_is_never_met() -> None:
    """Given a unit at the foot of a wall, and an enemy beside it on the ground, when it climbs to
    engage somebody above, then that enemy cannot intercept: whatever place it took, the climber
    would not come to it."""
    house = board(block("house", (14, 20), (8, 12), 3))
    match = Table(
        unit("a", "infantry", 13.5, 10),
        unit("t", "underrat", 16, 10, 3),
        unit("u", "underrat", 13.5, 12.6),
        waiting(),
        on=house,
        dice=(20,),
    )
    match.engage("a", "t", choice=2, checks=("climb:house",))
    assert match.told(ev.NobodyIntercepted)
    assert match.engaged() == {"a-t"}
