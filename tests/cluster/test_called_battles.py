"""A session that calls for battles: two journals, of which each step happens once."""

import asyncio
import math
from pathlib import Path
from typing import Any

import pytest

from protocol import replay_file
from protocol.ids import BattleId
from protocol.replies import Done, Refused
from protocol.requests import Intent, ListBattles, Watch
from protocol.tables import TableState
from server.battles import BattleStore, called_id, opening_of
from server.cluster.called_battles import CalledBattles
from server.commands.checking import check as check_file
from server.operator.acts import Operator, act_of
from server.service.game_service import GameService
from server.store import Fenced
from server.store.replay_storage import ReplayFolder
from tests.cluster.sessions import (
    LONG,
    CutStore,
    HeldMail,
    HeldReads,
    by_way_of,
    called,
    calls,
    check,
    fight,
    go,
    is_over,
    journal,
    led_to,
    lines_of,
    newcomer,
    outcomes,
    reconnect,
    take_step,
)
from tests.service.conftest import Party, World, gather
from tests.service.games import GAMES, SETUPS
from tests.service.people import Person


async def test_a_battle_is_played_for_a_call_and_its_outcome_comes_back(world: World) -> None:
    """Given a session, when it calls for a battle, then everybody is led there; once it is over,
    they are led back, and the session goes on with its outcome."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG)
    session = party.battle
    await go(party, "duel")
    (called,) = await calls(world, session)
    battle = called_id(session, called.call)
    await led_to(world, party, battle)
    lines = lines_of(party["1"])
    assert [(line.battle, line.session) for line in lines] == [(session, ""), (battle, session)]
    await fight(world, party)
    await led_to(world, party, session)
    assert party["1"].questions[0].why == "turn.worth"
    await go(party, "all", "steady")
    await check(world, session)
    opening = opening_of(await journal(world, battle))
    assert (opening.session, opening.call, opening.encounter) == (session, called.call, "duel")


DUELS, MOST_STEPS = 2, 120
YEAR = 366 * 86_400.0
FEWEST = 22  # writes: two duels of a lucky move each


@pytest.mark.parametrize("left", range(1, 32))
async def test_a_process_that_dies_after_any_write_leaves_one_battle_and_one_outcome(
    world: World, left: int
) -> None:
    """Given a host that dies after any of its writes, from a session's call to the outcome of the
    next one, then another goes on: of each call there is one battle, and its outcome once."""
    cut = CutStore(world.store)
    first, second = await by_way_of(world, cut), await world.service()
    party = await gather(first, "calling", people=2, others=(second, first), options=LONG)
    session, cut.left = party.battle, left
    for _ in range(MOST_STEPS):
        is_done = len(await outcomes(world, session)) == DUELS
        if cut.cut_at and first in world.game_services:
            await first.drop()
            world.game_services.remove(first)
            for seat, person in tuple(party.people.items()):
                if person.service is first:
                    party.people[seat] = await reconnect(person, second, party.table)
        if is_done:
            break
        await take_step(world, party, cut, DUELS)
    # A host that has outlived both duels closes in order, with writes that must return.
    cut.left = math.inf
    await led_to(world, party, session)
    await check(world, session)
    (one, two) = await calls(world, session)
    lines = lines_of(party["1"])
    played = [line.battle for line in lines if line.session == session]
    assert played == [called_id(session, one.call), called_id(session, two.call)]
    assert all(line.over for line in lines[:-1])
    assert (lines[-1].battle, lines[-1].over) == (session, False)
    assert cut.cut_at or left > FEWEST


async def begun(world: World, service: GameService, **more: Any) -> tuple[Party, BattleId]:
    """A session whose first battle is on, and everybody there; the battle's id."""
    party = await gather(service, "calling", **{"options": LONG, **more})
    await go(party, "duel")
    (called,) = await calls(world, party.battle)
    await led_to(world, party, called_id(party.battle, called.call))
    return party, party["1"].battle


async def test_who_asks_for_a_session_as_its_battle_begins_is_led_to_that(world: World) -> None:
    """Given a watcher who has asked for the session, when its battle begins before the session's
    journal has been read, then the watcher sees the battle, and not the session once that is there.
    """
    host, reads = await world.service(), HeldReads(world.store)
    other = await by_way_of(world, reads)
    party = await gather(host, "calling", options=LONG, public=True)
    viewer = await newcomer(other, party)
    reads.held = party.battle
    asked = asyncio.create_task(viewer.ask(Watch, party.battle))
    await world.clock.advance(0.05)
    await go(party, "duel")
    party.people["watcher"], there = viewer, await called(world, party.battle)
    await led_to(world, party, there)
    assert not asked.done()
    reads.free.set()
    assert isinstance(await asked, Done)
    await led_to(world, party, there)


