"""What a process reads when it starts: what is played and what is public, and nothing else."""

import random
from typing import Any

import pytest

from protocol.requests import Create, Leave
from protocol.tables import Settings, TableState
from server.service.game_service import GameService
from server.tables.documents import KIND
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.people import Person


async def tables_of_all_kinds(service: GameService) -> tuple[str, str]:
    """Twenty tables that concern nobody, one in play and one that is public."""
    person = Person(service)
    await person.hello("Ann")
    for number in range(20):
        await person.ask(Create, Settings("micro"), f"Table {number}")
    public = (await person.ask(Create, Settings("micro", public=True), "Public")).table
    await person.ask(Leave)
    party = await gather(service, people=1)
    over = await gather(service, "camp", people=1, public=True, options={"left": "1"})
    while over["1"].questions:
        await play_on(over, 1, random.Random(3))
    await over["1"].until(lambda: over["1"].last(TableState).phase == "finished")
    return party.battle, public


def reads(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that are read from now on."""
    found: list[str] = []
    get = world.store.get

    async def noted(kind: str, name: str) -> Any:
        if kind == KIND:
            found.append(name)
        return await get(kind, name)

    monkeypatch.setattr(world.store, "get", noted)
    return found


async def test_a_start_reads_only_what_is_played_or_public(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given many tables, when a process starts, then it reads those that are in play and those that
    are public; a public table whose battle is over is none of them any more."""
    first = await world.service()
    battle, public = await tables_of_all_kinds(first)
    await world.crash(first)
    found = reads(world, monkeypatch)
    service = await world.service()
    await service.settled()
    assert len(set(found)) == 2
    assert list(service.lines) == [public]
    assert list(service.rooms) == [battle]


async def test_a_store_of_an_early_release_is_listed_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store whose tables stand in no list, when processes start, then the first finds
    everything all the same, and the next reads only what it needs."""
    first = await world.service()
    battle, public = await tables_of_all_kinds(first)
    await world.crash(first)
    world.store._lists.clear()
    await world.store.delete("index", KIND)
    service = await world.service()
    await service.settled()
    assert (list(service.rooms), list(service.lines)) == ([battle], [public])
    await world.crash(service)
    found = reads(world, monkeypatch)
    await (await world.service()).settled()
    assert len(set(found)) == 2


async def test_what_an_early_release_writes_during_an_upgrade_is_listed_by_the_next_round(
    world: World,
) -> None:
    """Given tables that a process of an early release has written since the lists were made, when
    somebody looks round the store, then they are in their lists and the battle is played on."""
    first = await world.service()
    battle, public = await tables_of_all_kinds(first)
    await world.crash(first)
    world.store._lists.clear()
    service = await world.service()
    await service.settled()
    assert (list(service.rooms), list(service.lines)) == ([], [])
    await service.housekeeping(None).look_round()
    await service.settled()
    assert list(service.rooms) == [battle]
    assert await world.store.ids(KIND, "public") == [public]


async def test_a_process_that_has_ended_hears_of_no_public_table(world: World) -> None:
    first, other = await world.service(), await world.service()
    world.game_services.remove(first)
    await first.close()
    before = dict(first.context.lobby.lines)
    person = Person(other)
    await person.hello("Ann")
    await person.ask(Create, Settings("micro", public=True), "Camp")
    await world.clock.advance(5)
    assert len(other.context.lobby.lines) == 1
    assert first.context.lobby.lines == before
