"""Turns and phases, moves, upkeep and the end of a match."""

import re

import msgspec
import pytest

from protocol import skirmish as ev
from server.rules.skirmish.kernel.state import Unit
from server.rules.skirmish.kernel.stats import radius_of
from server.rules.skirmish.turn import upkeep
from tests.rules.skirmish.matches import RandomMatch
from tests.rules.skirmish.table import ONE, TWO, Table, block, board, point, unit, waiting


def phases(match: Table) -> list[str]:
    return [each.phase for each in match.told(ev.PhaseEntered)]


@pytest.mark.rule("SK-1")
def test_sides_take_turns_until_one_routs() -> None:
    match = Table(unit("a", "infantry", 10, 10), unit("t", "underrat", 30, 30), phase="end")
    assert [each.side for each in match.told(ev.SideTurnBegan)] == [TWO]
    while len(match.told(ev.SideTurnBegan)) < 3:
        match.answer()
    assert [each.side for each in match.told(ev.SideTurnBegan)] == [TWO, ONE, TWO]


@pytest.mark.rule("SK-2", "SK-82")
def test_the_first_turn_is_a_move_without_running_and_the_second_is_complete() -> None:
    units = unit("a", "infantry", 10, 10), unit("t", "underrat", 30, 30)
    match = Table(*units, phase="begin", turn=0)
    assert phases(match) == ["move"]
    assert "run:a" not in match.offered()
    assert "move:a" in match.offered()
    match.answer()
    assert phases(match) == ["move", "end", "begin", "upkeep", "engage"]
    assert match.state.active == TWO


@pytest.mark.rule("SK-3")
def test_deployment_and_vanguard_by_the_side_that_begins() -> None:
    units = unit("a", "infantry"), unit("b", "assassin"), unit("t", "assassin")
    match = Table(*units, phase="first", turn=0, dice=(7, 7, 3, 9))
    assert match.state.first == TWO
    assert (match.asked.to, match.asked.about) == ((TWO,), "t")
    match.answer("5000,35000,0")
    assert match.at("t") == (5, 35)
    match.answer()
    assert match.unit("a").at is not None
    assert [match.asked.about, match.asked.why] == ["t", "match.go"]
    match.answer("5000,30000,0")
    assert match.at("t") == (5, 30)
    assert match.asked.about == "b"
    match.answer()
    assert phases(match)[-1] == "move"


@pytest.mark.rule("SK-3", "SK-12", "SK-7")
@pytest.mark.parametrize("point_", ["5000,20000,0", "5000,1000,9000", "36001,1000,0"])
def test_a_unit_is_placed_in_its_zone(point_: str) -> None:
    match = Table(unit("a", "infantry"), unit("t", "underrat", 5, 35), phase="deploy", turn=0)
    assert "bounds" in match.refused(point_)


@pytest.mark.rule("SK-12")
def test_a_unit_stands_where_nobody_and_nothing_is_in_the_way() -> None:
    wall = board(block("wall", (20, 21), (0, 3), 2, climbable=False, impassable=True))
    match = Table(
        unit("a", "infantry", 10, 1),
        unit("b", "infantry"),
        unit("t", "underrat", 5, 35),
        phase="deploy",
        turn=0,
        on=wall,
    )
    assert "Somebody" in match.refused("10500,1000,0")
    assert "wall" in match.refused("20500,1000,0")
    match.answer("11000,1000,0")
    assert match.at("b") == (11, 1)


@pytest.mark.rule("SK-4")
def test_a_pick_is_resolved_before_the_next_one_and_a_pass_ends_the_phase() -> None:
    match = Table(
        unit("a", "infantry", 10, 10),
        unit("b", "infantry", 20, 10),
        unit("t", "underrat", 30, 30),
        phase="move",
    )
    match.answer("move:a")
    match.answer("10000,14000,0")
    assert match.at("a") == (10, 14)
    assert match.offered()[:2] == ["move:b", "run:b"]
    match.answer()
    assert phases(match)[0] == "cast"


@pytest.mark.rule("SK-81", "SK-82")
def test_who_may_move_and_who_may_run() -> None:
    units = (
        unit("a", "infantry", 5, 5, marks=("tried",)),
        unit("b", "infantry", 10, 5, injury="stunned"),
        unit("c", "infantry", 15, 5),
        unit("d", "infantry", 20, 5),
        unit("e", "zombie", 25, 5),
        unit("e2", "infantry", 30, 5, token="gold"),
        unit("e3", "infantry", 33, 5, injury="dazed"),
        unit("t", "underrat", 16, 5),
        unit("u", "underrat", 21, 5, injury="dazed"),
    )
    match = Table(*units, phase="move", pairs=(("c", "t"), ("d", "u")), tokens={"gold": (0, 0, 0)})
    moves = [key for key in match.offered() if key.startswith(("move:", "run:"))]
    assert moves == ["move:d", "run:d", "move:e", "move:e2", "move:e3"]


