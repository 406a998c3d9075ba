"""Tables and players that nobody uses for long are forgotten, and nothing that is in use."""

import random
from pathlib import Path

import pytest

from protocol.replies import Refused, Welcome
from protocol.requests import Create, Leave
from protocol.tables import Settings
from server.players import identity
from server.players.limits import Limits
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from server.store.replay_storage import ReplayFolder
from server.tables.documents import KIND, decode
from tests.battles.test_room import play_on
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

TABLES, PLAYERS = 100.0, 200.0
LIMITS = Limits(table_life=TABLES, identity_life=PLAYERS)


async def guest(service: GameService, token: str | None = None) -> Person:
    person = Person(service)
    await person.hello("" if token else "Ann", token)
    return person


async def kept(world: World, kind: str) -> list[str]:
    return await world.store.ids(kind)


async def test_a_table_and_a_player_that_nobody_uses_are_forgotten(world: World) -> None:
    """Given a player who opened a table and went, when their times are over, then first the table
    goes and then the player, who is told so and may come in anew."""
    service = await world.service(limits=LIMITS)
    person = await guest(service)
    await person.ask(Create, Settings("micro"))
    person.leave()
    housekeeping = service.housekeeping(None)
    await world.clock.advance(TABLES - 1)
    await housekeeping.look_round()
    assert len(await kept(world, KIND)) == 1
    await world.clock.advance(2)
    await housekeeping.look_round()
    assert await kept(world, KIND) == []
    assert len(await kept(world, identity.KIND)) == 1
    await world.clock.advance(PLAYERS - TABLES)
    await housekeeping.look_round()
    assert await kept(world, identity.KIND) == []
    back = Person(service)
    refused = await back.hello("", person.token)
    assert isinstance(refused, Refused)
    assert refused.code == "bad_token"
    assert "forgotten" in refused.text
    assert isinstance(await back.hello("Ann"), Welcome)


async def test_who_comes_now_and_then_is_kept_and_so_is_the_table(world: World) -> None:
    service = await world.service(limits=LIMITS)
    person = await guest(service)
    table = (await person.ask(Create, Settings("micro"))).table
    person.leave()
    for _ in range(5):
        await world.clock.advance(TABLES * 0.7)
        again = await guest(service, person.token)
        await again.join(table=table)
        await again.ask(Leave)
        again.leave()
        await service.housekeeping(None).look_round()
    assert await kept(world, KIND) == [table]
    assert await kept(world, identity.KIND) == [person.player]


async def left_in_the_middle(service: GameService) -> Party:
    party = await gather(service, people=1)
    await play_on(party, 3, random.Random(3))
    party["1"].leave()
    return party


async def test_a_running_battle_keeps_its_table_and_its_players(world: World) -> None:
    service = await world.service(limits=LIMITS)
    party = await left_in_the_middle(service)
    await world.clock.advance(PLAYERS * 2)
    await service.housekeeping(None).look_round()
    assert await kept(world, KIND) == [party.table]
    assert await kept(world, identity.KIND) == [party["1"].player]


async def test_a_battle_out_of_the_store_keeps_them_no_longer(world: World, tmp_path: Path) -> None:
    """Given a battle that was put aside out of the store, when its table's time is over, then
    nothing of it is left in the store; what was played lies on the shelf."""
    service = await world.service(limits=LIMITS, replay_storage=ReplayFolder(tmp_path))
    party = await left_in_the_middle(service)
    await world.clock.advance(PLAYERS * 2)
    for _ in range(3):
        await service.housekeeping(50.0).look_round()
        for _ in range(10):
            await breathe()
    assert await kept(world, KIND) == await kept(world, identity.KIND) == []
    assert await world.store.meta(party.battle) == {}
    assert list((tmp_path / "unfinished").rglob(f"{party.battle}*"))


async def test_a_session_and_its_battle_out_of_the_store_go_with_their_table(
    world: World, tmp_path: Path
) -> None:
    """Given a session and its battle that were put aside, when their table's time is over, then
    neither leaves anything in the store."""
    service = await world.service(limits=LIMITS, replay_storage=ReplayFolder(tmp_path))
    party = await gather(service, "calling", people=1, options={"goal": "5000"})
    await party["1"].answer("1", "duel")
    await party["1"].until(lambda: party["1"].battle != party.battle)
    party["1"].leave()
    await world.clock.advance(PLAYERS * 2)
    for _ in range(4):
        await service.housekeeping(50.0).look_round()
        for _ in range(10):
            await breathe()
    assert await kept(world, KIND) == []
    for battle in (party.battle, party["1"].battle):
        assert await world.store.meta(battle) == {}
        assert list((tmp_path / "unfinished").rglob(f"{battle}*"))


async def test_what_an_early_release_wrote_begins_its_time_now(world: World) -> None:
    """Given documents without a date, when a round finds them, then their time begins there."""
    service = await world.service(limits=Limits(table_life=0, identity_life=0))
    service.players._now = lambda: 0
    person = await guest(service)
    person.leave()
    later = await world.service(limits=LIMITS)
    await later.housekeeping(None).look_round()
    await world.clock.advance(PLAYERS - 1)
    await later.housekeeping(None).look_round()
    assert len(await kept(world, identity.KIND)) == 1
    await world.clock.advance(2)
    await later.housekeeping(None).look_round()
    assert await kept(world, identity.KIND) == []


async def test_a_table_is_forgotten_on_the_second(world: World) -> None:
    """Given a table's life in seconds, when exactly these are over, then it goes."""
    service = await world.service(limits=LIMITS)
    person = await guest(service)
    await person.ask(Create, Settings("micro"))
    person.leave()
    (table,) = await kept(world, KIND)
    found = await world.store.get(KIND, table)
    assert found is not None
    used = decode(found[1]).used
    await world.clock.advance(used + TABLES - world.clock.unix_ms() / 1000)
    assert world.clock.unix_ms() // 1000 - used == TABLES
    await service.housekeeping(None).look_round()
    assert await kept(world, KIND) == []


class Meanwhile(MemoryStore):
    """A store in which somebody writes a document just after it was read."""

    writes = ""

    async def get(self, kind: str, name: str) -> tuple[int, bytes] | None:
        """What was there; of the kind that it `writes`, another revision of it follows."""
        found = await super().get(kind, name)
        if found is not None and kind == self.writes:
            await self.put(kind, name, found[1], found[0])
        return found


@pytest.mark.parametrize("kind", [KIND, identity.KIND])
async def test_who_comes_while_it_is_looked_at_for_the_last_time_keeps_it(
    world: World, kind: str
) -> None:
    """Given a table, or a player, about to be forgotten, when its document is written meanwhile,
    then it stays until the next round."""
    store = world.store = Meanwhile(world.clock.now)
    service = await world.service(limits=LIMITS)
    person = await guest(service)
    await person.ask(Create, Settings("micro"))
    person.leave()
    await world.clock.advance(PLAYERS * 2)
    store.writes = kind
    await service.housekeeping(None).look_round()
    assert len(await kept(world, kind)) == 1
    store.writes = ""
    await service.housekeeping(None).look_round()
    assert await kept(world, kind) == []
