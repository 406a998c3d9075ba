"""Tables and players that nobody uses for long are forgotten, and nothing that is in use."""

import random
from pathlib import Path

from protocol.replies import Refused, Welcome
from protocol.requests import Create, Leave
from protocol.tables import Settings
from server.rooms import identity
from server.rooms.caretaker import Caretaker
from server.rooms.hall import Hall
from server.rooms.limits import Limits
from server.rooms.table import KIND
from server.store.replay_folder import ReplayFolder
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_room import play_on

TABLES, PLAYERS = 100.0, 200.0
LIMITS = Limits(table_life=TABLES, identity_life=PLAYERS)


async def guest(hall: Hall, token: str | None = None) -> Person:
    person = Person(hall)
    await person.hello("" if token else "Ann", token)
    return person


async def kept(world: World, kind: str) -> list[str]:
    return await world.store.ids(kind)


async def test_a_table_and_a_player_that_nobody_uses_are_forgotten(world: World) -> None:
    """Given a player who opened a table and went, when their times are over, then first the table
    goes and then the player, who is told so and may come in anew."""
    hall = await world.hall(limits=LIMITS)
    person = await guest(hall)
    await person.ask(Create, Settings("micro"))
    person.leave()
    caretaker = Caretaker(hall, None)
    await world.clock.advance(TABLES - 1)
    await caretaker.look_round()
    assert len(await kept(world, KIND)) == 1
    await world.clock.advance(2)
    await caretaker.look_round()
    assert await kept(world, KIND) == []
    assert len(await kept(world, identity.KIND)) == 1
    await world.clock.advance(PLAYERS - TABLES)
    await caretaker.look_round()
    assert await kept(world, identity.KIND) == []
    back = Person(hall)
    refused = await back.hello("", person.token)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_token"
    assert "forgotten" in refused.text
    assert isinstance(await back.hello("Ann"), Welcome)


async def test_who_comes_now_and_then_is_kept_and_so_is_the_table(world: World) -> None:
    hall = await world.hall(limits=LIMITS)
    person = await guest(hall)
    table = (await person.ask(Create, Settings("micro"))).table
    person.leave()
    for _ in range(5):
        await world.clock.advance(TABLES * 0.7)
        again = await guest(hall, person.token)
        await again.join(table=table)
        await again.ask(Leave)
        again.leave()
        await Caretaker(hall, None).look_round()
    assert await kept(world, KIND) == [table]
    assert await kept(world, identity.KIND) == [person.player]


async def left_in_the_middle(hall: Hall) -> Party:
    party = await gather(hall, people=1)
    await play_on(party, 3, random.Random(3))
    party["1"].leave()
    return party


async def test_a_running_battle_keeps_its_table_and_its_players(world: World) -> None:
    hall = await world.hall(limits=LIMITS)
    party = await left_in_the_middle(hall)
    await world.clock.advance(PLAYERS * 2)
    await Caretaker(hall, None).look_round()
    assert await kept(world, KIND) == [party.table]
    assert await kept(world, identity.KIND) == [party["1"].player]


async def test_a_battle_out_of_the_store_keeps_them_no_longer(world: World, tmp_path: Path) -> None:
    """Given a battle that was put aside out of the store, when its table's time is over, then
    nothing of it is left in the store; what was played lies on the shelf."""
    hall = await world.hall(limits=LIMITS, shelf=ReplayFolder(tmp_path))
    party = await left_in_the_middle(hall)
    await world.clock.advance(PLAYERS * 2)
    for _ in range(3):
        await Caretaker(hall, 50.0).look_round()
        for _ in range(10):
            await breathe()
    assert await kept(world, KIND) == await kept(world, identity.KIND) == []
    assert await world.store.meta(party.battle) == {}
    assert list((tmp_path / "unfinished").rglob(f"{party.battle}*"))


async def test_what_an_early_release_wrote_begins_its_time_now(world: World) -> None:
    """Given documents without a date, when a round finds them, then their time begins there."""
    hall = await world.hall(limits=Limits(table_life=0, identity_life=0))
    hall.players._now = lambda: 0
    person = await guest(hall)
    person.leave()
    later = await world.hall(limits=LIMITS)
    await Caretaker(later, None).look_round()
    await world.clock.advance(PLAYERS - 1)
    await Caretaker(later, None).look_round()
    assert len(await kept(world, identity.KIND)) == 1
    await world.clock.advance(2)
    await Caretaker(later, None).look_round()
    assert await kept(world, identity.KIND) == []
