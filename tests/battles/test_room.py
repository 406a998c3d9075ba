"""A battle in play: answers, refusals, exactly once, what everybody sees."""

import asyncio
import random

import msgspec
import pytest

from protocol import codec
from protocol.ids import BattleId, SeatId
from protocol.replies import Closing, Commit, Opening, Refused
from protocol.requests import HandOver, Intent, Join, Watch
from server.battles.room import QUEUE
from server.players import of_commit
from server.service.game_service import GameService
from tests.service.conftest import Party, World, gather
from tests.service.people import Person, same_bytes


async def play_on(party: Party, steps: int, chance: random.Random) -> None:
    """Let whoever is asked answer, at random."""
    for _ in range(steps):
        if not party["1"].questions:
            return
        seat, person = party.turn
        question = person.asked(seat)
        options = [option.key for option in question.shape.options]  # type: ignore[union-attr]
        options = [key for key in options if key != "burst"]
        pick = chance.choice([*options, ""] if question.may_pass else options)
        made = await person.answer(seat, *([pick] if pick else []))
        assert isinstance(made, Commit)
        for other in party.people.values():
            await other.reaches(made.version)


async def test_an_answer_is_shown_to_all_as_the_journals_own_bytes(
    world: World, service: GameService
) -> None:
    party = await gather(service)
    seat, person = party.turn
    await person.answer(seat, "steady")
    journal = [entry for _, entry in await world.store.read(party.battle)]
    await party["2"].until(lambda: party["2"].version == 2)
    assert party["1"].frames.count(journal[1]) == party["2"].frames.count(journal[1]) == 1


@pytest.mark.parametrize("game", ["micro", "camp"])
@pytest.mark.parametrize("seed", range(4))
async def test_folding_what_was_sent_gives_the_servers_state_byte_for_byte(
    service: GameService, game: str, seed: int
) -> None:
    party = await gather(service, game, people=3)
    reader = Person(service, codec.json)
    await reader.hello("Reader")
    code = service.tables[party.table]
    from server.tables.invites import code_of

    await reader.ask(Join, code_of(code.doc, SeatId("")))
    await reader.ask(Watch, party.battle)
    chance = random.Random(seed)
    for _ in range(25):
        await play_on(party, 1, chance)
        shown = party.room.record.shown if party["1"].questions else None
        if shown is None:
            break
        await reader.reaches(shown.version)
        for person in (*party.people.values(), reader):
            assert same_bytes(person.state, shown.state)
            assert person.questions == shown.questions


async def test_two_answers_at_once_make_one_commit_and_one_refusal(service: GameService) -> None:
    """Given a vote for everybody, when two answer at once, then the first counts."""
    party = await gather(service, "camp")
    seat, person = party.turn
    await person.answer(seat, "keep")
    await party["2"].until(lambda: party["2"].questions and len(party["2"].questions[0].to) == 2)
    question = party["1"].questions[0].id
    party["1"].say(Intent, 7, question, ("feast",), "1")
    party["2"].say(Intent, 7, question, ("fast",), "2")
    await party["2"].until(lambda: party["2"].all(Refused))
    assert party["2"].last(Refused).code == "stale"
    assert [c.number for c in party["2"].all(Commit)][-1] == 7
    assert party.room.record.shown.version == 3


async def test_answers_side_by_side_do_not_trip_over_each_other(service: GameService) -> None:
    """Given two open offers, when both seats answer the same version, then both are taken."""
    party = await gather(service, "camp", people=3)
    seat, person = party.turn
    await person.answer(seat, "share")
    for each in ("2", "3"):
        await party[each].reaches(2)
    offers = {seat: party[seat].asked(seat).id for seat in ("2", "3")}
    party["2"].say(Intent, 1, offers["2"], (), "2")
    party["3"].say(Intent, 1, offers["3"], ("take",), "3")
    await party["1"].until(lambda: party["1"].version == 4)
    assert not party["3"].all(Refused)


async def test_illegal_answers_and_other_peoples_questions_are_refused_aloud(
    service: GameService,
) -> None:
    party = await gather(service)
    seat, person = party.turn
    other = party["2" if seat == "1" else "1"]
    code = {
        "illegal": await person.answer(seat, "fly"),
        "stale": await person.answer(seat, "steady", question=99_999),
        "not_allowed": await other.answer(seat, "steady", question=person.questions[0].id),
        "not_yours": await other.answer(
            "2" if seat == "1" else "1", "steady", question=person.questions[0].id
        ),
    }
    assert {name: found.code for name, found in code.items()} == {n: n for n in code}  # type: ignore[union-attr]
    assert party.room.record.shown.version == 1


async def test_spectators_see_everything_and_decide_nothing(service: GameService) -> None:
    party = await gather(service, public=True)
    spectator = Person(service)
    await spectator.hello("Sue")
    await spectator.join(table=party.table)
    await spectator.ask(Watch, party.battle)
    assert spectator.version == 1
    refused = await spectator.answer("1", "steady", question=spectator.questions[0].id)
    assert refused.code == "not_seated"  # type: ignore[union-attr]
    seat, person = party.turn
    await person.answer(seat, "steady")
    await spectator.until(lambda: spectator.version == 2)
    assert spectator.state == person.state


