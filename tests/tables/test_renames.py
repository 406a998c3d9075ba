"""Tables show their people by the names that these have now, in every process."""

import random
from typing import Any

import pytest

from protocol import replay_file
from protocol.ids import PlayerId, SeatId, TableId
from protocol.replies import Opening, Refused, Said, Snapshot
from protocol.requests import Chat, Claim, Create, HandOver, Hello, Leave, Ready, Start
from protocol.tables import Member, Settings, TableState
from server.battles.records.recorded_battle import commit_in
from server.players.identity import Identity, Players
from server.service.game_service import GameService
from server.store import StoreUnavailable
from server.tables import members, seats
from server.tables.documents import KIND, decode
from server.tables.table import Table
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.people import Person

Halls = tuple[GameService, GameService]


@pytest.fixture
async def game_services(world: World) -> Halls:
    return await world.service(owner="a"), await world.service(owner="b")


def names(person: Person) -> list[str]:
    """What the members of the table are called, as somebody there sees it."""
    return [member.name for member in person.last(TableState).members]


async def stored(world: World, table: str) -> list[str]:
    """What they are called in the store."""
    found = await world.store.get(KIND, table)
    assert found is not None
    return [member.name for member in decode(found[1]).state.members]


async def camp(service: GameService, **settings: Any) -> tuple[Person, str]:
    """Ann, who has opened a public table."""
    ann = Person(service)
    await ann.hello("Ann")
    settings = {"options": {}, "party": 2, "public": True, **settings}
    return ann, (await ann.ask(Create, Settings("micro", **settings), "Camp")).table


async def test_a_new_name_is_shown_at_once_to_all_at_the_table(game_services: Halls) -> None:
    """Given a battle with people in two processes, when one comes again by another name, before
    sitting down anywhere, then everybody at the table sees it, also at an older connection."""
    party = await gather(game_services[0], others=(game_services[1],))
    again = Person(game_services[0])
    await again.hello("Bea", party["2"].token)
    for person in party.people.values():
        await person.until(lambda seen=person: names(seen) == ["Ann", "Bea"])  # type: ignore[misc]


async def test_a_table_without_the_renamed_one_hears_of_it_too(game_services: Halls) -> None:
    """Given somebody who has left the table, when they come to another process by another name,
    then those who are still there see it."""
    party = await gather(game_services[0], others=(game_services[1],))
    await party["2"].ask(Leave)
    party["2"].leave()
    await Person(game_services[1]).hello("Bea", party["2"].token)
    await party["1"].until(lambda: names(party["1"]) == ["Ann", "Bea"])


async def test_a_table_that_nobody_is_at_has_the_new_name_and_is_let_go_of(
    world: World, game_services: Halls
) -> None:
    ann, table = await camp(game_services[0])
    ann.leave()
    await Person(game_services[1]).hello("Anna", ann.token)
    await world.clock.advance(1)
    assert await stored(world, table) == ["Anna"]
    assert [service.tables for service in game_services] == [{}, {}]


async def test_a_process_that_dies_over_a_renaming_leaves_it_to_the_next_hello(
    world: World, game_services: Halls
) -> None:
    """Given a process that had written the name, and no table, when its player comes to another one
    and says no name, then the table shows the new one."""
    ann, table = await camp(game_services[0])
    bob = Person(game_services[1])
    await bob.hello("Bob")
    await bob.join(table=table)
    await Players(world.store).hello(ann.token, "Anna")
    await Person(game_services[1]).hello("", ann.token)
    await bob.until(lambda: names(bob) == ["Anna"])


