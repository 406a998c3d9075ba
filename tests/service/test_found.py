"""What the simulator found once and its seeds do not draw any more: each course, step by step.

The seeds that still show theirs are in tests/simulator/test_found.py.
"""

import asyncio

import pytest

from protocol.ids import BattleId, PlayerId, SeatId, TableId
from protocol.replies import Commit, Done, Driving, Paused, Refused, Taken, UndoAsked
from protocol.requests import Consent, Create, Intent, Ready, Replay, Start, Undo, Watch
from protocol.tables import BattleLine, Member, Settings, TableState
from server.service.game_service import GameService
from server.store import Lease, OnNews, StoreFull, StoreUnavailable, Unsubscribe
from server.store.memory.fleet import MemoryFleet
from server.tables import seats
from server.tables.documents import KIND
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

LAST_TURN = {"left": "1"}
VOTE = ("fast",)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The news of what is appended to these battles reach nobody."""
    battles, plain = set[str](), MemoryFleet.subscribe

    def subscribe(fleet: MemoryFleet, channel: str, hear: OnNews) -> Unsubscribe:
        def heard(news: bytes | None) -> None:
            if not any(battle in channel for battle in battles):
                hear(news)

        return plain(fleet, channel, heard)

    monkeypatch.setattr(MemoryFleet, "subscribe", subscribe)
    return battles


async def before_the_last_move(service: GameService, *others: GameService) -> Party:
    """A battle that the party's one vote, of any seat, is about to end."""
    people = 1 + len(others)
    party = await gather(service, "camp", people=people, others=others, options=LAST_TURN)
    assert isinstance(await party["1"].answer("1", "keep"), Commit)
    for person in party.people.values():
        await person.reaches(2)
    return party


async def test_seed_19_a_move_that_ended_its_battle_is_known_when_it_comes_again(
    service: GameService,
) -> None:
    """Given a battle that a move has ended, when the move comes once more, then it is told the
    version that it made, and not that it is too late."""
    party = await before_the_last_move(service)
    one = party["1"]
    move = one.number("1"), one.asked("1").id, VOTE, "1"
    ref = one.say(Intent, *move)
    await one.reaches(3)
    assert await one.ask(Intent, *move) == Taken(one.ref, move[0], 3)
    assert one.reply_to(ref) is None


async def test_seed_29_a_move_that_ended_its_battle_is_looked_for_before_it_is_refused(
    world: World, deaf: set[str]
) -> None:
    """Given a move from another process that ended its battle, of which the news were lost there,
    when the move comes once more, then its commit is shown, and no refusal."""
    host, relay = await world.service(owner="a"), await world.service(owner="b")
    party = await before_the_last_move(host, relay)
    one, two = party["1"], party["2"]
    assert (one.service, two.service) == (host, relay)
    deaf.add(party.battle)
    move = two.number("2"), two.asked("2").id, VOTE, "2"
    first = two.say(Intent, *move)
    await one.reaches(3)
    assert two.version == 2
    again = two.say(Intent, *move)
    await two.until(lambda: two.version == 3 or two.all(Refused))
    assert [two.reply_to(ref) for ref in (first, again)] == [None, None]
    assert two.last(Commit).number == move[0]


async def test_seed_537_a_host_that_was_not_told_of_its_successor_gives_the_battle_up(
    world: World,
) -> None:
    """Given a host in whose place another one was set, and who never got the message that said so
    and holds the battle's lease, then it is told again, and the battle goes on at the other."""
    first, second = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(first)
    await world.store.fleet.host(KIND, party.table, "b", instead_of="a")
    newcomer = Person(second)
    await newcomer.hello("", party["2"].token)
    await newcomer.join(table=party.table)
    for _ in range(100):
        if party.battle in second.rooms:
            break
        await world.clock.advance(0.05)
    assert party.battle in second.rooms
    assert party.battle not in first.rooms
    assert isinstance(await party["1"].answer("1", "steady"), Commit)


async def test_seed_538_an_undo_that_comes_twice_is_one_and_the_same_vote(
    service: GameService,
) -> None:
    """Given an undo that the table votes on, when it comes once more, then the vote goes on, and
    whoever came last is answered."""
    party = await gather(service, "camp")
    one, two = party["1"], party["2"]
    await one.answer("1", "hunt")
    undo = one.number("1"), 1, "1"
    one.say(Undo, *undo)
    await two.until(lambda: two.all(UndoAsked))
    one.say(Undo, *undo)
    assert isinstance(await two.ask(Consent, 1, True), Done)
    await two.reaches(3)
    assert two.last(Commit).number == undo[0]
    assert [asked.verdict for asked in two.all(UndoAsked)] == ["", "granted"]


