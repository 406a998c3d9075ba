"""The clocks that `hexwarden play` is told, and rated matches."""

import pytest

from server import cli
from server.commands.failure import Failure
from server.commands.pace import Pace, pace


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([], Pace(0, 120, 0, 0, False)),
        (["--campaign"], Pace(0, 0, 0, 0, False)),
        (
            ["--campaign", "high-rock", "--turn", "3d", "--absence", "36h"],
            Pace(259_200, 129_600, 0, 0, False),
        ),
        (["--turn", "90", "--absence", "0"], Pace(90, 0, 0, 0, False)),
        (["--side-clock", "25m", "--increment", "10"], Pace(0, 120, 1500, 10, False)),
        (["--side-clock", "1d", "--rated"], Pace(0, 0, 86_400, 0, True)),
    ],
)
def test_clocks_are_given_in_days_where_a_campaign_lasts_for_weeks(
    given: list[str], found: Pace
) -> None:
    assert pace(cli.parser().parse_args(["play", *given])) == found


@pytest.mark.parametrize("given", ["3w", "d", "-1", "31d", "1.5h"])
def test_a_clock_that_is_no_time_is_refused_in_one_line(given: str) -> None:
    with pytest.raises(Failure, match="--turn is"):
        pace(cli.parser().parse_args(["play", f"--turn={given}"]))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("--side-clock=25h", "--side-clock is 1 day at most"),
        ("--increment=2h", "--increment is 1 hour at most"),
    ],
)
def test_a_side_has_a_day_at_most(given: str, said: str) -> None:
    with pytest.raises(Failure, match=said):
        pace(cli.parser().parse_args(["play", given]))
