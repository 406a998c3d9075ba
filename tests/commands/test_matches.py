"""Matches of the skirmish, as tables and the command line play them."""

from dataclasses import replace

import msgspec
import pytest

from protocol import replay_file
from protocol.ids import SeatId
from server.battles.games import Games
from server.cli import main
from server.commands.checking import Wrong, check
from server.commands.headless import Simulation
from server.commands.matches import matches
from server.commands.packs.loading import Content, content
from server.commands.simulate_match import Contest, Contestant, fought, share
from server.rules.skirmish.components import Area, Board, Recruit, Roster, Spot
from server.rules.skirmish.kernel.state import MatchState
from server.runtime.refusal import Refusal

TWO = (SeatId("1"), SeatId("2"))
GAMES = Games(matches())


def test_every_board_can_be_played_by_two_against_each_other() -> None:
    lines = {line.encounter: line for line in GAMES.listed()}
    assert set(lines) == {"alley", "quays", "abbey"}
    assert all(line.rivals for line in lines.values())
    for name in lines:
        built = GAMES.build(name, TWO, "", {})
        assert isinstance(built.start, MatchState)
        assert built.start.board.id == name


@pytest.mark.parametrize(
    ("seats", "difficulty", "options", "text"),
    [
        ((SeatId("1"),), "", {}, "Two play a match against each other, not 1."),
        (TWO, "adept", {}, "A match has no difficulty."),
        (
            TWO,
            "",
            {"roster_1": "elves"},
            "roster_1 is free-company or gutter-pack or",
        ),
        (TWO, "", {"xp": "2"}, "This encounter has no option 'xp'"),
    ],
)
def test_what_is_no_match_is_refused_in_a_sentence(
    seats: tuple[SeatId, ...], difficulty: str, options: dict[str, str], text: str
) -> None:
    with pytest.raises(Refusal) as refused:
        GAMES.build("alley", seats, difficulty, options)
    assert text in refused.value.text


def test_each_seat_chooses_its_roster() -> None:
    start = GAMES.build("alley", TWO, "", {"roster_1": "undead", "roster_2": "undead"}).start
    assert isinstance(start, MatchState)
    assert [side.warband.id for side in start.sides.values()] == ["undead", "undead"]


@pytest.mark.parametrize("bot", ["sensible", "random"])
def test_where_the_table_wants_it_both_sides_muster_first(bot: str) -> None:
    """Given a table that has chosen to muster, then both sides build before they deploy, and bots
    come to an end with it: the one plays with its list, the other with whatever it has drafted."""
    start = GAMES.build("alley", TWO, "", {"muster": "yes"}).start
    assert isinstance(start, MatchState)
    assert (start.phase, start.units) == ("muster", {})
    battle = Simulation("yard", 2, "", bot, 4, small(), {"muster": "yes"})
    battle.begin()
    while state_of(battle).phase == "muster":
        battle.step()
    assert state_of(battle).units
    assert state_of(battle).market is None


def state_of(battle: Simulation) -> MatchState:
    """The match as it stands."""
    state = battle.record.shown.state
    assert isinstance(state, MatchState)
    return state


def test_a_match_of_bots_ends_with_a_winner_and_is_verified() -> None:
    """Given a match of two bots that play to win, then one of them wins it; its recording is run
    again to the same end, and a replay that was changed is not."""
    battle = Simulation("yard", 2, "", "sensible", 4, small())
    final = battle.play()
    assert final["winner"] in ("1", "2")
    replay = replay_file.read(battle.replay())
    assert check(replay, list(matches(small()))).rules
    with pytest.raises(Wrong, match="before the battle's end"):
        check(msgspec.structs.replace(replay, commits=replay.commits[:-1]), list(matches(small())))


def test_a_contest_counts_who_won_whichever_seat_they_had(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Given matches in which bots change seats, then the sum of both sides is all of them."""
    sides = Contestant("three", "sensible"), Contestant("three", "random")
    played = list(fought(Contest("yard", sides, 1, 2), small()))
    assert len(played) == 2
    assert {one.winner for one in played} <= {0, 1}
    assert all(one.turns > 1 and one.commits > 3 for one in played)
    assert [round(part) for part in share(1, 4)] == [25, 42]


def small() -> Content:
    """Content with one short match: three against three in a yard, and two losses are a rout."""
    found = content()
    men = (Recruit("captain", ("sword",)), *[Recruit("infantry", ("sword",))] * 2)
    roster = Roster("three", "Three", "sellswords", men)
    warband = msgspec.structs.replace(found.box.warbands["sellswords"], rout=2)
    ends = Area((0, 12_000), (0, 2000)), Area((0, 12_000), (10_000, 12_000))
    yard = Board("yard", "Yard", 12_000, 12_000, (), (), (Spot(6000, 6000),), ends)
    box = replace(
        found.box,
        warbands={"sellswords": warband},
        rosters={"three": roster},
        boards={"yard": yard},
    )
    return replace(found, box=box)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--rosters", "undead"], "--rosters names two"),
        (["--rosters", "undead,elves"], "there is no roster 'elves'"),
        (["--count", "0"], "--count must be at least 1"),
    ],
)
def test_what_cannot_be_simulated_is_said_before_anything_is_played(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "--match", "alley", *more]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("by", TWO)
def test_who_gives_up_has_lost_the_match(by: SeatId) -> None:
    battle = Simulation("yard", 2, "", "sensible", 4, small())
    battle.begin()
    told = battle.record.stop("", 1, by).told
    assert (told.over, told.diff.put["how"]) == (True, "resigned")
    assert told.diff.put["winner"] == ("2" if by == "1" else "1")
    assert battle.record.stop("", 1).told.diff.put == {}
