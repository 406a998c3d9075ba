"""What has ended is freed at once, by reference counting alone: nothing waits for a collection.

The garbage collector is switched off in these tests. Whatever holds itself by a cycle stays.
"""

import asyncio
import gc
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.inspect import is_struct_type

from protocol.questions import Question, Shape
from protocol.replies import Again, Commit, Opening, Snapshot
from protocol.requests import Chat, Create, Leave, Replay, Watch
from protocol.tables import Settings
from server.cluster.envoy import Envoy
from server.rules.battle.kernel import state
from server.rules.battle.kernel.state import BattleState
from server.rules.engine.game import Entry
from server.rules.engine.ruleset import Record
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

SOME_TIME = 3.0


@pytest.fixture(autouse=True)
def _uncollected() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def settled(world: World) -> None:
    """Let everything run to where nothing happens any more."""
    for _ in range(3):
        await world.clock.advance(SOME_TIME)
        await breathe()


def of(*things: Any) -> list["weakref.ref[Any]"]:
    return [weakref.ref(thing) for thing in things]


def left(refs: list["weakref.ref[Any]"]) -> list[str]:
    """What is still in memory."""
    return [type(ref()).__name__ for ref in refs if ref() is not None]


def of_battle(party: Party) -> list["weakref.ref[Any]"]:
    room = party.room
    return of(room, room.record, room.record.play, room.audience, room.autopilot)


async def played_out(party: Party) -> None:
    while party["1"].questions:
        await play_on(party, 1, random.Random(3))


async def test_a_battle_that_is_over_is_freed(world: World, service: GameService) -> None:
    """Given people who stay at their table, when the battle is over, then its room is freed as
    soon as they look at something else."""
    party = await gather(service, "camp", options={"left": "2"})
    battle = of_battle(party)
    await played_out(party)
    for person in party.people.values():
        await person.ask(Replay, party.battle, 1, 0.0)
    await settled(world)
    assert left(battle) == []


async def test_a_table_that_everybody_has_left_is_freed_with_its_battle(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", options={"left": "2"})
    await party["1"].ask(Chat, "Well met!")
    table = service.tables[party.table]
    things = [*of_battle(party), *of(table, table.delayed_spectators, table.chat)]
    del table
    await played_out(party)
    for person in party.people.values():
        person.leave()
    await settled(world)
    assert service.tables == {}
    assert left(things) == []


async def test_a_table_where_no_battle_began_is_freed(world: World, service: GameService) -> None:
    person = Person(service)
    await person.hello("Ann")
    joined = await person.ask(Create, Settings("micro"), "Camp")
    table = of(service.tables[joined.table])
    await person.ask(Leave)
    await settled(world)
    assert left(table) == []


async def test_a_battle_that_is_lost_to_another_process_is_freed(world: World) -> None:
    service = await world.service()
    party = await gather(service, people=1)
    room = of(party.room, party.room.audience)
    party["1"].leave()
    party.room.lose()
    await settled(world)
    assert left(room) == []


@pytest.mark.parametrize("delay", [0, 5])
async def test_a_followed_battle_is_freed_when_nobody_watches(world: World, delay: int) -> None:
    """Given a battle that another process plays, when its spectators here have left, then the
    table, what was read of the battle and its state are freed here."""
    host, here = await world.service(), await world.service()
    party = await gather(host, "camp", delay=delay, public=True)
    await play_on(party, 3, random.Random(3))
    spectator = Person(here)
    await spectator.hello("Spy")
    await spectator.join(table=party.table)
    await spectator.ask(Watch, party.battle)
    await world.clock.advance(delay + 1)
    table = here.tables[party.table]
    following = table.following or table.delayed_spectators.behind(party.battle)
    assert following is not None
    things = of(table, following, following.audience)
    del table, following
    await spectator.ask(Chat, "Well played!")
    spectator.leave()
    await settled(world)
    assert here.tables == {}
    assert left(things) == []


async def test_what_stands_for_somebody_elsewhere_is_freed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a player at another process, when the host has answered, then nothing is left of the
    one in whose name it was asked."""
    envoys: list[weakref.ref[Any]] = []
    begin = Envoy.__init__

    def noted(self: Envoy, *args: Any) -> None:
        envoys.append(weakref.ref(self))
        begin(self, *args)

    monkeypatch.setattr(Envoy, "__init__", noted)
    service, other = await world.service(), await world.service()
    party = await gather(service, people=2, others=(other,))
    await party["2"].ask(Chat, "Here I am.")
    await play_on(party, 6, random.Random(3))
    await settled(world)
    assert envoys
    assert left(envoys) == []


async def test_a_replay_is_freed_when_its_visitor_leaves(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", options={"left": "2"})
    await played_out(party)
    await party["1"].ask(Replay, party.battle, 1, 1.0)
    show = of(party["1"].visitor.show)
    party["1"].leave()
    await asyncio.sleep(0)
    await settled(world)
    assert left(show) == []


@pytest.mark.parametrize("game", ["micro", "camp"])
async def test_the_collector_looks_at_nothing_of_what_a_battle_is_made_of_most(
    service: GameService, game: str
) -> None:
    """Given a battle of some moves, then its states, the entries of its log, its questions and its
    commits are none of the objects that a whole collection goes through."""
    party = await gather(service, game)
    await play_on(party, 6, random.Random(3))
    made = (Record, Entry, Question, Shape, Commit, Again, Opening, Snapshot)
    looked_at = {type(one).__name__ for one in gc.get_objects() if isinstance(one, made)}
    assert looked_at == set()


def test_nothing_of_the_games_state_is_looked_at_by_the_collector() -> None:
    """Given every kind of thing that a battle's state is made of, then none is tracked."""
    kinds = [kind for kind in vars(state).values() if _is_of_the_state(kind)]
    assert BattleState in kinds
    assert [kind.__name__ for kind in kinds if kind.__struct_config__.gc is not False] == []


def _is_of_the_state(kind: Any) -> bool:
    return is_struct_type(kind) and kind.__module__ == state.__name__
