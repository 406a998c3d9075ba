"""`connect` makes a client out of a link: whose identity it has, and what is no server."""

import stat
from pathlib import Path

import pytest

from clients.sdk import (
    Tokens,
    Unreachable,
    connect,
)
from tests.clients.conftest import Serve, site_of


async def test_a_server_that_is_not_there_is_a_clear_failure() -> None:
    client = connect("http://127.0.0.1:9")
    with pytest.raises(Unreachable, match="cannot be reached"):
        await client.open()


async def test_the_identity_is_kept_for_the_next_run_and_only_the_owner_can_read_it(
    serve: Serve, tmp_path: Path
) -> None:
    server, tokens = await serve(), Tokens(tmp_path)
    players = []
    for _ in range(2):
        async with connect(site_of(server), "Ann", tokens=tokens) as ann:
            players.append(ann.session.player)
    assert players[0] == players[1]
    files = list((tmp_path / "tokens").iterdir())
    assert len(files) == 1
    assert stat.S_IMODE(files[0].stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "tokens").stat().st_mode) == 0o700


async def test_a_token_that_the_server_does_not_know_makes_somebody_new(serve: Serve) -> None:
    async with connect(site_of(await serve()), token="p0.nonsense") as ann:
        assert ann.session.player
        assert ann.session.token != "p0.nonsense"