async def test_a_store_that_is_away_is_waited_for(
    world: World, game_services: Halls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store that fails once the name is written, when it is back, then tables follow."""
    ann, table = await camp(game_services[0])
    get, failures = world.store.get, [1, 2]

    async def failing(kind: str, name: str) -> tuple[int, bytes] | None:
        if kind == KIND and failures:
            raise StoreUnavailable(f"failure {failures.pop()}")
        return await get(kind, name)

    monkeypatch.setattr(world.store, "get", failing)
    await Person(game_services[1]).hello("Anna", ann.token)
    await world.clock.advance(1)
    assert failures == []
    assert names(ann) == await stored(world, table) == ["Anna"]


async def test_who_sits_down_at_a_connection_of_before_has_the_present_name(
    world: World, game_services: Halls
) -> None:
    """Given a connection from before the renaming, in another process, when a seat is taken or
    given by it, then the table shows the name of now."""
    _, table = await camp(game_services[0])
    bob, eve = Person(game_services[1]), Person(game_services[1])
    await bob.hello("Bob")
    await eve.hello("Eve")
    for person in (bob, eve):
        await person.join(table=table)
    await Person(game_services[0]).hello("Bea", bob.token)
    await Person(game_services[0]).hello("Zoe", eve.token)
    await bob.ask(Claim, "1")
    await bob.until(lambda: names(bob) == ["Ann", "Bea"])
    await bob.ask(HandOver, "1", eve.player)
    await bob.until(lambda: names(bob) == ["Ann", "Bea", "Zoe"])
    await world.clock.advance(1)
    assert await stored(world, table) == ["Ann", "Bea", "Zoe"]


async def test_a_table_of_long_ago_shows_the_name_when_its_member_comes(
    world: World, game_services: Halls
) -> None:
    """Given a renaming that a table was not told of, as it was too long ago that the player was
    there, when the player comes to it again, then it shows the name."""
    ann, table = await camp(game_services[0])
    ann.leave()
    players = Players(world.store)
    await players.hello(ann.token, "Anna")
    await players.note_shown(ann.player, "Anna")
    back = Person(game_services[1])
    await back.hello("", ann.token)
    await world.clock.advance(1)
    assert await stored(world, table) == ["Ann"]
    await back.join(table=table)
    await back.until(lambda: names(back) == ["Anna"])


async def test_two_renamings_at_once_end_with_the_name_that_is_stored(
    world: World, game_services: Halls
) -> None:
    ann, table = await camp(game_services[0])
    first, second = Person(game_services[0]), Person(game_services[1])
    first.say(Hello, ann.token, "Anna", "test")
    second.say(Hello, ann.token, "Annabel", "test")
    await world.clock.advance(1)
    name = await game_services[0].players.name_of(ann.player)
    assert name in ("Anna", "Annabel")
    assert names(ann) == await stored(world, table) == [name]


async def test_a_renaming_that_is_overtaken_by_another_ends_with_the_later_name(
    world: World, game_services: Halls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a second name that is written while tables are being told of the first, by a process
    that dies then, then the table ends with the second."""
    ann, table = await camp(game_services[0])
    find, overtaken = game_services[1].table_registry.table, list[Identity]()

    async def slow(name: str) -> Table:
        if not overtaken:
            overtaken.append(await Players(world.store).hello(ann.token, "Annabel"))
        return await find(TableId(name))

    monkeypatch.setattr(game_services[1].table_registry, "table", slow)
    await Person(game_services[1]).hello("Anna", ann.token)
    await ann.until(lambda: names(ann) == ["Annabel"])
    assert await stored(world, table) == ["Annabel"]


async def test_a_process_that_has_not_heard_of_the_seat_shows_the_name_all_the_same(
    game_services: Halls, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a process at the table that was not told who has sat down elsewhere, when that one
    comes to it by another name, then it looks into the store, and both show the name."""
    ann, table = await camp(game_services[0])
    bob, eve = Person(game_services[1]), Person(game_services[0])
    await bob.hello("Bob")
    await eve.hello("Eve")
    await bob.join(table=table)
    await eve.join(table=table)
    monkeypatch.setattr(game_services[0].mailbox, "send", lambda *_: None)
    await eve.ask(Claim, "1")
    assert names(bob) == ["Ann"]
    await Person(game_services[1]).hello("Zoe", eve.token)
    for person in (ann, bob):
        await person.until(lambda seen=person: names(seen) == ["Ann", "Zoe"])  # type: ignore[misc]


async def test_a_spectator_speaks_by_the_present_name_at_every_connection(
    game_services: Halls,
) -> None:
    """Given two connections to one process, when the later one brings another name, then the
    earlier one speaks by it, too."""
    ann, table = await camp(game_services[0])
    wat = Person(game_services[0])
    await wat.hello("Wat")
    await wat.join(table=table)
    await Person(game_services[0]).hello("Walter", wat.token)
    await wat.ask(Chat, "Good luck")
    assert [said.name for said in ann.all(Said)] == ["Walter"]


async def test_what_somebody_says_bears_the_name_that_the_table_shows(game_services: Halls) -> None:
    """Given a connection from before the renaming, when it is spoken by, then by the name of now,
    and what was said before keeps the name of then."""
    party = await gather(game_services[0], others=(game_services[1],))
    await party["2"].ask(Chat, "Hello")
    await Person(game_services[0]).hello("Bea", party["2"].token)
    await party["2"].until(lambda: names(party["2"]) == ["Ann", "Bea"])
    await party["2"].ask(Chat, "It is me")
    await party["1"].until(lambda: len(party["1"].all(Said)) == 2)
    assert [said.name for said in party["1"].all(Said)] == ["Person 2", "Bea"]


async def test_a_battle_keeps_the_names_that_it_was_begun_with(
    world: World, game_services: Halls
) -> None:
    """Given a renaming in the middle of a battle, then its record tells of the old name, and the
    next battle's of the new one."""
    party = await gather(game_services[0], options={"goal": "20"})
    ann, bob = party["1"], party["2"]
    await Person(game_services[1]).hello("Bea", bob.token)
    await bob.until(lambda: names(bob) == ["Ann", "Bea"])
    await play_on(party, 500, random.Random(3))
    assert record(ann) == ["Ann", "Person 2"]
    file = replay_file.read(await game_services[1].library.file(party.battle))
    pinned = commit_in(file.commits[0]).pinned
    assert isinstance(pinned, Opening)
    assert [seat.name for seat in pinned.seats] == ["Ann", "Person 2"]
    for person in (ann, bob):
        await person.ask(Ready, True, "luck")
    started = await ann.ask(Start)
    await ann.until(lambda: ann.battle == started.battle)
    assert record(ann) == ["Ann", "Bea"]


def record(person: Person) -> list[str]:
    """The names in the record of the battle that somebody saw last."""
    opening = person.last(Snapshot).opening
    assert opening is not None
    return [seat.name for seat in opening.seats]


@pytest.mark.parametrize("name", ["Operator", "Hexwarden"])
async def test_a_name_that_is_refused_changes_no_table(
    world: World, game_services: Halls, name: str
) -> None:
    ann, table = await camp(game_services[0])
    refused = await Person(game_services[1]).ask(Hello, ann.token, name, "test")
    assert isinstance(refused, Refused)
    await world.clock.advance(1)
    assert names(ann) == await stored(world, table) == ["Ann"]


async def test_who_comes_again_by_the_same_name_costs_the_table_nothing(
    world: World, game_services: Halls
) -> None:
    ann, table = await camp(game_services[0])
    before = await world.store.get(KIND, table)
    for name in ("Ann", ""):
        await Person(game_services[1]).hello(name, ann.token)
    await world.clock.advance(1)
    assert await world.store.get(KIND, table) == before


def test_a_member_changes_the_name_by_renaming_alone() -> None:
    """Given a member who sits down at a connection that knows an old name, then the table's name
    for them stays; nobody else is renamed, and no stranger becomes a member by it."""
    doc = seats.new_table(
        TableId("t1"), "Camp", Member(PlayerId("p1"), "Ann"), Settings("micro", party=2, options={})
    )
    doc = seats.claim(doc, Member(PlayerId("p1"), "Annie"), SeatId("1"))
    assert doc.state.members == (Member(PlayerId("p1"), "Ann"),)
    doc = members.renamed(doc, Member(PlayerId("p1"), "Anna"))
    assert doc.state.members == (Member(PlayerId("p1"), "Anna"),)
    assert members.renamed(doc, Member(PlayerId("p1"), "Anna")) is doc
    assert members.renamed(doc, Member(PlayerId("p2"), "Bob")) is doc
