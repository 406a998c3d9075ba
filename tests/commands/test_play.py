"""What `hexwarden play` is told, and the campaign that it comes back to."""

from pathlib import Path

from protocol.ids import TableId
from protocol.tables import CampaignLine
from server import cli
from server.commands.kept_table import KeptTable
from server.commands.play import stage


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
