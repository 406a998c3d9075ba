"""Every request of the protocol, asked by delayed visitors in two worlds: in one the battle is on,
in the other it has ended and they cannot have seen that. What they are told is the same, byte by
byte."""

import random
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, get_args

import pytest

from protocol import requests
from protocol.ids import PlayerId
from protocol.replies import Done, Joined, Refused
from protocol.requests import HandOver, Ready, Request, Start
from protocol.tables import Settings, TableState
from server.runtime.refusal import Refusal
from server.tables.delayed_replies import judged
from server.tables.seats import NOT_SEEN, TableDoc, is_playing
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.people import Person
from tests.service.spies import SECONDS, Spy, Told
from tests.spectating.test_delay import a_world, without_presence

GAME = Settings("camp", party=2, public=True, options={"left": "6"}, delay=SECONDS)
WIDER = Settings("camp", party=3, public=True, delay=SECONDS)
SHORTER = Settings("camp", party=2, public=True, delay=5)

Asked = tuple[Any, ...]


def drivers(party: Party) -> dict[type, list[Asked]]:
    """What is asked of each request: what a delayed visitor may and may not, by every way in."""
    battle, one, two = party.battle, party["1"].player, party["2"].player
    return {
        requests.Hello: [()],
        requests.NewToken: [()],
        requests.Pulse: [(1000,)],
        requests.ListTables: [()],
        requests.ListEncounters: [()],
        requests.ListBattles: [()],
        requests.ReadLadder: [(), ((one, two),)],
        requests.Create: [(GAME, "Elsewhere")],
        requests.Change: [(GAME,), (WIDER,), (SHORTER,)],
        requests.Invite: [("",), ("1",), ("3",), ("", True)],
        requests.Revoke: [("1",), ("3",)],
        requests.Join: [("", party.table), ("", "t0"), (f"{party.table}.1.0000",)],
        requests.ReadInvite: [(f"{party.table}.s.0000",), ("t0.s.0000",)],
        requests.Leave: [()],
        requests.Claim: [("1",), ("3",)],
        requests.Release: [("1",), ("2",), ("3",)],
        requests.PutBot: [("1", "first"), ("1", ""), ("3", "first"), ("1", "no such bot")],
        requests.Ready: [(True, "mine"), (False,)],
        requests.NameAdventurer: [("1", "Ysmir"), ("3", "Ysmir")],
        requests.Start: [()],
        requests.Watch: [(battle,), (battle, 3), (battle, 10_000), ("b0",)],
        requests.Intent: [
            (number, question, ("keep",), seat, named)
            for number, question in ((1, 1), (9, 2))
            for seat in ("", "1")
            for named in ("", battle, "b0")
        ],
        requests.Undo: [(1, 1, "1", ""), (1, 1, "1", battle), (1, 1, "", "b0")],
        requests.Consent: [(1, True, "", ""), (1, True, "1", battle)],
        requests.Standing: [("my_turn",), ("off",)],
        requests.Resign: [("", ""), ("1", battle)],
        requests.Preview: [("values", "1"), ("engage", "1", ("x",))],
        requests.Chat: [("What happens?",)],
        requests.Ping: [("h1",), ("h1", "h2")],
        requests.Replay: [(battle,), (battle, 500), (battle, 1, 1000.0), ("b0",)],
        requests.Share: [(battle,), (battle, True), ("b0",)],
        requests.Pace: [(2.0,)],
        requests.Step: [(5,), (-5,)],
        requests.Seek: [(1,), (500,)],
        requests.Remove: [("nobody",), (two,)],
        # The last one: until then whoever leads the table still does.
        requests.HandOver: [("1", two), ("3", two), ("", "nobody"), ("", one)],
    }


async def look_away(spy: Spy, party: Party) -> None:
    """Be at the table, and watch nothing."""


async def look_on(spy: Spy, party: Party) -> None:
    await spy.ask(requests.Watch, party.battle)


async def look_back(spy: Spy, party: Party) -> None:
    await spy.ask(requests.Replay, party.battle, 1, 0.0)


STANCES: list[Callable[[Spy, Party], Awaitable[None]]] = [look_away, look_on, look_back]


async def plays_to_the_end(party: Party) -> None:
    await play_on(party, 500, random.Random(4))
    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]


async def gets_ready_for_another(party: Party) -> None:
    """What players do when a battle is over: set the next one up, with another seat."""
    assert isinstance(await party["1"].ask(requests.Change, WIDER), Done)
    for person in party.people.values():
        assert isinstance(await person.ask(Ready, True, "once more"), Done)


async def end_unseen(world: World, party: Party, ends: bool) -> Party:
    """The battle was seen to begin; its end has not been."""
    await world.clock.advance(SECONDS + 5)
    await play_on(party, 2, random.Random(1))
    await world.clock.advance(SECONDS / 2)
    if ends:
        await plays_to_the_end(party)
        await gets_ready_for_another(party)
    return party


async def all_unseen(world: World, party: Party, ends: bool) -> Party:
    """The battle has begun, and in one world ended, within the delay."""
    await world.clock.advance(5)
    await play_on(party, 2, random.Random(1))
    if ends:
        await plays_to_the_end(party)
        await gets_ready_for_another(party)
    return party


