"""Hosts that die, sleep, or hand over, while players and spectators are at other processes."""

import asyncio
import random

import pytest

from protocol.replies import (
    Commit,
    Done,
    Refused,
    Snapshot,
    StandingSet,
    Taken,
    author_of,
)
from protocol.requests import (
    Chat,
    Claim,
    Consent,
    Create,
    Intent,
    Invite,
    PutBot,
    Ready,
    Standing,
    Start,
    Undo,
    Watch,
)
from protocol.tables import Settings
from server.battles.records.recovery import entries_of
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.seeds import seeds
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

LONG = {"goal": "5000"}


async def host_of(world: World, party: Party, seconds: float = 3.0) -> GameService:
    """The process that plays the battle, once there is one, within so many seconds."""
    for _ in range(round(seconds / 0.05)):
        for service in world.game_services:
            if party.battle in service.rooms:
                return service
        await world.clock.advance(0.05)
    raise AssertionError(f"nobody plays the battle after {seconds} s")


async def reconnect(person: Person, service: GameService, party: Party) -> Person:
    """The same player at another process, from a snapshot."""
    again = Person(service)
    await again.hello("", person.token)
    again.token = person.token
    await again.join(table=party.table)
    assert isinstance(await again.ask(Watch, party.battle), Done)
    return again


async def kill(world: World, service: GameService) -> None:
    """The process ends where it stands, and no time passes yet."""
    await service.drop()
    world.game_services.remove(service)


class Intents:
    """What players have asked for, and what they were told became of it."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, int], int] = {}
        self.asked: set[tuple[str, int]] = set()

    async def check(self, world: World, party: Party) -> None:
        """What was acknowledged stands where it was said to, and nothing stands twice."""
        made: dict[tuple[str, int], int] = {}
        for entry in entries_of([frame for _, frame in await world.store.read(party.battle)]):
            if entry.commit.number:
                key = author_of(entry.commit).seat, entry.commit.number
                assert key not in made, f"{key} was done twice"
                made[key] = entry.commit.version
        assert self.told.items() <= made.items()
        assert set(made) <= self.asked


@pytest.mark.parametrize("seed", seeds(4, 12))
async def test_a_host_that_dies_is_replaced_and_nothing_is_lost_or_doubled(
    world: World, seed: int
) -> None:
    """Given three processes and players at two of them, when the host dies at any moment again and
    again, then others go on within the time of a lease, each intent counts once, and who was not
    at the dead process keeps the connection."""
    chance, intents = random.Random(seed), Intents()
    game_services = [await world.service() for _ in range(3)]
    party = await gather(game_services[0], people=3, others=tuple(game_services), options=LONG)
    for _ in range(10):
        seat, person = party.turn
        number, question = person.number(seat), person.asked(seat).id
        intents.asked.add((seat, number))
        ref = person.say(Intent, number, question, ("steady",), seat)
        for _ in range(chance.randrange(40)):
            await asyncio.sleep(0)
        dead = await host_of(world, party)
        await kill(world, dead)
        await host_of(world, party)
        await world.service()
        for each, at in tuple(party.people.items()):
            if at.service is dead:
                party.people[each] = await reconnect(at, chance.choice(world.game_services), party)
        found: Commit | Refused | Taken | None
        if person.service is dead:
            found = await party[seat].answer(seat, "steady", question=question, number=number)
        else:
            found = await person.until(lambda: outcome(person, ref, seat, number))  # noqa: B023
        assert isinstance(found, (Commit, Taken)), found
        intents.told[seat, number] = found.version
        for at in party.people.values():
            await at.reaches(found.version)
            assert at.hung_up is None
    await intents.check(world, party)
    assert {at.version for at in party.people.values()} == {11}


def outcome(person: Person, ref: int, seat: str, number: int) -> Commit | Refused | Taken | None:
    """What came of an intent."""
    for message in person.heard:
        if isinstance(message, (Refused, Taken)) and message.ref == ref:
            return message
        if not isinstance(message, Commit) or message.number != number:
            continue
        if author_of(message).seat == seat:
            return message
    return None


async def test_who_stays_connected_sees_one_unbroken_battle(world: World) -> None:
    """Given a spectator and a player at a process that relays, when the host dies, then they get no
    second snapshot and no commit twice, and go on by themselves."""
    first, second = await world.service(), await world.service()
    party = await gather(first, people=2, others=(second,), options=LONG)
    viewer = await reconnect(party["2"], second, party)
    await play_on(party, 4, random.Random(1))
    await kill(world, first)
    assert await host_of(world, party) is second
    party.people["1"] = await reconnect(party["1"], second, party)
    await play_on(party, 4, random.Random(2))
    for person in (party["2"], viewer):
        await person.reaches(9)
        assert len(person.all(Snapshot)) == 1
        versions = [commit.version for commit in person.all(Commit)]
        assert versions == sorted(set(versions))
        assert person.state == party["1"].state


async def test_who_was_not_told_of_a_battle_before_its_host_died_is_shown_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a host that dies right after a start, before it told the other processes, then the one
    that plays on shows the battle to its own visitors, who have never seen it."""
    first, second = await world.service(), await world.service()
    monkeypatch.setattr(first.host, "shows", lambda _table, _battle: None)
    ann, bob = Person(first), Person(second)
    await ann.hello("Ann")
    await bob.hello("Bob")
    settings = Settings("micro", party=2, absence=0, options=LONG)
    table = (await ann.ask(Create, settings, "Camp")).table
    for seat, person in (("1", ann), ("2", bob)):
        await person.join((await ann.ask(Invite, seat)).code)
        await person.ask(Ready, True, "dice")
    started = await ann.ask(Start)
    await breathe()
    assert bob.all(Snapshot) == []
    party = Party(first, {"1": ann, "2": bob}, started.battle, table)
    await kill(world, first)
    assert await host_of(world, party) is second
    await bob.reaches(1)


