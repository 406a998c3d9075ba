"""HP, dice and statuses between battles."""

import pytest

from protocol.ids import UnitId
from protocol.option_keys import read_key
from server.rules.battle.adventurer import statuses
from server.rules.campaign.adventurers import conditions
from server.rules.campaign.kernel.session import Session
from tests.scene import hero
from tests.scene.days import Day

rule = pytest.mark.rule
A1 = UnitId("a1")


@rule("EOD-5", "DEF-4")
def test_healing_lets_a_defeated_adventurer_stand_again() -> None:
    day = Day(hero(fate="defeated"), do=lambda session: _heal(conditions.heal(session, A1, 2)))
    assert (day.hp("a1"), day.unit("a1").fate) == (2, "")


def _heal(gained: int) -> None:
    assert gained == 2


@rule("TRM-1")
def test_healing_stops_at_health() -> None:
    day = Day(hero(hp=4), do=lambda session: _nothing(conditions.heal(session, A1, 3)))
    assert day.hp("a1") == 5


def _nothing(_: object) -> None:
    pass


@rule("DMG-7", "STA-5")
def test_harm_between_battles_can_defeat() -> None:
    day = Day(
        hero(hp=2, active=["LF"]), do=lambda session: conditions.harm(session, A1, 3, "encounter")
    )
    assert (day.hp("a1"), day.unit("a1").fate) == (0, "defeated")
    assert (day.active("a1"), day.track("a1")) == ([], ["LF"])


@rule("DMG-5")
def test_nothing_is_prevented_away_from_battle() -> None:
    """Annulment stayed in its slot; in a battle it would prevent true damage."""
    blocking = hero(hp=5, active=["annulment@annulment:5"])
    day = Day(blocking, do=lambda session: conditions.harm(session, A1, 2, "encounter"))
    assert day.hp("a1") == 3


@rule("TWN-13", "CD-17", "FAT-3")
def test_an_inn_heals_completely_and_brings_all_dice_home() -> None:
    tired = hero(hp=1, row=["combat"], track=["combat", "OF", "bane", "LF"], drained=["snipe"])
    day = Day(tired, do=lambda session: conditions.restore(session, A1))
    assert day.hp("a1") == 5
    assert day.track("a1") == day.drained("a1") == []
    assert sorted(day.row("a1")) == ["combat", "combat", "snipe"]
    assert {name: day.state.supply[name] for name in ("LF", "OF", "status")} == {
        "LF": 20, "OF": 12, "status": 12,
    }  # fmt: skip


@rule("STS-16", "STS-1")
def test_a_status_between_battles_goes_to_the_track_as_in_battle() -> None:
    day = Day(hero(), do=lambda session: _nothing(statuses.gain(session.battle, A1, "bane")))
    assert day.track("a1") == ["bane"]


@rule("CD-8", "FAT-2")
def test_fatigue_between_battles_goes_to_the_track_as_in_battle() -> None:
    day = Day(hero(track=["LF"] * 12), do=lambda session: conditions.fatigue(session, A1, 2))
    assert day.track("a1") == ["LF"] * 12 + ["OF"]


@pytest.mark.parametrize(
    ("track", "suggested"),
    [
        (["OF", "combat", "LF", "combat"], ["OF", "LF"]),
        (["OF", "bane", "maim", "LF"], ["OF", "maim"]),
        (["LF", "combat", "combat", "combat"], ["LF", "combat"]),
    ],
)
@rule("EOD-6")
def test_what_nobody_wants_to_keep_is_suggested_to_leave_the_track(
    track: list[str], suggested: list[str]
) -> None:
    """Overfatigue first, which nothing else takes off; of equal dice the last."""
    found: list[str] = []

    def look(session: Session) -> None:
        question = conditions.relief(session, A1, 2, "together.rest.dice", "EOD-6")
        assert question is not None
        mat = session.battle.mat(A1).track
        places = [int(read_key(key).name) for key in question.default]
        found.extend("combat" if mat[at] in session.state.dice else mat[at] for at in places)

    assert len(Day(hero(track=track), do=look).track("a1")) == len(track)
    assert found == suggested