@pytest.mark.parametrize("delay", [0, 30], ids=["live", "with a delay"])
async def test_seed_311_who_waits_for_a_battle_is_not_left_with_what_another_one_closed(
    world: World, delay: int
) -> None:
    """Given two who come back to a battle at once that nobody here follows yet, and the first one's
    connection is gone when it is there, then the second one sees what comes."""
    host, relay = await world.service(owner="a"), await world.service(owner="b")
    party = await gather(host, "camp", public=True, delay=delay)
    gone, stays = Person(relay), Person(relay)
    for person in (gone, stays):
        await person.hello("Wat")
        await person.join(table=party.table)
    await world.clock.advance(delay)
    for person in (gone, stays):
        await person.ask(Replay, party.battle, 1, 0.0)

    async def ask_and_go() -> None:
        await relay.handle(gone.visitor, Watch(9, party.battle))
        relay.depart(gone.visitor)

    asking = asyncio.create_task(ask_and_go())
    ref = stays.say(Watch, party.battle)
    await asking
    assert isinstance(await stays.answer_to(ref), Done)
    assert stays.version == 1
    await party["1"].answer("1", "keep")
    await world.clock.advance(delay)
    await stays.reaches(2)


async def test_seed_577_a_process_that_a_late_answer_called_dead_is_back_at_once(
    world: World,
) -> None:
    """Given a process that had come back before its host read an old answer by which it was dead,
    then the host knows of its players again, and they learn what becomes of the table."""
    host, relay = await world.service(owner="a"), await world.service(owner="b")
    party = await before_the_last_move(host, relay)
    one, two = party["1"], party["2"]
    host.host.died(frozenset({"b"}))
    await one.answer("1", *VOTE)
    await two.until(lambda: two.last(TableState).phase == "finished")
    assert host.tables[party.table].elsewhere.keys() == {"b"}


def test_seed_7898_an_end_that_is_told_again_ends_no_later_battle() -> None:
    """Given a battle whose end is written down twice, and the next one has begun in between, then
    that goes on."""
    empty = seats.new_table(
        TableId("t1"), "Den", Member(PlayerId("ann"), "Ann"), Settings("micro", party=1)
    )
    first, second = BattleLine(BattleId("b1"), "micro", 0), BattleLine(BattleId("b2"), "micro", 0)
    ended = seats.finished(seats.started(empty, first), BattleId("b1"))
    assert ended.state.phase == "finished"
    going_on = seats.started(ended, second)
    assert seats.finished(going_on, BattleId("b1")) == going_on
    assert seats.finished(going_on, BattleId("b2")).state.phase == "finished"


async def test_seed_3810_a_number_that_another_program_has_used_elsewhere_is_answered(
    world: World,
) -> None:
    """Given two programs of one player at a process that relays, both with the same number for
    another move, then the first one counts, and the second one is told."""
    host, relay = await world.service(owner="a"), await world.service(owner="b")
    party = await before_the_last_move(host, relay)
    two = party["2"]
    number, question = two.number("2"), two.asked("2").id
    first = two.say(Intent, number, question, VOTE, "2")
    second = two.say(Intent, number, question, ("feast",), "2")
    assert isinstance(await two.answer_to(second), Refused)
    await two.reaches(3)
    assert two.reply_to(first) is None


async def test_seed_4216_what_a_move_made_is_known_long_after_its_battle(
    service: GameService,
) -> None:
    """Given a battle that is over, when somebody comes back with a move of before its last, then
    they are told the version that it made; one that was never made is too late."""
    party = await before_the_last_move(service)
    await party["1"].answer("1", *VOTE)
    again = Person(service)
    await again.hello("", party["1"].token)
    await again.join(table=party.table)
    await again.until(lambda: again.last(TableState).phase == "finished")
    await again.ask(Watch, party.battle)
    assert await again.ask(Intent, 1, 1, ("keep",), "1") == Taken(again.ref, 1, 2)
    assert (await again.ask(Intent, 1, 1, ("share",), "1")).code == "not_now"
    assert (await again.ask(Intent, 9, 1, ("keep",), "1")).code == "not_now"


async def test_seed_4456_a_move_that_has_waited_is_not_made_in_the_next_battle(
    service: GameService,
) -> None:
    """Given a move that waits for its battle to be played somewhere, and another battle begins
    instead, then it is refused, and not taken for an answer there."""
    party = await before_the_last_move(service)
    one, late = party["1"], 99
    move = Intent(late, 9, 1, ("share",), SeatId("1"))
    service.relay.pass_on(service.tables[party.table], one.visitor, move, party.battle)
    await one.answer("1", *VOTE)
    await one.until(lambda: one.last(TableState).phase == "finished")
    await one.ask(Ready, True, "again")
    started = await one.ask(Start)
    refused = await one.answer_to(late)
    assert isinstance(refused, Refused)
    assert refused.code == "not_now"
    assert service.rooms[started.battle].version == 1


