"""A server without a battle's pack gives the battle to one that has it, and says what it lacks."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from protocol.replies import Commit, Paused
from protocol.requests import Watch
from server.battles.games import Built, Games, Setup
from server.battles.room import Resources
from server.rules.engine.ruleset import Record
from server.rules.micro.ruleset import MicroRules
from server.service.game_service import GameService
from tests.service.conftest import World, gather
from tests.service.games import SETUPS, first_option, micro
from tests.service.people import Person

LONG = {"goal": "5000"}
NIGHT = Setup("micro", micro, content="base+night@1")


async def playing(world: World, *setups: Setup, owner: str = "") -> GameService:
    """A server process with these encounters."""
    resources = Resources(world.store, world.clock, {"first": first_option}, 0.0)
    service = GameService(resources, Games(setups), owner=owner)
    world.game_services.append(service)
    await service.open()
    return service


async def without_packs(world: World) -> GameService:
    """A server process that knows no encounter at all."""
    return await playing(world)


class Rewritten(Record, frozen=True, kw_only=True):
    """A state that has nothing of the micro-game's."""

    suns: int


class RewrittenRules(MicroRules):
    state_type: Any = Rewritten


def rewritten(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    """The micro-game, changed so that its battles of before cannot be read."""
    return micro(seats, difficulty, options)._replace(ruleset=RewrittenRules())


def changed(setup: Setup, content: str) -> Setup:
    """The same encounter with other content, which reads the same battles."""
    return replace(setup, content=content)


async def come(service: GameService, token: str, table: str, battle: str) -> Person:
    person = Person(service)
    await person.hello("", token)
    await person.join(table=table)
    await person.ask(Watch, battle)
    return person


async def test_a_battle_whose_pack_is_missing_waits_for_a_server_that_has_it(world: World) -> None:
    """Given a battle whose only server with its pack dies, when players come to a server without
    it, then they are told what is missing; and as soon as one with the pack is back, however much
    later, they play on, where they are."""
    party = await gather(await world.service(), options=LONG)
    seat, old = party.turn
    await world.crash(party.service)
    poor = await without_packs(world)
    person = await come(poor, old.token, party.table, party.battle)
    for _ in range(50):
        if person.all(Paused):
            break
        await world.clock.advance(0.1)
    assert "'micro'" in person.last(Paused).text
    assert poor.packs.lacking == {"micro"}
    await world.clock.advance(600)  # all that a death sets going has come to its end
    assert poor.tables[party.table].is_hosted
    await world.service()
    for _ in range(100):
        if not poor.tables[party.table].is_hosted:
            break
        await world.clock.advance(0.1)
    await world.clock.advance(3)
    assert isinstance(await person.answer(seat, "steady"), Commit)


async def test_of_three_servers_the_one_with_the_pack_plays(world: World) -> None:
    party = await gather(await world.service(), options=LONG)
    seat, old = party.turn
    await world.crash(party.service)
    poor, other = await without_packs(world), await without_packs(world)
    person = await come(poor, old.token, party.table, party.battle)
    await come(other, old.token, party.table, party.battle)
    rich = await world.service()
    for _ in range(100):
        if party.battle in rich.rooms:
            break
        await world.clock.advance(0.1)
    assert party.battle in rich.rooms
    assert isinstance(await person.answer(seat, "steady"), Commit)


async def test_who_has_other_content_does_not_become_the_host_where_another_has_the_battles(
    world: World,
) -> None:
    """Given a battle with a pack, and two other servers, of which one has the pack as it was and
    the players' one another, when the battle's server dies, then it goes on at the former."""
    first = await playing(world, NIGHT)
    other = await playing(world, changed(NIGHT, "base+night@2"))
    same = await playing(world, NIGHT)
    party = await gather(first, options=LONG)
    seat, old = party.turn
    person = await come(other, old.token, party.table, party.battle)
    await world.crash(first)
    assert isinstance(await person.answer(seat, "steady"), Commit)
    assert party.battle in same.rooms
    assert party.battle not in other.rooms
    assert not other.tables[party.table].is_hosted


async def test_other_content_is_no_reason_to_wait_where_nobody_has_the_battles(
    world: World,
) -> None:
    """Given a battle of a release before, when all servers are of the new one, then it goes on."""
    first = await playing(world, NIGHT)
    party = await gather(first, options=LONG)
    seat, old = party.turn
    await world.crash(first)
    new = await playing(world, changed(NIGHT, "newer+night@1"))
    person = await come(new, old.token, party.table, party.battle)
    assert isinstance(await person.answer(seat, "steady"), Commit)
    assert party.battle in new.rooms
    assert not person.all(Paused)
    assert not new.packs.lacking


async def test_who_is_about_to_stop_is_left_no_table_for_its_content(world: World) -> None:
    """Given that the only other server with a battle's content is stopping, when the battle's own
    dies, then one with other content goes on at once."""
    first, last = await playing(world, NIGHT), await playing(world, NIGHT)
    other = await playing(world, changed(NIGHT, "base+night@2"))
    party = await gather(first, options=LONG)
    seat, old = party.turn
    person = await come(other, old.token, party.table, party.battle)
    await last.hand_over()
    await world.crash(first)
    assert isinstance(await person.answer(seat, "steady"), Commit)
    assert party.battle in other.rooms


async def test_a_battle_that_other_content_cannot_read_waits_for_the_pack_as_it_was(
    world: World,
) -> None:
    """Given a server whose pack can read a battle of before no more, when it has to take it up,
    then it names the pack to the players, and one with the pack as it was plays on."""
    first = await playing(world, NIGHT)
    party = await gather(first, options=LONG)
    seat, old = party.turn
    await world.crash(first)
    poor = await playing(world, Setup("micro", rewritten, content="base+night@2"))
    person = await come(poor, old.token, party.table, party.battle)
    for _ in range(50):
        if person.all(Paused):
            break
        await world.clock.advance(0.1)
    assert "'night' as it was" in person.last(Paused).text
    assert poor.packs.lacking == {"night@1"}
    rich = await playing(world, NIGHT)
    for _ in range(100):
        if party.battle in rich.rooms:
            break
        await world.clock.advance(0.1)
    assert isinstance(await person.answer(seat, "steady"), Commit)
    assert party.battle in rich.rooms


async def test_servers_know_which_packs_differ_between_them(world: World) -> None:
    """Given three servers with other packs, when they have heard of each other, then each names
    what differs, and no more once the others are gone."""
    one = await playing(world, NIGHT, *SETUPS[1:], owner="one")
    two = await playing(world, changed(NIGHT, "base+night@2"), owner="two")
    three = await playing(world, changed(NIGHT, "base+dawn@7"), owner="three")
    await world.clock.advance(2)
    assert one.packs.differing() == [
        "pack missing here: dawn@7, which three has",
        "pack missing at three: night@1",
        "pack differs: night@1 here, night@2 at two",
    ]
    assert "pack differs: night@2 here, night@1 at one" in two.packs.differing()
    await world.crash(two)
    await world.crash(three)
    assert one.packs.differing() == []
