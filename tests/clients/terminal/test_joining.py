"""The way to a table from a terminal, by a link, and what may go wrong on it."""

import io
from collections.abc import Awaitable, Callable

import pytest

from clients.sdk import connect
from clients.terminal import Lines, Screen, play, watch
from tests.clients.conftest import Serve, site_of
from tests.clients.terminal.person import Person, _table, den


async def test_a_seats_link_leads_back_to_the_seat_after_a_break(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        for _ in range(2):
            ann = Person().sit(link, "Ann")
            await ann.sees("seat 1: Ann (you")
            ann.type("/quit")
            assert await ann.leaves() == 0
        assert len([m for m in _table(lead).members if m.name == "Ann"]) == 1


Failing = Callable[..., Awaitable[int]]


@pytest.mark.parametrize("visit", [play, watch])
async def test_what_cannot_be_reached_or_opened_is_said_in_a_line(
    serve: Serve, visit: Failing
) -> None:
    site = site_of(await serve())
    for link, said in (
        ("http://127.0.0.1:9/join/x", "cannot be reached"),
        ("nonsense://", "is no link to a server"),
        (f"{site}/join/t1.1.abc", "Refused: "),
    ):
        out = io.StringIO()
        assert await visit(link, screen=Screen(out), lines=Lines(io.StringIO())) == 1
        assert said in out.getvalue()
        assert "Traceback" not in out.getvalue()


async def test_a_spectator_whose_input_ends_leaves(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        *_, to_watch = await den(lead)
        eve = Person().look(to_watch)
        await eve.sees("Table 'Den'")
        eve.hang_up()
        assert await eve.leaves() == 0
