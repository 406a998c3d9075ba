"""The figures of campaigns: how cells are made, counted and told, and what the file holds."""

from typing import Any

from server.rules.content.catalogue import catalogue
from server.rules.content.glossary import fought
from tests.bench import campaigns
from tests.bench.campaigns import Cell, cells, figures, play, table


def kept(**changes: Any) -> dict[str, Any]:
    plain = {
        "players": 2,
        "session": 1,
        "where": "black-marsh/undaunted",
        "won": True,
        "day": 8,
        "dial": 12,
        "fights": [],
    }
    return plain | changes


def test_every_guilds_quest_of_both_provinces_has_a_cell_for_each_party_size() -> None:
    every = list(cells((), campaigns.SIZES, "adept"))
    assert len(every) == len(set(every)) == 2 * 9 * 4
    (one,) = cells(["high-rock/undaunted"], [3], "expert")
    assert one == Cell("high-rock", "undaunted", 3, "expert")


def test_a_session_is_kept_with_how_it_ended_and_its_battles() -> None:
    (one,) = play(Cell("high-rock", "psijic-order", 1, "apprentice"), 2, 1)
    assert one["where"] == "high-rock/psijic-order"
    assert one["session"] == 1
    assert 1 <= one["day"] <= 12
    assert all(name in catalogue().encounters for name, *_ in one["fights"])
    assert list(play(Cell("high-rock", "psijic-order", 1, "apprentice"), 2, 1)) == [one]


def test_the_table_counts_sessions_of_its_number_and_none_that_was_played_once_more() -> None:
    sessions = [kept(), kept(won=False), kept(session=2), kept(won=False, again=True)]
    (_, _, row, every) = table(sessions, 1).splitlines()
    assert row == "| black-marsh/undaunted | - | 50 (2) | - | - | 50 (2) | 8.0 | 12.0 |"
    assert every.startswith("| all | - | 50 (2) | - | - | 50 (2) |")


def test_the_file_tells_how_often_each_battle_of_the_provinces_was_won() -> None:
    fights = [("hr-the-box", "victory", 9, 3), ("hr-the-box", "defeat", 9, 5)]
    told = figures([kept(fights=[*fights, ("ambush", "victory", 2, 4)])])
    assert '"hr-the-box"' in told
    assert '"won": 50' in told
    assert "ambush" not in told, "what is offered apart from campaigns has figures of its own"


def test_figures_of_campaigns_are_of_their_battles_and_in_the_catalogue() -> None:
    for name, one in fought().items():
        assert catalogue().encounters[name].campaign
        assert set(one["players"]) <= {"1", "2", "3", "4"}
        assert all(cell["battles"] >= 1 for cell in one["players"].values())
