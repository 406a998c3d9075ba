"""The example of a program that opens a table does what it says."""

from clients.sdk.example_host import host
from tests.clients.conftest import Serve, site_of


async def test_the_example_of_a_host_opens_a_table_and_looks_at_its_battle(serve: Serve) -> None:
    (asked, *_) = await host(site_of(await serve()))
    assert "adventurer" in asked