async def test_what_a_seat_wishes_of_abilities_goes_with_the_battle(world: World) -> None:
    """Given a seat that is never to be asked of an offer, when its host dies, then the next one
    passes that offer, too, and everybody is told the wish anew."""
    first, other = await world.service(), await world.service()
    party = await gather(first, "camp", others=(other,))
    two = party["2"]
    assert two.service is other
    wish = Standing, "keep", (), "2", {"take": "never", "share": "others"}
    assert isinstance(await two.ask(*wish), Done)
    assert isinstance(await two.ask(Standing, "keep", (), "2", {"share": "ask"}), Done)
    await two.until(lambda: two.all(StandingSet) and two.last(StandingSet).abilities)
    told = len(two.all(StandingSet))
    await kill(world, first)
    assert await host_of(world, party) is other
    await two.until(lambda: len(two.all(StandingSet)) > told + 1)
    assert [one.abilities for one in two.all(StandingSet)[told:]] == [{}, {"take": "never"}]
    one = await reconnect(party["1"], other, party)
    await one.answer("1", "share")
    await two.until(lambda: two.version == 3)
    assert [author_of(commit).how for commit in two.all(Commit)][-1] == "standing"


async def test_a_vote_on_an_undo_is_asked_for_again_by_the_new_host(world: World) -> None:
    first, second = await world.service(), await world.service()
    party = await gather(first, people=2, others=(second,), options=LONG)
    await party["1"].answer("1", "steady")
    await party["2"].reaches(2)
    two = party["2"]
    ref = two.say(Undo, two.number("2"), 1, "2")
    await party["1"].until(
        lambda: any(
            m for m in party["1"].heard if "undo_asked" in str(type(m).__struct_config__.tag)
        )
    )
    await kill(world, first)
    assert await host_of(world, party) is second
    one = party.people["1"] = await reconnect(party["1"], second, party)
    await breathe()
    assert isinstance(await one.ask(Consent, 1, True), Done)
    await two.reaches(3)
    assert two.reply_to(ref) is None


async def test_a_table_in_the_lobby_outlives_its_host(world: World) -> None:
    """Given a table without a battle at two processes, when the host dies, then what its document
    holds is there, and it goes on at the other one."""
    first, second = await world.service(), await world.service()
    lead, other = Person(first), Person(second)
    await lead.hello("Ann")
    joined = await lead.ask(Create, Settings("micro", party=2, options={}), "Camp")
    await lead.ask(PutBot, "2", "first")
    code = (await lead.ask(Invite, "1")).code
    await other.hello("Bea")
    await other.join(code)
    await other.ask(Ready, True, "luck")
    await kill(world, first)
    await world.clock.advance(3)
    table = second.tables[joined.table]
    assert table.is_hosted
    assert [(chair.player, chair.bot) for chair in table.doc.state.chairs] == [
        (other.player, ""),
        ("", "first"),
    ]
    assert isinstance(await other.ask(Chat, "Still here"), Done)
    assert isinstance(await other.ask(Claim, "1"), Done)
