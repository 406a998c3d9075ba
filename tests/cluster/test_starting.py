"""A battle is started, and watched at once, by people at two processes: whatever comes first."""

import asyncio
from typing import Any, NamedTuple

import pytest

from protocol.codec import msgpack as codec
from protocol.ids import TableId
from protocol.replies import Done, Joined, Refused, Snapshot, Started
from protocol.requests import Claim, Create, Invite, PutBot, Ready, Replay, Start, Watch
from protocol.tables import Settings, TableState
from server.cluster.processes.messages import Answers, AnyMessage, Asks
from server.service.game_service import GameService
from server.tables.table import Table
from tests.service.clocks import breathe
from tests.service.conftest import World
from tests.service.people import Person


class Seated(NamedTuple):
    """A table hosted by the first process, with the leader at one of them, the guest at the other.

    Both are ready.
    """

    lead: Person
    guest: Person
    table: TableId

    @property
    def people(self) -> tuple[Person, Person]:
        return self.lead, self.guest


@pytest.fixture
async def two(world: World) -> tuple[GameService, GameService]:
    return await world.service(owner="a"), await world.service(owner="b")


async def seated(two: tuple[GameService, GameService], leads_at: int) -> Seated:
    a, b = two
    first = Person(a)
    await first.hello("Ann")
    wish = Settings("micro", party=2, options={}, absence=0, public=True)
    table = (await first.ask(Create, wish, "Camp")).table
    lead, guest = first, Person(two[1 - leads_at])
    await guest.hello("Bo")
    assert isinstance(await guest.join(table=table), Joined)
    if leads_at == 1:
        first.leave()
        lead = Person(b)
        await lead.hello("", first.token)
        assert isinstance(await lead.join(table=table), Joined)
    for seat, person in (("1", lead), ("2", guest)):
        assert isinstance(await person.ask(Claim, seat), Done)
    for person in (lead, guest):
        assert isinstance(await person.ask(Ready, True, "luck"), Done)
    await breathe()
    assert (a.tables[table].is_hosted, b.tables[table].is_hosted) == (True, False)
    return Seated(lead, guest, table)


class Held:
    """The messages to one process wait until `let_through`."""

    def __init__(self, service: GameService, monkeypatch: pytest.MonkeyPatch) -> None:
        self._deliver = service.mailbox._deliver
        self._waiting: list[tuple[str, AnyMessage]] = []
        self._is_open = False
        monkeypatch.setattr(service.mailbox, "_deliver", self._hear)

    def _hear(self, sender: str, message: AnyMessage) -> None:
        if self._is_open:
            self._deliver(sender, message)
        else:
            self._waiting.append((sender, message))

    def let_through(self) -> list[AnyMessage]:
        self._is_open = True
        for sender, message in self._waiting:
            self._deliver(sender, message)
        return [message for _, message in self._waiting]


def watchers(service: GameService, table: str) -> int:
    """How many watch the table's battle at a process, and go on doing so when it moves."""
    found: Table = service.tables[TableId(table)]
    show = found.room or found.following
    return len(show.audience.visitors) if show is not None else 0


async def all_watch(two: tuple[GameService, GameService], at: Seated, battle: str) -> None:
    """Everybody sees the battle, and its first move."""
    for person in at.people:
        await person.until(lambda p=person: p.battle == battle)  # type: ignore[misc]
    await breathe()
    assert [watchers(service, at.table) for service in two] == [1, 1]
    asked = at.lead.questions[0]
    seat = asked.to[0]
    await {"1": at.lead, "2": at.guest}[seat].answer(seat, "steady")
    for person in at.people:
        await person.reaches(2)
    assert at.lead.state == at.guest.state


@pytest.mark.parametrize("leads_at", [0, 1], ids=["started at the host", "started elsewhere"])
async def test_all_see_the_battle_that_was_started_without_asking(
    two: tuple[GameService, GameService], leads_at: int
) -> None:
    at = await seated(two, leads_at)
    started = await at.lead.ask(Start)
    assert isinstance(started, Started)
    await all_watch(two, at, started.battle)


@pytest.mark.parametrize("leads_at", [0, 1], ids=["started at the host", "started elsewhere"])
@pytest.mark.parametrize("rounds", range(0, 24, 3))
async def test_who_watches_at_once_does_so_whatever_else_comes_first(
    two: tuple[GameService, GameService], leads_at: int, rounds: int
) -> None:
    """Given a battle just started, when both watch it before, while or after their processes hear
    of it, then nobody is refused and both see it."""
    at = await seated(two, leads_at)
    battle = (await at.lead.ask(Start)).battle
    await turns(rounds)
    refs = [person.say(Watch, battle) for person in at.people]
    for person, ref in zip(at.people, refs, strict=True):
        assert isinstance(await person.answer_to(ref), Done)
    await all_watch(two, at, battle)