@pytest.mark.parametrize("to", ["the battle", "the session", "the session's end"])
async def test_a_watcher_of_whom_the_host_hears_late_is_led_along(world: World, to: str) -> None:
    """Given a watcher at a process of which the host has not heard, when the session's battle
    begins, or is over, perhaps with the session, then the watcher is led along once the host has
    heard."""
    host, mail = await world.service(), HeldMail(world.store)
    other = await by_way_of(world, mail)
    options = {**LONG, "goal": "4"} if to == "the session's end" else LONG
    party = await gather(host, "calling", options=options, public=True)
    session = party.battle
    if to != "the battle":
        await go(party, "duel")
        party.battle = await called(world, session)
        await led_to(world, party, party.battle)
    viewer = await newcomer(other, party)
    assert isinstance(await viewer.ask(Watch, party.battle), Done)
    if to == "the battle":
        await go(party, "duel")
        there = await called(world, session)
    else:
        await fight(world, party)
        there = session
    await led_to(world, party, there)
    if to == "the session's end":
        await go(party, "all")
        await world.clock.advance(1)
        assert await is_over(world, session)
    assert viewer.battle == party.battle
    mail.free.set()
    party.people["watcher"] = viewer
    await led_to(world, party, there)


@pytest.mark.parametrize("is_over", [False, True])
async def test_who_resumes_what_everybody_has_been_led_from_is_led_along(
    world: World, is_over: bool
) -> None:
    """Given everybody led to the session's battle, or back, when somebody's request to go on with
    what was left arrives only then, then they are caught up there, and led along."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG)
    session, late = party.battle, party["2"]
    await go(party, "duel")
    there = battle = await called(world, session)
    await led_to(world, party, battle)
    if is_over:
        await fight(world, party)
        there = session
        await led_to(world, party, session)
    left = battle if is_over else session
    assert isinstance(await late.ask(Watch, left, 1), Done)
    await led_to(world, party, there)


async def test_an_owner_that_wakes_late_brings_no_second_outcome(world: World) -> None:
    """Given a host that is thought dead while a battle goes on, when that ends elsewhere and the
    host wakes, then the session has one outcome."""
    first, second = await world.service(), await world.service()
    party, _ = await begun(world, first, others=(second, second))
    world.freeze(first)
    await world.clock.advance(3)
    await fight(world, party)
    world.thaw(first)
    await world.clock.advance(5)
    await led_to(world, party, party.battle)
    await check(world, party.battle)
    assert len(await outcomes(world, party.battle)) == 1


async def test_an_outcome_under_a_lease_that_is_another_s_is_refused(world: World) -> None:
    """Given a process that owned the session once, when it brings the outcome after another has
    brought it, then the store refuses it."""
    service = await world.service()
    party, _ = await begun(world, service)
    ghost = BattleStore(world.store, GAMES, "ghost", 1.0)
    record, stale = await ghost.take_up(party.battle)
    await world.clock.advance(2)
    await fight(world, party)
    await led_to(world, party, party.battle)
    of_ghost = CalledBattles(service.resources, service.games, ghost, service.library)
    with pytest.raises(Fenced):
        await of_ghost.settle(service.tables[party.table], record, stale)
    await check(world, party.battle)
    assert len(await outcomes(world, party.battle)) == 1


async def test_a_battle_that_is_lost_is_called_for_anew(world: World) -> None:
    """Given a battle whose journal is damaged, when it has to be taken up, then it is given up, and
    the session asks again what led to it."""
    first, second = await world.service(), await world.service()
    party, battle = await begun(world, first, others=(second, second))
    world.store._journals[battle].entries[:] = [b"rubbish"]
    for seat in ("1", "2"):
        party.people[seat] = await reconnect(party[seat], second, party.table)
    await world.crash(first)
    await led_to(world, party, party.battle)
    assert party["1"].questions[0].why == "turn.move"
    await go(party, "duel")
    (lost, called) = await calls(world, party.battle)
    assert lost.call < called.call
    await led_to(world, party, called_id(party.battle, called.call))


async def test_a_session_is_looked_at_and_not_played_while_its_battle_is_on(world: World) -> None:
    service = await world.service()
    party, battle = await begun(world, service)
    person = party["1"]
    assert isinstance(await person.ask(Watch, party.battle), Done)
    assert (person.battle, person.questions) == (party.battle, ())
    assert service.tables[party.table].following is None, "nothing is to be followed of what rests"
    no = await person.ask(Intent, 9, 3, ("steady",), "1", battle=party.battle)
    assert (type(no), no.code) == (Refused, "not_now")
    await person.ask(Watch, battle)
    await fight(world, party)
    await led_to(world, party, party.battle)


async def test_who_looks_at_the_session_meanwhile_is_shown_it_when_it_goes_on(
    world: World,
) -> None:
    service = await world.service()
    party, _ = await begun(world, service)
    viewer = await reconnect(party["1"], service, party.table)
    await viewer.ask(Watch, party.battle)
    await fight(world, party)
    await led_to(world, party, party.battle)
    await go(party, "all")
    await viewer.reaches(party["1"].version)
    assert viewer.state == party["1"].state


async def test_whoever_is_at_another_process_is_led_there_and_back(world: World) -> None:
    first, second = await world.service(), await world.service()
    party, _ = await begun(world, first, others=(second, first))
    assert party["1"].service is not party["2"].service
    await fight(world, party)
    await led_to(world, party, party.battle)
    await go(party, "all", "steady", "steady")


async def test_delayed_spectators_are_led_there_and_back_when_it_is_due(world: World) -> None:
    """Given a table with a delay, then a spectator sees the session, the battle and the session
    again, each as late as the rest."""
    service = await world.service()
    party = await gather(service, "calling", options=LONG, delay=30, public=True)
    viewer = Person(service)
    await viewer.hello("Vera")
    await viewer.join(table=party.table)
    await world.clock.advance(31)
    await viewer.ask(Watch, party.battle)
    await go(party, "duel")
    (called,) = await calls(world, party.battle)
    battle = called_id(party.battle, called.call)
    await led_to(world, party, battle)
    assert viewer.battle == party.battle
    await world.clock.advance(31)
    assert viewer.battle == battle
    await fight(world, party)
    await led_to(world, party, party.battle)
    assert viewer.battle == battle
    await world.clock.advance(31)
    assert viewer.battle == party.battle


async def test_a_session_that_is_over_leaves_its_table_free(world: World) -> None:
    service = await world.service()
    party, _ = await begun(world, service, options={"goal": "4"})
    await fight(world, party)
    await led_to(world, party, party.battle)
    await go(party, "all")
    await world.clock.advance(1)
    assert await is_over(world, party.battle)
    assert party["1"].last(TableState).phase == "finished"
    assert all(line.over for line in lines_of(party["1"]))


async def test_session_and_battle_are_replays_that_can_be_verified(world: World) -> None:
    """Given a session that is over, then its file and its battle's hold: dice, rules, states."""
    service = await world.service()
    party, battle = await begun(world, service, options={"goal": "4"})
    await fight(world, party)
    await led_to(world, party, party.battle)
    await go(party, "all")
    await world.clock.advance(1)
    for each in (party.battle, battle):
        verdict = check_file(replay_file.read(await service.library.file(each)), SETUPS)
        assert verdict.rules
    own = (await party["1"].ask(ListBattles)).battles
    assert {each.battle: each.session for each in own} == {party.battle: "", battle: party.battle}


