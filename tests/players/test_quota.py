"""Limits on battles in play: counted where a battle is played, for whoever began it."""

from protocol.replies import Refused, Started
from protocol.requests import Create, PutBot, Start
from protocol.tables import Settings
from server.players.limits import Limits
from server.service.game_service import GameService
from tests.battles.test_autopilot import bots_alone
from tests.cluster.test_takeover import host_of, reconnect
from tests.service.clocks import breathe
from tests.service.conftest import World
from tests.service.people import Person

ENDLESS = {"goal": "100000"}


async def leader(service: GameService, address: str = "192.0.2.1") -> Person:
    """Somebody who has set a table of bots up at an address, and can begin."""
    person = Person(service)
    person.visitor.address = address
    await person.hello("Ann")
    return await with_table(person)


async def with_table(person: Person, options: dict[str, str] | None = None) -> Person:
    settings = Settings("micro", party=1, public=True, options=options or ENDLESS)
    await person.ask(Create, settings, "Camp")
    await person.ask(PutBot, "1", "first")
    return person


async def test_a_player_has_so_many_battles_in_play(world: World) -> None:
    """Given a player with two battles in play, the most there may be, when they begin a third, then
    it is refused; when one of the two is over, then it begins."""
    stopped: list[str] = []
    limits = Limits(battles_of_player=2, reached=stopped.append)
    service = await world.service(bot_delay=1.0, limits=limits)
    ann = await leader(service)
    assert isinstance(await ann.ask(Start), Started)
    await with_table(ann, {"goal": "20"})
    assert isinstance(await ann.ask(Start), Started)
    await with_table(ann)
    refused = await ann.ask(Start)
    assert isinstance(refused, Refused)
    assert (refused.code, "2 are in play" in refused.text) == ("too_fast", True)
    assert stopped == ["battles_of_player"]
    again = Person(service)
    await again.hello("", ann.token)
    (short,) = [room for room in service.rooms.values() if _goal(room) == "20"]
    await again.join(table=short.record.opening.table)
    for _ in range(100):
        await world.clock.advance(1)
    assert short.battle not in service.rooms
    assert isinstance(await ann.ask(Start), Started)


def _goal(room: object) -> str:
    return str(room.record.opening.options["goal"])  # type: ignore[attr-defined]


async def test_an_address_has_so_many_battles_in_play_whoever_asks(world: World) -> None:
    """Given battles begun by several players from one address, the most there may be, then one more
    of yet another player is refused there, and granted elsewhere."""
    service = await world.service(limits=Limits(battles_of_address=3))
    for _ in range(3):
        assert isinstance(await (await leader(service)).ask(Start), Started)
    assert (await (await leader(service)).ask(Start)).code == "too_fast"
    assert isinstance(await (await leader(service, "192.0.2.2")).ask(Start), Started)


async def test_a_process_plays_so_many_battles(world: World) -> None:
    """Given a full process, then one more battle is refused as busy, and those in play go on."""
    service = await world.service(bot_delay=1.0, limits=Limits(battles=2))
    first = await leader(service, "192.0.2.1")
    assert isinstance(await first.ask(Start), Started)
    assert isinstance(await (await leader(service, "192.0.2.2")).ask(Start), Started)
    assert (await (await leader(service, "192.0.2.3")).ask(Start)).code == "busy"
    before = first.version
    await world.clock.advance(5)
    assert first.version > before


async def test_many_starts_at_once_pass_no_limit(world: World) -> None:
    """Given ten tables whose leaders begin at the very same time, then no more begin than may."""
    service = await world.service(limits=Limits(battles_of_address=4))
    people = [await leader(service) for _ in range(10)]
    refs = [person.say(Start) for person in people]
    answers = [await person.answer_to(ref) for person, ref in zip(people, refs, strict=True)]
    assert sum(isinstance(answer, Started) for answer in answers) == 4
    assert len(service.rooms) == 4


async def test_the_limit_holds_at_the_host_for_those_who_ask_elsewhere(world: World) -> None:
    """Given a table that one process hosts, when its leader asks at another one, then the address
    counts at the host."""
    host = await world.service(owner="a", limits=Limits(battles_of_address=1))
    other = await world.service(owner="b", limits=Limits(battles_of_address=1))
    assert isinstance(await (await leader(host)).ask(Start), Started)
    ann = await leader(host)
    there = Person(other)
    there.visitor.address = "192.0.2.1"
    await there.hello("", ann.token)
    await there.join(table=ann.visitor.place.id)  # type: ignore[union-attr]
    await breathe()
    assert (await there.ask(Start)).code == "too_fast"
    assert len(host.rooms) == 1


async def test_a_battle_that_was_taken_over_counts_for_its_leader(world: World) -> None:
    """Given a battle whose process has died, when its leader begins another where it is played now,
    then the first one counts."""
    limits = Limits(battles_of_player=1)
    first, second = await world.service(limits=limits), await world.service(limits=limits)
    party = await bots_alone(first)
    ann = await reconnect(party["1"], second, party)
    await world.crash(first)
    assert await host_of(world, party) is second
    await with_table(ann)
    assert (await ann.ask(Start)).code == "too_fast"
