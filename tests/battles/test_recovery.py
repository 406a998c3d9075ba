"""Crashes: of the process at any version, of the store at any moment; owners that wake late."""

import copy
import random
from typing import Any

import msgspec
import pytest

from protocol import codec
from protocol.events import BeatBegan
from protocol.replies import Commit, Taken
from protocol.requests import Intent, Undo, Watch
from server.battles.games import Built, Games, Setup
from server.battles.records.record import BattleRecord
from server.battles.records.recovery import entries_of, recover
from server.rules.engine.game import Game
from server.rules.engine.patch import plain
from server.rules.micro.ruleset import MicroRules
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather
from tests.service.games import CampRules, CouncilRules, camp, first_option
from tests.service.people import Person

RULES: dict[str, Any] = {"micro": MicroRules(), "camp": CampRules(), "council": CouncilRules()}


def seen(record: BattleRecord) -> tuple[bytes, Any, Any, Any]:
    """All that must be the same after a crash."""
    return (
        msgspec.msgpack.encode(record.play.state),
        (record.play.questions, record.play.former),
        msgspec.structs.replace(record.shown, state=plain(record.shown.state)),
        record.numbers,
    )


async def wander(party: Party, chance: random.Random, steps: int) -> None:
    """Play at random, now and then with an undo."""
    for _ in range(steps):
        await play_on(party, 1, chance)
        record = party.room.record if party.battle in party.service.rooms else None
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
    world: World, service: GameService, game: str, seed: int
) -> None:
    """Given a random battle with undos, when rebuilt from any prefix of its journal, then state,
    open questions and running numbers are those that the room had at that version."""
    options = {"goal": "200"} if game == "micro" else {"left": "12"}
    party = await gather(service, game, people=3, options=options)
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
    service, chance = await world.service(), random.Random(seed)
    party = await gather(service, "micro", options={"goal": "1000"})
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
        await world.crash(party.service)
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
    service = await world.service()
    await service.settled()
    people = {}
    for seat, token in tokens.items():
        person = people[seat] = Person(service)
        await person.hello("", token)
        await person.join(table=party.table)
        await person.ask(Watch, party.battle)
        assert person.questions
    return Party(service, people, party.battle, party.table)


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

    old = await world.service()
    party = await gather(old, "camp", people=1)
    await party["1"].answer("1", "keep")
    await party["1"].answer("1", "fast")
    start = copy.deepcopy(party["1"].state)
    await party["1"].answer("1", "share")
    await world.crash(old)
    service = GameService(
        old.resources._replace(bots={"first": first_option}), Games([Setup("camp", new_camp)])
    )
    world.game_services.append(service)
    await service.open()
    await service.settled()
    person = Person(service)
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
    assert seen(record) == seen(service.rooms[party.battle].record)
    assert codec.msgpack.reply(frames[4]).events[0][0] == "restart"  # type: ignore[union-attr]