async def next_unseen(world: World, party: Party, ends: bool) -> Party:
    """One battle was seen to end; the next has begun, and in one world ended, within the delay."""
    await plays_to_the_end(party)
    await world.clock.advance(SECONDS + 5)
    for person in party.people.values():
        assert isinstance(await person.ask(Ready, True, "again"), Done)
    started = await party["1"].ask(Start)
    assert not isinstance(started, Refused)
    for person in party.people.values():
        await person.until(lambda p=person: p.battle == started.battle)  # type: ignore[misc]
    after = Party(party.service, party.people, started.battle, party.table)
    await play_on(after, 2, random.Random(1))
    if ends:
        await plays_to_the_end(after)
        await gets_ready_for_another(after)
    return after


SITUATIONS = [end_unseen, all_unseen, next_unseen]


class Case(NamedTuple):
    """Who asked what."""

    who: str
    request: str
    values: Asked


async def arrives(world: World, party: Party, process: int, name: str) -> Spy:
    spy = Spy(world.game_services[process], world)
    await spy.hello(name)
    assert isinstance(await spy.join(table=party.table), Joined)
    return spy


async def spectators_ask(
    world: World, parties: list[Party], process: int
) -> list[tuple[Case, Spy]]:
    """A new spectator for each request, each way of looking, each battle."""
    found = []
    for party in parties:
        for kind, ways in drivers(party).items():
            for stance in STANCES:
                spy = await arrives(world, party, process, "Spy")
                await stance(spy, party)
                for values in ways:
                    await spy.ask(kind, *values)
                found.append((Case(stance.__name__, kind.__name__, tuple(ways)), spy))
    return found


async def leaders_ask(
    world: World, parties: list[Party], process: int, leader: Person
) -> list[tuple[Case, Spy]]:
    """A leader without a seat for each way of looking, who gives the table back in the end."""
    found = []
    for party in parties:
        for stance in STANCES:
            spy = await arrives(world, party, process, "Lead")
            assert isinstance(await leader.ask(HandOver, "", spy.player), Done)
            await stance(spy, party)
            for kind, ways in drivers(party).items():
                if kind in (requests.Leave, requests.Create):
                    continue  # asked by the others: from then on one would be elsewhere
                for values in ways:
                    await spy.ask(kind, *values)
            found.append((Case(f"leader, {stance.__name__}", "all", ()), spy))
    return found


async def told(
    patch: pytest.MonkeyPatch,
    situation: Callable[[World, Party, bool], Awaitable[Party]],
    process: int,
    ends: bool,
) -> list[tuple[Case, list[Told]]]:
    """What every spectator and leader is told until the delay is over."""
    async with a_world(patch) as world:
        game_services = [await world.service(owner=name) for name in ("a", "b")]
        options, delay = GAME.options, GAME.delay
        party = await gather(
            game_services[0],
            "camp",
            others=(game_services[1],),
            public=True,
            delay=delay,
            options=options,
        )
        latest = await situation(world, party, ends)
        began = world.clock.now()
        parties = [party] if latest is party else [party, latest]
        spies = await spectators_ask(world, parties, process)
        await world.clock.advance(1)
        spies += await leaders_ask(world, parties, process, party["1"])
        while world.clock.now() < began + SECONDS - 10:
            await world.clock.advance(9)
        return [(case, spy.told) for case, spy in spies]


@pytest.mark.parametrize("process", [0, 1])
@pytest.mark.parametrize("situation", SITUATIONS)
async def test_no_request_of_a_delayed_visitor_tells_of_the_end_ahead_of_time(
    monkeypatch: pytest.MonkeyPatch,
    situation: Callable[[World, Party, bool], Awaitable[Party]],
    process: int,
) -> None:
    """Given a battle that is on in one world and over in the other, unseen, when spectators and
    leaders without a seat ask everything there is to ask, at the host and elsewhere, watching,
    looking back or not, then every byte that they are told until the delay is over is the same."""
    on = await told(monkeypatch, situation, process, ends=False)
    over = await told(monkeypatch, situation, process, ends=True)
    assert len(on) == len(over)
    for (case, ours), (same, theirs) in zip(on, over, strict=True):
        assert case.who == same.who
        assert without_presence(ours) == without_presence(theirs), case


async def test_every_request_of_the_protocol_is_driven(world: World) -> None:
    """Given a request that nobody has thought of here, then this says so."""
    party = await gather(await world.service())
    assert set(drivers(party)) == set(get_args(Request))
    assert all(drivers(party).values())


async def test_what_is_granted_by_what_was_seen_and_refused_by_what_is_says_no_more_than_that(
    world: World,
) -> None:
    """Given a battle that has begun unseen, when a leader without a seat asks for a change that
    would be granted but for it, then the refusal has none of its own words."""
    service = await world.service()
    party = await gather(service, "camp", public=True, delay=SECONDS, options=GAME.options)
    doc, now = service.tables[party.table].doc, world.clock.unix_ms()

    def unless_a_battle_is_on(doc: TableDoc) -> TableDoc:
        if is_playing(doc):
            raise Refusal("not_now", "A battle is on.")
        return doc

    with pytest.raises(Refusal, match="A battle is on"):
        judged(party["1"].player, now, unless_a_battle_is_on)(doc)  # holds a seat, knows already
    with pytest.raises(Refusal) as told:
        judged(PlayerId("somebody else"), now, unless_a_battle_is_on)(doc)
    assert (told.value.code, told.value.text) == ("not_now", NOT_SEEN)
