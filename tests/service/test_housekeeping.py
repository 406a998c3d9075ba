"""Rounds are made by themselves, again and again, until the process stops."""

from protocol.requests import Create
from protocol.tables import Settings
from server.players.limits import Limits
from server.service.game_service import GameService
from server.tables.documents import KIND
from tests.service.conftest import World
from tests.service.people import Person

LIFE = 100.0


async def _left(service: GameService) -> None:
    """A table that nobody comes to any more."""
    person = Person(service)
    await person.hello("Ann")
    await person.ask(Create, Settings("micro"))
    person.leave()


async def test_rounds_are_made_again_and_again_until_they_are_stopped(world: World) -> None:
    """Given tables that are forgotten after a time, then each goes in one of the next rounds; and
    after the end none does."""
    service = await world.service(limits=Limits(table_life=LIFE))
    housekeeping = service.housekeeping(None)
    housekeeping.begin()
    for _ in range(3):
        await _left(service)
        assert len(await world.store.ids(KIND)) == 1
        await world.clock.advance(LIFE * 1.5)
        assert await world.store.ids(KIND) == []
    housekeeping.stop()
    await _left(service)
    await world.clock.advance(LIFE * 2)
    assert len(await world.store.ids(KIND)) == 1


async def test_a_process_that_never_began_its_rounds_may_end_them(service: GameService) -> None:
    service.housekeeping(None).stop()
