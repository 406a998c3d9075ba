"""The tables in use in a process: opened once, hosted by one process, let go again."""

import asyncio
from typing import Any

import pytest

from protocol.ids import TableId
from protocol.replies import Joined
from protocol.requests import Create, Leave
from protocol.tables import Settings
from server.runtime import Refusal
from server.service.game_service import GameService
from tests.service.clocks import breathe
from tests.service.conftest import World
from tests.service.people import Person
from tests.tables.test_seats import guest


async def at_a_table(service: GameService) -> tuple[Person, TableId]:
    ann = await guest(service, "Ann")
    joined = await ann.ask(Create, Settings("micro", public=True))
    assert isinstance(joined, Joined)
    return ann, joined.table


def tables(service: GameService) -> Any:
    return service.tables


async def test_who_opens_a_table_hosts_it_and_another_process_finds_that(world: World) -> None:
    """Given a table at one process, when another opens it, then it knows the host."""
    here, there = await world.service(), await world.service()
    _, table = await at_a_table(here)
    assert tables(here)[table].is_hosted
    other = await there.table_registry.table(table)
    assert (other.is_hosted, other.host) == (False, here.life.owner)


async def test_those_who_open_a_table_at_once_get_the_same_one(world: World) -> None:
    """Given a table in the store, when several ask for it at once, then it is read once."""
    here, there = await world.service(), await world.service()
    _, table = await at_a_table(here)
    in_use = there.table_registry
    found = await asyncio.gather(*(in_use.table(table) for _ in range(3)))
    assert len({id(one) for one in found}) == 1
    assert await in_use.table(table) is found[0]


async def test_a_table_that_there_is_not_and_a_name_that_is_none_are_refused_alike(
    service: GameService,
) -> None:
    for name in ("t99", "no/such"):
        with pytest.raises(Refusal) as no:
            await service.table_registry.table(TableId(name))
        assert (no.value.code, "invited" in no.value.text) == ("unknown", True)


async def test_a_table_that_nobody_is_at_is_let_go_and_hosted_by_nobody(
    world: World, service: GameService
) -> None:
    ann, table = await at_a_table(service)
    await ann.ask(Leave)
    await breathe()
    assert table not in tables(service)
    assert await world.store.fleet.host("table", table, "") == ""