@pytest.mark.rule("SK-82", "SK-89", "SK-17")
def test_a_run_is_half_as_long_again_and_difficult_ground_takes_two_inches() -> None:
    mud = board(block("mud", (0, 36), (12, 13), 0, footing="difficult"))
    match = Table(
        unit("a", "infantry", 10, 10), unit("t", "underrat", 30, 34), phase="move", on=mud
    )
    match.answer("run:a")
    match.refused("10000,19000,0")
    match.answer("10000,17000,0")
    assert [each.mark for each in match.told(ev.UnitMarked)] == ["ran"]
    open_ = Table(unit("a", "infantry", 10, 10), unit("t", "underrat", 30, 34), phase="move")
    open_.answer("run:a")
    open_.refused("10000,19001,0")
    open_.answer("10000,19000,0")
    assert open_.at("a") == (10, 19)


@pytest.mark.rule("SK-83", "SK-19")
def test_no_move_ends_in_contact_with_an_enemy_and_no_refusal_says_how_far_it_is() -> None:
    match = Table(unit("a", "infantry", 10, 10), unit("t", "underrat", 14, 10), phase="move")
    match.answer("move:a")
    assert "Engage" in match.refused("13000,10000,0")
    assert "9." not in match.refused("10000,19123,0")
    match.answer("12900,10000,0")
    assert match.engaged() == set()


@pytest.mark.rule("SK-95", "SK-11")
def test_a_dazed_unit_leaves_by_an_inch_where_its_enemy_has_another_target() -> None:
    units = (
        unit("a", "infantry", 10, 10, injury="dazed"),
        unit("b", "infantry", 12, 10),
        unit("t", "underrat", 11, 10),
    )
    match = Table(*units, waiting(), phase="move", pairs=(("a", "t"), ("b", "t")))
    match.answer("move:a")
    match.refused("8900,10000,0")
    match.answer("9000,10000,0")
    assert match.engaged() == {"b-t"}
    alone = Table(units[0], units[2], waiting(), phase="move", pairs=(("a", "t"),))
    assert "move:a" not in alone.offered()


@pytest.mark.rule("SK-85", "SK-87", "SK-88")
def test_a_failed_jump_across_falls_below_the_take_off() -> None:
    roofs = board(block("one", (0, 10), (0, 4), 3), block("two", (12.5, 22), (0, 4), 3))
    match = Table(
        unit("a", "infantry", 8, 2, 3),
        unit("t", "underrat", 30, 34),
        phase="move",
        on=roofs,
        dice=(9, 12),
    )
    match.answer("move:a", "across:one:two")
    match.answer("13500,2000,3000")
    assert match.at("a")[2:] == ()
    assert match.told(ev.UnitFell)[0].total == 14
    assert match.unit("a").injury == "dazed"


@pytest.mark.rule("SK-90")
def test_armour_drowns_in_deep_water_and_who_goes_down_in_water_is_lost() -> None:
    lake = board(block("lake", (0, 36), (12, 14), 0, footing="deep"))
    match = Table(
        unit("a", "infantry", 10, 10, armour="light"),
        unit("b", "infantry", 20, 10),
        unit("t", "underrat", 30, 34),
        phase="move",
        on=lake,
    )
    match.answer("run:b")
    match.answer("20000,13000,0")
    assert match.at("b") == (20, 13)
    match.answer("run:a")
    match.answer("10000,13000,0")
    assert match.unit("a").is_lost


@pytest.mark.rule("SK-90", "SK-98")
def test_who_drowns_drops_its_treasure_where_its_base_met_the_deep_water() -> None:
    """Given a lake 2 inches ahead, when a unit in armour would move 4 into it, then it and what it
    carried come no farther than the shore."""
    lake = board(block("lake", (0, 36), (12, 18), 0, footing="deep"))
    match = Table(
        unit("a", "infantry", 10, 10, armour="light", token="gold"),
        unit("t", "underrat", 30, 34),
        phase="move",
        on=lake,
        tokens={"gold": (10_000, 10_000, 0)},
    )
    match.answer("move:a")
    match.answer("10000,14000,0")
    shore = 12_000 - radius_of(match.unit("a"))  # where its base begins to overlap
    assert match.unit("a").is_lost
    x, y, z = match.state.tokens["gold"].at
    assert (x, z) == (10_000, 0)
    assert shore <= y <= shore + 1
    assert match.told(ev.UnitPathed)[0].way[-1] == (x, y, z)


@pytest.mark.rule("SK-114", "SK-96")
def test_recovery_by_one_state_and_staggered_until_the_turn_ends() -> None:
    units = (
        unit("a", "infantry", 5, 5, injury="stunned"),
        unit("b", "infantry", 10, 5, injury="dazed"),
        unit("c", "infantry", 15, 5, injury="staggered"),
        unit("t", "underrat", 30, 30, injury="stunned"),
    )
    match = Table(*units, phase="upkeep")
    assert [match.unit(name).injury for name in "abct"] == ["dazed", "staggered", "", "stunned"]
    match.until("match.move")
    match.answer()
    assert match.unit("b").injury == ""


