"""Hosts that die, sleep, or hand over, while players and spectators are at other processes."""

import asyncio
import random

import pytest

from protocol.replies import (
    Bye,
    Commit,
    Done,
    Joined,
    Refused,
    Said,
    Snapshot,
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
    Start,
    Undo,
    Watch,
)
from protocol.tables import Settings
from server.rooms.hall import Hall
from server.rooms.recovery import entries_of
from server.store.errors import StoreUnavailable
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_relay import seen
from tests.rooms.test_room import play_on
from tests.rooms.test_tables import guest

LONG = {"goal": "5000"}


async def host_of(world: World, party: Party, seconds: float = 3.0) -> Hall:
    """The process that plays the battle, once there is one, within so many seconds."""
    for _ in range(round(seconds / 0.05)):
        for hall in world.halls:
            if party.battle in hall.rooms:
                return hall
        await world.clock.advance(0.05)
    raise AssertionError(f"nobody plays the battle after {seconds} s")


async def reconnect(person: Person, hall: Hall, party: Party) -> Person:
    """The same player at another process, from a snapshot."""
    again = Person(hall)
    await again.hello("", person.token)
    again.token = person.token
    await again.join(table=party.table)
    assert isinstance(await again.ask(Watch, party.battle), Done)
    return again


async def kill(world: World, hall: Hall) -> None:
    """The process ends where it stands, and no time passes yet."""
    await hall.drop()
    world.halls.remove(hall)


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


@pytest.mark.parametrize("seed", range(12))
async def test_a_host_that_dies_is_replaced_and_nothing_is_lost_or_doubled(
    world: World, seed: int
) -> None:
    """Given three processes and players at two of them, when the host dies at any moment again and
    again, then others go on within the time of a lease, each intent counts once, and who was not
    at the dead process keeps the connection."""
    chance, intents = random.Random(seed), Intents()
    halls = [await world.hall() for _ in range(3)]
    party = await gather(halls[0], people=3, others=tuple(halls), options=LONG)
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
        await world.hall()
        for each, at in tuple(party.people.items()):
            if at.hall is dead:
                party.people[each] = await reconnect(at, chance.choice(world.halls), party)
        found: Commit | Refused | Taken | None
        if person.hall is dead:
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
    first, second = await world.hall(), await world.hall()
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


async def test_an_owner_that_wakes_late_is_fenced_and_its_players_go_on(world: World) -> None:
    """Given a host that gave no sign of life for too long, when another has taken the battle, then
    an answer given to the first one still counts, once, and nobody has to connect again."""
    old = await world.hall()
    party = await gather(old, options=LONG)
    world.freeze(old)
    await world.clock.advance(6)
    new = await world.hall()
    await new.settled()
    assert party.battle in new.rooms
    seat, person = party.turn
    assert isinstance(await person.answer(seat, "steady"), Commit)
    await play_on(party, 3, random.Random(1))
    assert (party.battle in old.rooms, party.battle in new.rooms) == (False, True)
    assert len(await world.store.read(party.battle)) == 5
    assert {(p.hung_up, len(p.all(Snapshot))) for p in party.people.values()} == {(None, 1)}


async def test_a_host_that_wakes_late_learns_it_at_its_first_sign_of_life(world: World) -> None:
    old, new = await world.hall(), await world.hall()
    party = await gather(old, people=2, others=(new,), options=LONG)
    world.freeze(old)
    assert await host_of(world, party) is old
    await world.clock.advance(2.5)
    assert party.battle in new.rooms
    world.thaw(old)
    await world.clock.advance(2.5)
    assert party.battle not in old.rooms
    assert not old.tables[party.table].is_hosted
    await play_on(party, 3, random.Random(1))
    for person in party.people.values():
        assert (person.version, person.hung_up) == (4, None)
        here, _ = seen(person)
        assert here == tuple(sorted(each.player for each in party.people.values()))


