"""Crashes: of the process at any version, of the store at any moment; owners that wake late."""

import copy
import random
from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.events import BeatBegan
from protocol.replies import Commit, Paused, Refused, Resumed, Taken
from protocol.requests import Intent, Start, Undo, Watch
from protocol.tables import TableState
from server.rooms.games import Built, Games, Setup
from server.rooms.hall import Hall
from server.rooms.record import BattleRecord
from server.rooms.recovery import entries_of, recover
from server.rules.engine.game import Game
from server.rules.engine.patch import plain
from server.rules.micro.ruleset import MicroRules
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.games import CampRules, CouncilRules, camp, first_option
from tests.rooms.people import Person
from tests.rooms.test_room import play_on

RULES: dict[str, Any] = {"micro": MicroRules(), "camp": CampRules(), "council": CouncilRules()}


def seen(record: BattleRecord) -> tuple[bytes, Any, Any, Any]:
    """All that must be the same after a crash."""
    return (
        msgspec.msgpack.encode(record.play.state),
        (record.play.questions, record.play.former),
        record.shown._replace(state=plain(record.shown.state)),
        record.numbers,
    )


async def wander(party: Party, chance: random.Random, steps: int) -> None:
    """Play at random, now and then with an undo."""
    for _ in range(steps):
        await play_on(party, 1, chance)
        record = party.room.record if party.battle in party.hall.rooms else None
        if record is None:
            return
        seat, person = party.turn
        version = record.shown.version - 1
        if version > 1 and chance.random() < 0.3 and record.is_free(version, seat):
            await person.ask(Watch, party.battle)
            person.say(Undo, person.number(seat), version, seat)
            for other in party.people.values():
                await other.reaches(version + 2)


@pytest.mark.parametrize("game", ["micro", "camp", "council"])
@pytest.mark.parametrize("seed", range(3))
async def test_at_every_version_the_journal_gives_back_the_same_battle(
    world: World, hall: Hall, game: str, seed: int
) -> None:
    """Given a random battle with undos, when rebuilt from any prefix of its journal, then state,
    open questions and running numbers are those that the room had at that version."""
    options = {"goal": "200"} if game == "micro" else {"left": "12"}
    party = await gather(hall, game, people=3, options=options)
    room, chance = party.room, random.Random(seed)
    then = {1: seen(room.record)}
    for _ in range(40):
        if room.record.shown.over:
            break
        await wander(party, chance, 1)
        then[room.record.shown.version] = seen(room.record)
    frames = [entry for _, entry in await world.store.read(party.battle)]
    secret = (await world.store.meta(party.battle))["seed"]
    assert len(then) > 20
    for version, expected in then.items():
        record = recover(RULES[game], secret, entries_of(frames[:version]))
        assert seen(record) == expected, f"version {version}"


@pytest.mark.parametrize("seed", range(3))
async def test_after_every_crash_the_open_question_is_open_and_intents_count_once(
    world: World, seed: int
) -> None:
    """Given a process that dies after every commit, sometimes before anybody heard of it, when the
    players come back and send again what was not answered, then each intent counts once."""
    hall, chance = await world.hall(), random.Random(seed)
    party = await gather(hall, "micro", options={"goal": "1000"})
    tokens = {seat: person.token for seat, person in party.people.items()}
    answers = 0
    for _ in range(12):
        seat, person = party.turn
        question, number = person.asked(seat).id, person.number(seat)
        if chance.random() < 0.5:
            await person.answer(seat, "bold")
        else:
            person.say(Intent, number, question, ("bold",), seat)
            for _ in range(chance.randrange(4)):
                await breathe_once()
        answers += 1
        await world.crash(party.hall)
        party = await come_back(world, party, tokens)
        taken = await party[seat].answer(seat, "bold", question=question, number=number)
        assert isinstance(taken, (Commit, Taken)), taken
        for other in party.people.values():
            await other.reaches(answers + 1)
            assert other.version == answers + 1
    assert party.room.record.shown.version == answers + 1
    moves = sum(peg["moves"] for peg in party["1"].state["pegs"].values())
    assert moves == answers


async def breathe_once() -> None:
    import asyncio

    await asyncio.sleep(0)


async def come_back(world: World, party: Party, tokens: dict[str, str]) -> Party:
    hall = await world.hall()
    await hall.settled()
    people = {}
    for seat, token in tokens.items():
        person = people[seat] = Person(hall)
        await person.hello("", token)
        await person.join(table=party.table)
        await person.ask(Watch, party.battle)
        assert person.questions
    return Party(hall, people, party.battle, party.table)


@pytest.mark.parametrize("applied", [0, 1])
async def test_the_store_goes_away_in_the_middle_of_an_append(
    world: World, hall: Hall, applied: int
) -> None:
    """Given an append of unknown fate, then play pauses, nothing is shown, and when the store is
    back the answer counts once and play goes on."""
    party = await gather(hall)
    seat, person = party.turn
    world.store.fail("the disk is on fire", applied=applied)
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await person.until(lambda: person.all(Paused))
    await breathe()
    assert person.version == 1
    world.store.recover()
    await person.until(lambda: person.version == 2)
    assert person.all(Resumed)
    assert person.reply_to(ref) is None
    assert len(await world.store.read(party.battle)) == 2
    other = "2" if seat == "1" else "1"
    await party[other].until(lambda: party[other].version == 2)
    assert isinstance(await party[other].answer(other, "steady"), Commit)