async def test_seed_5053_what_is_no_longer_so_is_taken_back_where_its_end_was_not_heard(
    world: World,
) -> None:
    """Given a process that never heard that a bot stands in no more, when it comes to its host
    anew, then its players are told."""
    host, relay = await world.service(owner="a"), await world.service(owner="b")
    party = await before_the_last_move(host, relay)
    two, stale = party["2"], Driving(party.battle, SeatId("2"), True, "Its player is away.")
    relay.tables[party.table].circumstances.learn(party.battle, stale)
    two.visitor.tell(stale)
    host.host.moved("b", party.table)
    await two.until(lambda: not two.last(Driving).bot)


async def test_seed_5552_a_full_store_that_does_not_tell_is_asked_until_it_does(
    world: World, service: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given an append whose answer was lost, when the store is too full to tell what became of it,
    then nobody is told that it was not made; it is shown once that is known."""
    party = await gather(service, people=1)
    one, store = party["1"], world.store
    append = store.append

    async def unanswered(lease: Lease, version: int, entry: bytes) -> None:
        monkeypatch.setattr(store, "append", append)
        await append(lease, version, entry)
        raise StoreUnavailable("it does not answer")

    async def full(*_: object) -> bool:
        monkeypatch.undo()
        raise StoreFull("no room")

    monkeypatch.setattr(store, "append", unanswered)
    monkeypatch.setattr(store, "settle", full)
    ref = one.say(Intent, 1, one.asked("1").id, ("steady",), "1")
    await one.until(lambda: one.all(Paused))
    await world.clock.advance(1)
    await one.reaches(2)
    assert one.reply_to(ref) is None


async def test_seed_7645_a_move_that_was_too_late_is_not_made_after_an_undo(
    service: GameService,
) -> None:
    """Given a move that was refused because the table had gone on, when the table goes back and a
    late copy of it comes, then it is refused again: what is open anew has another id."""
    party = await gather(service, "camp", undo="consent")
    one, two = party["1"], party["2"]
    late = two.number("2"), one.asked("1").id, ("share",), "1"
    await one.answer("1", "share")
    assert (await one.ask(Intent, 7, *late[1:])).code == "stale"
    one.say(Undo, one.number("1"), 1, "1")
    await one.reaches(3)
    again = one.asked("1")
    assert again.why == "camp.share"
    assert (await one.ask(Intent, 7, *late[1:])).code == "stale"
    assert party.room.version == 3
    assert isinstance(await one.answer("1", "share"), Commit)


async def test_seed_9054_giving_a_table_up_late_does_not_take_it_from_us(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a table that a process gave up and took again, when the giving up reaches the store
    only then, then the process stays its host, and another one relays."""
    first, second = await world.service(owner="a"), await world.service(owner="b")
    late: asyncio.Queue[tuple[str, str, str, int]] = asyncio.Queue()

    async def unhost(kind: str, name: str, process: str, claim: int = 0) -> None:
        late.put_nowait((kind, name, process, claim))

    one, again, other = Person(first), Person(first), Person(second)
    await one.hello("Ann")
    table = (await one.ask(Create, Settings("camp"), "Camp")).table
    with monkeypatch.context() as patch:
        patch.setattr(world.store.fleet, "unhost", unhost)
        one.leave()
        command = await late.get()
    await again.hello("", one.token)
    await again.join(table=table)
    await world.store.fleet.unhost(*command)
    await other.hello("", one.token)
    await other.join(table=table)
    assert [service.tables[table].is_hosted for service in (first, second)] == [True, False]


async def test_seed_13765_a_move_of_the_battle_before_is_no_move_in_the_next_one(
    service: GameService,
) -> None:
    """Given a battle that has ended and the next one begun, when moves of the first one come late,
    then the one that was made is known, and no other is made in the second."""
    party = await before_the_last_move(service)
    one = party["1"]
    number, asked = one.number("1"), one.asked("1").id
    await one.answer("1", *VOTE)
    await one.until(lambda: one.last(TableState).phase == "finished")
    await one.ask(Ready, True, "again")
    started = await one.ask(Start)
    await one.until(lambda: one.battle == started.battle)
    again = one.asked("1")
    made = await one.ask(Intent, number, asked, VOTE, "1", party.battle)
    assert made == Taken(one.ref, number, 3)
    other = await one.ask(Intent, 9, again.id, ("keep",), "1", party.battle)
    assert other.code == "not_now"
    assert (await one.ask(Undo, 9, 1, "1", party.battle)).code == "not_now"
    assert (await one.ask(Intent, 9, again.id, ("keep",), "1", "b77")).code == "not_now"
    assert service.rooms[started.battle].version == 1
    one.say(Intent, 9, again.id, ("keep",), "1", started.battle)
    await one.reaches(2)