async def test_a_table_that_is_closed_ends_its_session_with_the_battle(world: World) -> None:
    """Given a session whose battle is on, when an operator closes the table, then both journals
    have a last commit."""
    service = await world.service()
    party, battle = await begun(world, service)
    shown = (await service.acts(YEAR).inspect(party.table))["battles"]
    assert [(each["battle"], each["session"]) for each in shown] == [
        (party.battle, ""),
        (battle, party.battle),
    ]
    close = act_of("close", {"table": party.table, "why": "Too late."})
    await service.acts(YEAR).perform(Operator("eve", "192.0.2.1"), "close", close)
    await world.clock.advance(2)
    assert await is_over(world, battle)
    assert await is_over(world, party.battle)
    assert party["1"].last(TableState).phase == "finished"
    assert await outcomes(world, party.battle) == []


async def test_a_session_in_a_session_goes_back_step_by_step(world: World) -> None:
    """Given a battle that calls for a battle itself, then each end leads back to its caller."""
    service = await world.service()
    party, outer = await begun(world, service, options={"goal": "5000", "depth": "2"})
    await go(party, "duel")
    (called,) = await calls(world, outer)
    await led_to(world, party, called_id(outer, called.call))
    await fight(world, party)
    await led_to(world, party, outer)
    await go(party, "all")
    if not await is_over(world, outer):
        await fight(world, party)
    await led_to(world, party, party.battle)
    await check(world, party.battle)
    await check(world, outer)


async def test_what_was_put_aside_with_its_battle_goes_on_after_it(
    world: World, tmp_path: Path
) -> None:
    """Given a session and its battle that have left the store, when players come back to the
    battle and end it, then the session comes back by itself."""
    service = await world.service(replay_storage=ReplayFolder(tmp_path))
    party, battle = await begun(world, service)
    for person in party.people.values():
        person.leave()
    await world.clock.advance(100)
    for _ in range(3):
        await service.housekeeping(50.0).look_round()
        await world.clock.advance(0.5)
    assert await world.store.battles() == []
    for seat in ("1", "2"):
        party.people[seat] = await reconnect(party[seat], service, party.table)
    await led_to(world, party, battle)
    await fight(world, party)
    await led_to(world, party, party.battle)
    await check(world, party.battle)
