"""Warbands are deployed in their zones; a zone that is full is told in a sentence."""

import random
from contextlib import suppress

import pytest
from msgspec.structs import replace

from protocol.questions import Place, Question, options_of
from protocol.skirmish import UnitStationed
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.skirmish.components import Area, Recruit, Roster, Skill
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.geometry.standing import has_room
from server.rules.skirmish.kernel.space import body_of, ground_of
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.rules import SkirmishRules
from server.rules.skirmish.setup.beginning import start
from tests.rules.skirmish.table import ONE, TWO, Table, board, mil, unit
from tests.seeds import seeds


def zoned(width: float, depth: float) -> Area:
    """A zone of the first side at the lower edge, from 17 inches on."""
    return Area((mil(17), mil(17 + width)), (0, mil(depth)))


def deploying(count: int, zone: Area) -> Table:
    """A match whose first side deploys so many infantry in a zone."""
    units = [unit("abcde"[number], "infantry") for number in range(count)]
    on = board()
    return Table(*units, on=replace(on, zones=(zone, on.zones[1])), phase="deploy", ends=True)


@pytest.mark.rule("SK-3", "SK-12")
def test_a_pass_puts_the_rest_into_the_zone() -> None:
    table = deploying(4, zoned(2, 2))
    table.answer()
    assert [each.unit for each in table.told(UnitStationed)] == ["a", "b", "c", "d"]


@pytest.mark.rule("SK-12")
def test_whoever_finds_no_room_in_the_zone_begins_beside_it() -> None:
    """Given a zone for four, when a fifth is left, then a pass puts four into it and the fifth as
    near to it as there is room, and one after the other they are offered just that."""
    table = deploying(5, zoned(2, 2))
    table.answer()
    in_zone = {table.at(name) for name in "abcd"}
    assert in_zone == {(17.5, 0.5), (17.5, 1.5), (18.5, 0.5), (18.5, 1.5)}
    assert table.at("e") == (16.5, 0.5)

    by_hand = deploying(5, zoned(2, 2))
    for _ in range(5):
        by_hand.answer(by_hand.offered()[0])
    assert {by_hand.at(name) for name in "abcd"} == in_zone
    assert by_hand.at("e") == (16.5, 0.5)


def with_giant() -> Table:
    """A match whose first side deploys two infantry, then a giant, in a zone that they fill."""
    units = unit("a", "infantry"), unit("b", "infantry"), unit("c", "bone-giant")
    on = board()
    on = replace(on, zones=(zoned(3, 2), on.zones[1]))
    return Table(*units, on=on, phase="deploy", ends=True)


@pytest.mark.rule("SK-12")
def test_nobody_is_put_where_another_one_would_find_no_room() -> None:
    """Given a zone for two and a giant, when one of the two is to stand in its middle, then that is
    refused with a sentence and not offered; wherever they are offered a place, all find room."""
    table = with_giant()
    said = table.refused("18500,500,0")
    assert said == f"{table.unit('c').name} would find no room in the zone any more."
    assert table.offered() == ["17500,500,0", "19500,500,0", "17500,1500,0", "19500,1500,0"]
    table.answer("19500,1500,0")
    assert table.offered() == ["19500,500,0"]
    table.answer("19500,500,0")
    table.answer()
    assert table.at("c") == (18, 1)


@pytest.mark.rule("SK-12")
def test_a_pass_puts_large_bases_down_first_where_all_would_not_fit_otherwise() -> None:
    """Given a zone that two and a giant fill, when the two come first in the roster, then a pass
    leaves the giant its place."""
    table = with_giant()
    table.answer()
    assert [table.at(name) for name in "abc"] == [(19.5, 0.5), (19.5, 1.5), (18, 1)]


@pytest.mark.rule("SK-12")
@pytest.mark.parametrize("name", sorted(box().boards))
@pytest.mark.parametrize("seed", seeds(2, 12))
def test_all_of_a_roster_are_deployed_wherever_the_first_ones_are_put(name: str, seed: int) -> None:
    """Given a board and two random rosters, when each unit is put where it takes most room from the
    others, as far as that is allowed, then all stand in their zone, and nobody on another one."""
    chance, shipped = random.Random(seed), box()
    on = shipped.boards[name]
    rosters = {seat: random_roster(chance) for seat in (ONE, TWO)}
    begun = start(on, rosters, shipped)
    play: Play[MatchState] = Play(SkirmishRules(), begun, SealedChance(bytes([seed])))
    play.begin()
    while play.state.phase == "deploy":
        (asked,) = play.questions
        assert options_of(asked.shape), "somebody is offered no place"
        answer_spread_out(play, asked, chance)
    units = list(play.state.units.values())
    ground = ground_of(on)
    bodies = [body_of(play.state, each) for each in units]
    for each, body in zip(units, bodies, strict=True):
        zone = on.zones[play.state.sides[each.side].zone]
        assert zone.x[0] <= body.at.x <= zone.x[1]
        assert zone.y[0] <= body.at.y <= zone.y[1]
        assert has_room(ground, bodies, body)


def random_roster(chance: random.Random) -> Roster:
    """As many units as a warband may have, up to two of them large: far more than gold buys."""
    shipped = box()
    warband = chance.choice(list(shipped.warbands.values()))
    kinds = [kind for kind in shipped.types.values() if kind.warband == warband.id]
    large = [kind for kind in kinds if Skill.LARGE in kind.skills]
    others = [kind for kind in kinds if kind not in large]
    picked = chance.choices(others, k=warband.most - 2) + chance.choices(large or others, k=2)
    return Roster("random", "Random", warband.id, tuple(Recruit(kind.id) for kind in picked))


def answer_spread_out(play: Play[MatchState], asked: Question, chance: random.Random) -> None:
    """Put a unit between the rows and apart from the others, so that gaps are too small; where that
    is refused, where it is offered a place."""
    taken = [unit.at[0] for unit in play.state.units.values() if unit.at and unit.side in asked.to]
    shape = asked.shape
    assert isinstance(shape, Place)
    middle = (shape.low[1] + shape.high[1]) // 2
    for x in range(mil(0.6) + chance.randrange(800), mil(36), mil(2.2)):
        if all(abs(x - other) > mil(1.4) for other in taken):
            with suppress(Illegal):
                play.answer(asked.id, asked.to[0], (f"{x},{middle},0",))
                return
    play.answer(asked.id, asked.to[0], (chance.choice(options_of(shape)).key,))


@pytest.mark.rule("SK-12")
def test_the_rest_is_put_into_gaps_that_are_not_whole_inches_apart() -> None:
    """Given a unit that stands between two of the places that are tried first."""
    table = deploying(2, zoned(2.2, 1))
    table.answer("17600,500,0")
    table.answer()
    assert table.at("b") == (18.6, 0.5)
