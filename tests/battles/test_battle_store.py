"""Battles are begun, and taken up again, from the store."""

from typing import Any

import pytest

from protocol.requests import Start, Watch
from protocol.tables import TableState
from server.service.game_service import GameService
from tests.service.conftest import World, gather
from tests.service.people import Person


async def test_a_start_that_the_table_never_heard_of_is_not_lost(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a crash between a battle's first commit and the table's document, then after the
    restart the table knows its battle."""
    from server.store import StoreUnavailable

    real = world.store.put

    async def away(kind: str, name: str, data: bytes, *more: Any) -> int:
        if b"playing" in data:
            raise StoreUnavailable("gone")
        return await real(kind, name, data, *more)

    party = await gather(service, people=1)
    while party["1"].questions:
        await party["1"].answer("1", "bold")
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    from protocol.requests import Ready

    await party["1"].ask(Ready)
    monkeypatch.setattr(world.store, "put", away)
    assert (await party["1"].ask(Start)).code == "paused"
    monkeypatch.undo()
    await world.crash(service)
    again = await world.service()
    await again.settled()
    back = Person(again)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    state = back.last(TableState)
    assert (state.phase, len(state.battles)) == ("playing", 2)


async def test_a_finished_battle_is_not_taken_up_again(world: World, service: GameService) -> None:
    party = await gather(service, "camp", people=1, bots=0, options={"left": "1"})
    await party["1"].answer("1", "keep")
    await party["1"].answer("1", "fast")
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    await world.crash(service)
    again = await world.service()
    await again.settled()
    assert again.rooms == {}
    back = Person(again)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    await back.ask(Watch, party.battle)
    assert (back.version, back.state) == (party["1"].version, party["1"].state)
    assert back.numbers == party["1"].numbers == {"1": 2}


async def test_how_long_a_crashed_process_keeps_its_battles_is_a_setting(world: World) -> None:
    """Given two processes on one store and a lease of a minute, when one dies, then the other one
    takes its battle up after a minute and not before."""
    first = await world.service(owner="one", lease=60.0)
    party = await gather(first)
    other = await world.service(owner="two", lease=60.0)
    await world.crash(first)
    await world.clock.advance(50)
    assert not other.rooms
    await world.clock.advance(10)
    assert list(other.rooms) == [party.battle]