async def test_who_comes_while_the_battle_is_paused_is_told(world: World, hall: Hall) -> None:
    party = await gather(hall)
    seat, person = party.turn
    late = Person(hall)
    await late.hello("", person.token)
    await late.join(table=party.table)
    world.store.fail()
    person.say(Intent, 1, person.asked(seat).id, ("steady",), seat)
    await person.until(lambda: person.all(Paused))
    await late.ask(Watch, party.battle)
    assert (late.version, len(late.all(Paused))) == (1, 1)
    world.store.recover()
    await late.until(lambda: late.version == 2)


async def test_a_full_store_refuses_the_answer_and_leaves_the_battle_as_it_was(
    world: World, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.store.errors import StoreFull

    async def full(*_: object) -> None:
        raise StoreFull("no space")

    party = await gather(hall)
    seat, person = party.turn
    monkeypatch.setattr(world.store, "append", full)
    refused = await person.answer(seat, "steady")
    assert isinstance(refused, Refused)
    assert refused.code == "paused"
    monkeypatch.undo()
    assert isinstance(await person.answer(seat, "steady"), Commit)


async def test_a_start_that_the_table_never_heard_of_is_not_lost(
    world: World, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a crash between a battle's first commit and the table's document, then after the
    restart the table knows its battle."""
    from server.store.errors import StoreUnavailable

    real = world.store.put

    async def away(kind: str, name: str, data: bytes, *more: Any) -> int:
        if b"playing" in data:
            raise StoreUnavailable("gone")
        return await real(kind, name, data, *more)

    party = await gather(hall, people=1)
    while party["1"].questions:
        await party["1"].answer("1", "bold")
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    from protocol.requests import Ready

    await party["1"].ask(Ready)
    monkeypatch.setattr(world.store, "put", away)
    assert (await party["1"].ask(Start)).code == "paused"
    monkeypatch.undo()
    await world.crash(hall)
    again = await world.hall()
    await again.settled()
    back = Person(again)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    state = back.last(TableState)
    assert (state.phase, len(state.battles)) == ("playing", 2)


async def test_newer_rules_that_tell_the_beat_differently_ask_it_anew(world: World) -> None:
    """Given a beat under way, when a newer release tells it differently, then what it did is void,
    its question is asked again, and the journal still rebuilds."""

    class NewRules(CampRules):
        fingerprint = "camp-2"

        def play(self, game: Game[Any], beat: BeatBegan) -> None:
            game.roll(1, what="weather")
            super().play(game, beat)

    def new_camp(*args: Any) -> Built:
        return camp(*args)._replace(ruleset=NewRules())

    old = await world.hall()
    party = await gather(old, "camp", people=1)
    await party["1"].answer("1", "keep")
    await party["1"].answer("1", "fast")
    start = copy.deepcopy(party["1"].state)
    await party["1"].answer("1", "share")
    await world.crash(old)
    hall = Hall(
        old.services._replace(bots={"first": first_option}), Games([Setup("camp", new_camp)])
    )
    world.halls.append(hall)
    await hall.open()
    await hall.settled()
    person = Person(hall)
    await person.hello("", party["1"].token)
    await person.join(table=party.table)
    await person.ask(Watch, party.battle)
    await person.until(lambda: person.version == 5)
    assert person.questions[0].why == "camp.share"
    assert person.state["food"] == start["food"]
    await person.answer("1", "share")
    await person.answer("1", "fast")
    frames = [entry for _, entry in await world.store.read(party.battle)]
    secret = (await world.store.meta(party.battle))["seed"]
    record = recover(NewRules(), secret, entries_of(frames))
    assert seen(record) == seen(hall.rooms[party.battle].record)
    assert codec.msgpack.reply(frames[4]).events[0][0] == "restart"  # type: ignore[union-attr]


async def test_a_finished_battle_is_not_taken_up_again(world: World, hall: Hall) -> None:
    party = await gather(hall, "camp", people=1, bots=0, options={"left": "1"})
    await party["1"].answer("1", "keep")
    await party["1"].answer("1", "fast")
    await party["1"].until(lambda: party["1"].last(TableState).phase == "finished")
    await world.crash(hall)
    again = await world.hall()
    await again.settled()
    assert again.rooms == {}
    back = Person(again)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    await back.ask(Watch, party.battle)
    assert (back.version, back.state) == (party["1"].version, party["1"].state)
    assert back.numbers == party["1"].numbers == {"1": 2}


async def test_how_long_a_crashed_process_keeps_its_battles_is_a_setting(world: World) -> None:
    """Given two processes on one store and a lease of a minute, when one dies, then the other one
    takes its battle up after a minute and not before."""
    first = await world.hall(owner="one", lease=60.0)
    party = await gather(first)
    other = await world.hall(owner="two", lease=60.0)
    await world.crash(first)
    await world.clock.advance(50)
    assert not other.rooms
    await world.clock.advance(10)
    assert list(other.rooms) == [party.battle]
