"""What `hexwarden play` is told, and the campaign that it comes back to."""

from pathlib import Path

import pytest

from protocol.ids import TableId
from protocol.tables import CampaignLine
from server import cli
from server.commands.failure import Failure
from server.commands.kept_table import KeptTable
from server.commands.play import clocks, stage


@pytest.mark.parametrize(
    ("given", "clock"),
    [
        ([], (0, 120)),
        (["--campaign"], (0, 0)),
        (["--campaign", "high-rock", "--turn", "3d", "--absence", "36h"], (259_200, 129_600)),
        (["--turn", "90", "--absence", "0"], (90, 0)),
    ],
)
def test_clocks_are_given_in_days_where_a_campaign_lasts_for_weeks(
    given: list[str], clock: tuple[int, int]
) -> None:
    assert clocks(cli.parser().parse_args(["play", *given])) == clock


@pytest.mark.parametrize("given", ["3w", "d", "-1", "31d", "1.5h"])
def test_a_clock_that_is_no_time_is_refused_in_one_line(given: str) -> None:
    with pytest.raises(Failure, match="--turn is"):
        clocks(cli.parser().parse_args(["play", f"--turn={given}"]))


def test_a_campaign_begins_in_black_marsh_where_no_province_is_named() -> None:
    assert cli.parser().parse_args(["play", "--campaign"]).campaign == "black-marsh"
    assert cli.parser().parse_args(["play"]).campaign is None


def test_the_campaign_s_table_is_kept_from_one_run_to_the_next(tmp_path: Path) -> None:
    assert KeptTable(tmp_path).load() == ""
    KeptTable(tmp_path).keep(TableId("t1"))
    KeptTable(tmp_path).keep(TableId("t2"))
    assert KeptTable(tmp_path).load() == "t2"


def test_how_far_a_campaign_is_stands_beside_its_links() -> None:
    between = CampaignLine(2, "high-rock", "", "between")
    assert stage(between, "finished") == "session 2 can begin"
    on = CampaignLine(1, "black-marsh", "", "on")
    assert stage(on, "playing") == "session 1 goes on"
    assert stage(CampaignLine(3, "black-marsh", "", "won"), "finished").startswith(
        "the campaign is won"
    )