async def test_who_was_not_told_of_a_battle_before_its_host_died_is_shown_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a host that dies right after a start, before it told the other processes, then the one
    that plays on shows the battle to its own visitors, who have never seen it."""
    first, second = await world.hall(), await world.hall()
    monkeypatch.setattr(first.hosting, "shows", lambda _table, _battle: None)
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


async def test_a_battle_without_visitors_is_taken_up_by_anybody(world: World) -> None:
    """Given a battle of one player and a bot whose process dies, then another one, where bots
    play on alone, does so though nobody of it ever asked for it."""
    first, other = await world.hall(), await world.hall(bots_alone=True)
    party = await gather(first, people=1, bots=1, absence=1, options={"goal": "300"})
    await kill(world, first)
    assert await host_of(world, party, 4.0) is other
    await world.clock.advance(5)
    assert len(await world.store.read(party.battle)) > 1


async def test_a_store_that_is_away_for_long_makes_nobody_dead(world: World) -> None:
    """Given two processes, when the store was away longer than a lease, then the host stays."""
    first, second = await world.hall(), await world.hall()
    party = await gather(first, people=2, others=(second,), options=LONG)
    world.store.fail()
    await world.clock.advance(10)
    world.store.recover()
    await world.clock.advance(6)
    assert (list(first.rooms), list(second.rooms)) == ([party.battle], [])
    await play_on(party, 3, random.Random(1))
    assert party["2"].version == party["1"].version == 4


@pytest.mark.parametrize("seed", range(6))
async def test_a_process_that_stops_hands_its_battles_over(world: World, seed: int) -> None:
    """Given requests under way, when the host hands over, then another process goes on at once, all
    requests are answered, and the first one serves its visitors until they go."""
    chance = random.Random(seed)
    first, second = await world.hall(), await world.hall()
    party = await gather(first, people=2, others=(second,), options=LONG)
    await party["1"].ask(Chat, "Let us go on elsewhere")
    seat, person = party.turn
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    for _ in range(chance.randrange(30)):
        await asyncio.sleep(0)
    await first.hand_over()
    found = await person.until(lambda: outcome(person, ref, seat, 1))
    assert isinstance(found, Commit)
    assert await host_of(world, party) is second
    assert not first.rooms
    await play_on(party, 4, random.Random(seed))
    await party["1"].ask(Chat, "Good")
    assert [said.text for said in second.tables[party.table].chat][-1] == "Good"
    for each in party.people.values():
        assert (each.version, each.hung_up, len(each.all(Snapshot))) == (6, None, 1)
    await first.close()
    world.halls.remove(first)
    party.people["1"] = await reconnect(party["1"], second, party)
    await play_on(party, 2, random.Random(seed))
    assert party["2"].version == 8


async def test_a_process_that_stops_opens_no_table(world: World) -> None:
    """Given a process that hands over, when somebody there asks for a table, then they are sent to
    another process at once, and no battle begins here any more."""
    first, second = await world.hall(), await world.hall()
    await world.clock.advance(1)
    await first.hand_over()
    ann = await guest(first, "Ann")
    ann.say(Create, Settings("micro", party=1, options={}), "Late")
    await ann.until(lambda: ann.hung_up == "going_down")
    assert not first.tables
    again = await guest(second, "Ann")
    assert isinstance(await again.ask(Create, Settings("micro", party=1, options={})), Joined)


async def test_one_process_alone_hands_nothing_over(world: World, hall: Hall) -> None:
    party = await gather(hall)
    await hall.hand_over()
    assert list(hall.rooms) == [party.battle]
    assert not party["1"].all(Bye)


async def test_a_vote_on_an_undo_is_asked_for_again_by_the_new_host(world: World) -> None:
    first, second = await world.hall(), await world.hall()
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
    first, second = await world.hall(), await world.hall()
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


async def test_a_letter_of_unknown_fate_is_sent_again_and_read_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a store that takes letters but whose answer is lost now and then, then what is said at
    one process is heard at the other once, and moves arrive."""
    first, second = await world.hall(), await world.hall()
    party = await gather(first, people=2, others=(second,), options=LONG)
    real, chance = world.store.fleet.send, random.Random(3)

    async def send(process: str, letter: bytes) -> None:
        await real(process, letter)
        if chance.random() < 0.5:
            raise StoreUnavailable("the answer is lost")

    monkeypatch.setattr(world.store.fleet, "send", send)
    for number in range(8):
        await asyncio.gather(party["2"].ask(Chat, f"line {number}"), world.clock.advance(2))
    assert [said.text for said in party["1"].all(Said)] == [f"line {n}" for n in range(8)]
    await party["1"].answer("1", "steady")
    two = party["2"]
    await two.reaches(2)
    two.say(Intent, two.number("2"), two.asked("2").id, ("steady",), "2")
    await world.clock.advance(3)
    assert party["1"].version == two.version == 3
