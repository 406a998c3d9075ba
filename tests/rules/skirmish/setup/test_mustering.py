"""Warbands are built at the table: lists, units and gear by points and slots, with refusals."""

import pytest

from protocol import skirmish as ev
from protocol.events import Event
from protocol.ids import SeatId
from protocol.questions import Question, options_of
from server.rules.engine.advance import Illegal, Play
from server.rules.engine.dice import SealedChance
from server.rules.skirmish.components import POINTS, cost_of, faults_of
from server.rules.skirmish.content.shipped import box
from server.rules.skirmish.kernel.state import MatchState
from server.rules.skirmish.rules import SkirmishRules
from server.rules.skirmish.setup.beginning import musters, start

ONE, TWO = SeatId("1"), SeatId("2")


class Mustering:
    """A match whose sides build their warbands, from the printed lists of sellswords and undead."""

    def __init__(self) -> None:
        found = box()
        rosters = {ONE: found.rosters["sellswords"], TWO: found.rosters["undead"]}
        begun = start(found.boards["alley"], rosters, found)
        chance = SealedChance(b"mustering")
        self.play: Play[MatchState] = Play(SkirmishRules(), musters(begun, rosters, found), chance)
        self.play.begin()

    def asked(self, seat: SeatId) -> Question:
        """What a side is asked."""
        return next(one for one in self.play.questions if seat in one.to)

    def step(self, *picks: str, seat: SeatId = ONE) -> tuple[Event, ...]:
        """One step of a side's roster. Returns what is told of it."""
        return tuple(self.play.answer(self.asked(seat).id, seat, picks).events)

    def refused(self, *picks: str) -> str:
        """The sentence with which a step of the first side is refused."""
        before = self.play.state
        with pytest.raises(Illegal) as no:
            self.step(*picks)
        assert self.play.state == before
        return no.value.text

    def units(self, seat: SeatId = ONE) -> list[str]:
        """The types of a side's draft."""
        return [one.type for one in self.play.state.drafts[seat].recruits]


@pytest.fixture
def table() -> Mustering:
    return Mustering()


def test_both_sides_are_asked_side_by_side_and_begin_with_the_chosen_lists(
    table: Mustering,
) -> None:
    assert [one.to for one in table.play.questions] == [(ONE,), (TWO,)]
    assert table.asked(ONE).text == "Build your warband: Sellswords, 500 of 500 gold."
    assert table.play.state.units == {}
    table.step("ready", seat=TWO)
    table.step("ready")
    assert table.play.state.phase == "deploy"
    assert len(table.play.state.units) == 8 + 12
    assert table.play.state.market is None
    assert table.play.state.drafts == {}


def test_a_warband_is_built_unit_by_unit(table: Mustering) -> None:
    """Given an empty roster of ratlings, when units are added with their gear and one is dropped,
    then what is left takes the field, under the ratlings' own name and threshold."""
    table.step("empty:ratlings")
    table.step("add:guildmaster", "arm:sword", "second:sword", "arm:throwing-stars")
    table.step("add:giant-rat")
    table.step("add:underrat", "arm:spear", "arm:sling", "armour:light")
    table.step("drop:2")
    assert table.units() == ["guildmaster", "underrat"]
    table.step("ready")
    table.step("ready", seat=TWO)
    own = [unit for unit in table.play.state.units.values() if unit.side == ONE]
    assert [unit.id for unit in own] == ["a1", "a2"]
    assert [one.id for one in own[0].melee] == ["sword", "sword"]
    assert own[1].armour is not None
    assert table.play.state.sides[ONE].warband.rout == 7


def test_the_rest_is_suggested_in_one_press(table: Mustering) -> None:
    """Given one unit, when the rest is suggested, then the roster keeps it and can be played."""
    for warband in box().warbands:
        table.step(f"empty:{warband}")
        table.step("fill")
        found = table.play.state.drafts[ONE]
        assert faults_of(found, box()) == ()
        assert cost_of(found, box()) > POINTS * 9 // 10
    table.step("empty:undead")
    table.step("add:bone-giant")
    table.step("fill")
    assert table.units()[0] == "bone-giant"
    assert "necromancer" in table.units()


def test_a_list_is_taken_whole(table: Mustering) -> None:
    table.step("list:ratlings")
    assert table.play.state.drafts[ONE].recruits == box().rosters["ratlings"].recruits


@pytest.mark.parametrize(
    ("before", "picks", "said"),
    [
        ([], ("add:infantry",), "The roster costs 530 gold, and there are 500."),
        (["empty:sellswords"], ("ready",), "A warband has one leader, not 0."),
        (
            ["empty:sellswords", "add:captain"],
            ("add:captain",),
            "A warband has one leader, not 2.",
        ),
        (
            ["empty:sellswords"],
            ("add:infantry", "arm:pike", "arm:sword"),
            "Infantry: it has 2 slots, one of which may hold a ranged weapon.",
        ),
        (
            ["empty:undead"],
            ("add:zombie", "arm:sword"),
            "Zombie: it carries nothing.",
        ),
        (["empty:undead"], ("add:infantry",), "'infantry' is not on offer."),
        (["empty:undead"], ("add:dragon",), "'dragon' is not on offer."),
        ([], ("ready", "arm:sword"), "Gear goes with a unit that is added."),
        ([], ("drop:9",), "'9' is not on offer."),
        ([], ("ready", "arm:spoon"), "'spoon' is not on offer."),
        ([], (), "Pick 1 to 1 for step."),
    ],
)
def test_what_cannot_be_mustered_is_refused_in_a_sentence(
    table: Mustering, before: list[str], picks: tuple[str, ...], said: str
) -> None:
    for step in before:
        table.step(step)
    assert table.refused(*picks) == said


def test_who_does_not_answer_plays_with_what_is_drafted(table: Mustering) -> None:
    assert table.asked(ONE).default == ("ready",)
    table.step("empty:undead")
    assert table.asked(ONE).default == ("fill",)


def test_a_question_tells_every_unit_of_the_draft_with_its_price(table: Mustering) -> None:
    texts = [option.text for option in options_of(table.asked(ONE).shape)]
    assert "Drop 1: Captain (Great Sword, Pistol), 100 gold" in texts
    assert "Add Infantry, 30 gold" in texts


def test_each_step_is_told(table: Mustering) -> None:
    assert ev.RosterDrafted(ONE, "undead", ()) in table.step("empty:undead")
    table.step("list:ratlings")
    assert ev.SideMustered(ONE) in table.step("ready")