def losers(count: int) -> list[Unit]:
    """Units of the active side that were lost."""
    return [unit(f"b{n}", "infantry", fell=2) for n in range(count)]


@pytest.mark.rule("SK-113", "SK-98")
@pytest.mark.parametrize(
    ("lost", "dice", "asked"), [(5, (), False), (6, (8,), True), (7, (9,), True)]
)
def test_a_rout_check_at_the_threshold_and_one_worse_for_each_loss_above(
    lost: int, dice: tuple[int, ...], asked: bool
) -> None:
    units = [unit("a", "captain", 5, 5), unit("t", "underrat", 30, 30)]
    match = Table(*units, *losers(lost), phase="upkeep", dice=dice)
    assert (match.asked.why == "match.rout") is asked
    assert not match.play.over


@pytest.mark.rule("SK-113", "SK-1")
def test_who_fails_a_rout_check_or_has_no_hero_left_loses() -> None:
    units = [unit("a", "captain", 5, 5), unit("t", "underrat", 30, 30)]
    match = Table(*units, *losers(7), phase="upkeep", dice=(8,))
    assert (match.state.winner, match.state.how) == (TWO, "routed")
    assert match.play.over
    alone = Table(unit("a", "infantry", 5, 5), units[1], *losers(6), phase="upkeep")
    assert alone.state.winner == TWO


@pytest.mark.rule("SK-113", "SK-1")
def test_a_side_with_nobody_left_loses_however_few_it_had() -> None:
    gone = unit("a", "captain", fell=2)
    match = Table(gone, unit("t", "underrat", 30, 30), phase="upkeep")
    assert match.state.winner == TWO


@pytest.mark.rule("SK-113")
def test_who_passes_may_rout_all_the_same() -> None:
    units = [unit("a", "captain", 5, 5), unit("t", "underrat", 30, 30)]
    match = Table(*units, *losers(6), phase="upkeep", dice=(20,))
    match.answer("rout")
    assert match.state.winner == TWO


@pytest.mark.rule("SK-98", "SK-113")
def test_large_units_count_twice_and_treasure_in_enemy_hands_once() -> None:
    units = [
        unit("a", "infantry", 5, 5),
        unit("b", "bone-giant", fell=1),
        unit("c", "infantry", fell=1),
        unit("t", "underrat", 30, 30, token="gold"),
    ]
    match = Table(*units, phase="move", tokens={"gold": (0, 0, 0)})
    assert upkeep.losses(match.state, ONE) == 4


@pytest.mark.rule("SK-115")
@pytest.mark.parametrize(("kind", "offered"), [("infantry", True), ("giant-rat", False)])
def test_who_touches_a_token_may_take_it(kind: str, offered: bool) -> None:
    match = Table(
        unit("a", kind, 5, 5),
        unit("t", "underrat", 30, 30),
        phase="upkeep",
        tokens={"gold": point(5.5, 5)},
    )
    assert (match.asked.why == "match.treasure") is offered
    if offered:
        match.answer("take")
        assert match.unit("a").token == "gold"


@pytest.mark.rule("SK-115")
@pytest.mark.parametrize(("die", "taken"), [(10, "gold"), (9, "")])
def test_an_enemy_near_the_token_forces_a_morale_check(die: int, taken: str) -> None:
    match = Table(
        unit("a", "infantry", 5, 5),
        unit("t", "underrat", 8, 5),
        phase="upkeep",
        tokens={"gold": point(5.5, 5)},
        dice=(die,),
    )
    match.answer("take")
    assert match.unit("a").token == taken


@pytest.mark.rule("SK-116")
@pytest.mark.parametrize(
    ("near", "dice", "kept"),
    [("t", (), TWO), ("a", (10,), ONE), ("a", (9,), ""), ("at", (16,), TWO), ("at", (15, 10), ONE)],
)
def test_treasure_that_lies_about_after_a_rout(near: str, dice: tuple[int, ...], kept: str) -> None:
    own = (12, 10) if "a" in near else (30, 2)
    foe = (8, 10) if "t" in near else (30, 34)
    match = Table(
        unit("a", "infantry", *own),
        unit("t", "underrat", *foe),
        *losers(6),
        phase="upkeep",
        tokens={"gold": point(10, 10)},
        dice=dice,
    )
    assert match.state.winner == TWO
    assert match.state.tokens["gold"].kept == kept
    assert match.dice.left == []


@pytest.mark.rule("SK-117", "SK-5", "SK-8", "SK-1")
def test_a_match_holds_whole_numbers_and_nobody_but_the_two_warbands() -> None:
    match = RandomMatch(5)
    for _ in range(10):
        match.step()
    state = match.play.state
    assert {unit_.side for unit_ in state.units.values()} == set(state.sides)
    assert all(isinstance(each, int) for unit_ in state.units.values() for each in unit_.at or ())
    told = msgspec.json.encode(msgspec.msgpack.decode(match.states[-1]))
    assert not re.search(rb"[0-9][.][0-9]", told)