async def test_a_defect_in_a_rule_changes_nothing_and_play_goes_on(service: GameService) -> None:
    party = await gather(service, "camp")
    seat, person = party.turn
    await person.answer(seat, "keep")
    before = party.room.record.shown
    broken = await person.answer(seat, "burst")
    assert (broken.code, party.room.record.shown) == ("defect", before)  # type: ignore[union-attr]
    assert isinstance(await person.answer(seat, "feast"), Commit)


async def test_the_leader_alone_decides_for_the_party_if_the_table_says_so(
    service: GameService,
) -> None:
    party = await gather(service, "camp", decides="leader")
    seat, person = party.turn
    await person.answer(seat, "keep")
    await party["2"].until(lambda: party["2"].version == 2)
    refused = await party["2"].answer("2", "feast")
    assert refused.code == "not_yours"  # type: ignore[union-attr]
    assert isinstance(await party["1"].answer("1", "feast"), Commit)


async def test_first_and_last_commit_pin_what_checks_the_battle(
    world: World, service: GameService
) -> None:
    party = await gather(service, options={"goal": "10"})
    while party["1"].questions:
        await play_on(party, 1, random.Random(1))
    journal = [codec.msgpack.reply(entry) for _, entry in await world.store.read(party.battle)]
    first, last = journal[0], journal[-1]
    assert isinstance(first, Commit)
    assert isinstance(last, Commit)
    assert isinstance(first.pinned, Opening)
    assert isinstance(last.pinned, Closing)
    assert all(c.pinned is None for c in journal[1:-1])  # type: ignore[union-attr]
    from server.rules.engine.dice import commitment

    assert commitment(bytes.fromhex(last.pinned.seed)) == first.pinned.commitment
    assert first.pinned.state["goal"] == 10


@pytest.mark.slow
async def test_a_commit_of_the_micro_game_is_small(world: World, service: GameService) -> None:
    """Late in a game of 4 KB of state, an update is below 150 bytes, its frame's head included."""
    party = await gather(service, people=4, options={"goal": "1000000", "cargo": "80"})
    await play_on(party, 100, random.Random(2))
    await world.clock.advance(5000)
    await play_on(party, 50, random.Random(2))
    commits = [frame for frame in party["1"].frames if frame[1:3] == b"\xa1c"]
    assert len(commits) == 150
    assert max(map(len, commits)) + 4 < 150
    assert len(msgspec.msgpack.encode(party["1"].state)) > 4000


async def test_a_handed_over_seat_goes_on_with_its_numbers(service: GameService) -> None:
    party = await gather(service, people=1, public=True)
    person = party["1"]
    made = await person.answer("1", "steady", number=3)
    heir = Person(service)
    await heir.hello("Heir")
    await heir.join(table=party.table)
    await person.ask(HandOver, "1", heir.player)
    await heir.ask(Watch, party.battle)
    assert heir.numbers == {"1": 3}
    refused = await person.answer("1", "steady")
    assert refused.code == "not_seated"  # type: ignore[union-attr]
    assert isinstance(await heir.answer("1", "steady"), Commit)
    assert isinstance(made, Commit)


async def test_a_full_queue_is_refused_as_busy(world: World, service: GameService) -> None:
    party = await gather(service)
    seat, person = party.turn
    question = person.asked(seat).id
    world.store.fail()
    for number in range(1, QUEUE + 3):
        person.say(Intent, number, question, ("steady",), seat)
    await asyncio.sleep(0)
    await person.until(lambda: person.all(Refused))
    assert person.last(Refused).code == "busy"
    world.store.recover()


async def test_what_is_said_with_an_answer_stands_in_its_commit_and_is_made_plain(
    service: GameService,
) -> None:
    party = await gather(service)
    seat, person = party.turn
    ref = person.say(Intent, 1, person.asked(seat).id, ("steady",), seat, "", "So \x1b[2J  be it.")
    made = await person.outcome(seat, 1, ref, 0)
    assert isinstance(made, Commit)
    assert made.note == "So [2J be it."
    seat, person = party.turn
    made = await person.answer(seat, "steady")
    assert isinstance(made, Commit)
    assert made.note == ""


@pytest.mark.parametrize(("length", "is_taken"), [(120, True), (121, False)])
def test_a_note_has_a_bound(length: int, is_taken: bool) -> None:
    raw = codec.json.encode(Intent(1, 1, 1, ("steady",), SeatId("1"), BattleId(""), "n" * length))
    if is_taken:
        assert isinstance(codec.json.request(raw), Intent)
    else:
        with pytest.raises(codec.Malformed):
            codec.json.request(raw)


def test_a_note_is_paid_as_a_line_of_chat_is() -> None:
    assert of_commit(8, 128, "Why not.") == of_commit(8, 128) + 1