async def turns(count: int) -> None:
    """Let the loop turn so often."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("kind", [Watch, Replay])
async def test_a_battle_can_be_watched_before_the_news_of_it_have_come(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    """Given a process that has not heard of the start yet, when somebody there asks for the battle
    by its id, then it looks for itself."""
    at = await seated(two, 0)
    held = Held(two[1], monkeypatch)
    battle = (await at.lead.ask(Start)).battle
    assert isinstance(await at.guest.ask(kind, battle), Done)
    assert at.guest.last(Snapshot).battle == battle
    assert at.guest.last(TableState).phase == "playing"
    held.let_through()
    await all_watch(two, at, battle)


async def test_no_such_battle_is_refused_at_either_process(
    two: tuple[GameService, GameService],
) -> None:
    at = await seated(two, 0)
    for person in at.people:
        assert (await person.ask(Watch, "b0")).code == "unknown"


async def test_who_is_refused_by_news_that_have_not_come_is_shown_them(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a process that has not heard of the start yet, when a change there is refused because
    of it, then the table is shown as it is."""
    at = await seated(two, 0)
    held = Held(two[1], monkeypatch)
    await at.lead.ask(Start)
    assert at.guest.last(TableState).phase == "lobby"
    assert (await at.guest.ask(Ready, False, "")).code == "not_now"
    assert at.guest.last(TableState).phase == "playing"
    held.let_through()


async def test_the_host_starts_with_those_of_whom_it_has_not_heard(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a player who has come and got ready at another process, when no message of theirs has
    arrived, then the battle can be started all the same, and they see it."""
    lead, guest = (Person(service) for service in two)
    await lead.hello("Ann")
    await guest.hello("Bo")
    wish = Settings("micro", party=2, options={}, absence=0)
    table = (await lead.ask(Create, wish, "Camp")).table
    await lead.ask(Claim, "1")
    await lead.ask(Ready, True, "")
    code = (await lead.ask(Invite, "2")).code
    held = Held(two[0], monkeypatch)
    await guest.join(code)
    assert isinstance(await guest.ask(Ready, True, ""), Done)
    started = await lead.ask(Start)
    assert isinstance(started, Started)
    held.let_through()
    await guest.until(lambda: guest.last(TableState).phase == "playing")
    await guest.ask(Watch, started.battle)
    await all_watch(two, Seated(lead, guest, table), started.battle)


@pytest.mark.parametrize("rounds", range(12))
async def test_a_process_follows_a_battle_once_however_many_ask(
    two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    at = await seated(two, 0)
    held = Held(two[1], monkeypatch)
    battle = (await at.lead.ask(Start)).battle
    service = two[1]
    first = service.life.spawn(service.follower_registry.live(service.tables[at.table], battle))
    await turns(rounds)
    second = await service.follower_registry.live(service.tables[at.table], battle)
    assert await first is second
    assert service.tables[at.table].following is second
    held.let_through()
    await all_watch(two, at, battle)


# A start that comes twice


async def test_two_starts_at_the_same_moment_are_one_battle(
    world: World, two: tuple[GameService, GameService]
) -> None:
    """Given a leader with two connections, when both start, then both are told of one battle."""
    at = await seated(two, 0)
    twin = Person(two[1])
    await twin.hello("", at.lead.token)
    await twin.join(table=at.table)
    refs = [person.say(Start) for person in (at.lead, twin)]
    answers = [await p.answer_to(ref) for p, ref in zip((at.lead, twin), refs, strict=True)]
    assert {a.battle for a in answers if isinstance(a, Started)} == set(await world.store.battles())
    assert [type(answer) for answer in answers] == [Started, Started]
    assert len(await world.store.battles()) == 1


async def test_a_start_asked_again_of_a_new_host_begins_no_second_battle(
    world: World, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a host that dies after the battle began and before it could say so, then the leader
    elsewhere is told of that battle by the new host, and watches it."""
    at = await seated(two, 1)
    monkeypatch.setattr(two[0].mailbox, "send", lambda to, message: None)
    ref = at.lead.say(Start)
    await at.guest.until(lambda: at.guest.battle)
    await world.crash(two[0])
    started = await at.lead.answer_to(ref)
    assert isinstance(started, Started)
    assert started.battle == at.guest.battle
    assert await world.store.battles() == [started.battle]
    await at.lead.until(lambda: at.lead.battle == started.battle)
    await at.lead.answer("1", "steady")
    assert watchers(two[1], at.table) == 1


async def test_a_start_that_arrives_again_after_its_battle_begins_no_other(
    world: World, two: tuple[GameService, GameService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given bots only, who could begin the next battle at any time, when the start of the last one
    is heard again after its end, then it is answered and nothing begins."""
    at = await seated(two, 1)
    for person, seat in zip(at.people, ("1", "2"), strict=True):
        assert isinstance(await person.ask(PutBot, seat, "first"), Done)
    held = Held(two[0], monkeypatch)
    ref = at.lead.say(Start)
    await breathe()
    messages = held.let_through()
    started = await at.lead.answer_to(ref)
    assert isinstance(started, Started)
    await at.lead.until(lambda: at.lead.last(TableState).phase == "finished")
    [asks] = [message for message in messages if isinstance(message, Asks)]
    answers: list[AnyMessage] = []
    with monkeypatch.context() as patched:
        patched.setattr(two[0].mailbox, "send", lambda to, message: answers.append(message))
        two[0].host.hear("b", asks)
        await breathe()
    assert [codec.reply(a.reply) for a in answers if isinstance(a, Answers)] == [started]
    assert await world.store.battles() == [started.battle]
    again = await at.lead.ask(Start)
    assert isinstance(again, Started)
    assert again.battle != started.battle


async def test_only_the_leader_learns_that_the_battle_has_begun(
    two: tuple[GameService, GameService],
) -> None:
    at = await seated(two, 0)
    for person in at.people[::-1]:
        last = await person.ask(Start)
    assert isinstance(last, Started)
    refused = await at.guest.ask(Start)
    assert isinstance(refused, Refused)
    assert refused.code == "not_allowed"
