"""One battle's record in memory: what counts once, what is kept, how far back."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from clients.bots import RandomBot
from protocol.fields import NUMBER_STEP
from protocol.ids import QuestionId, SeatId
from protocol.replies import Closing, Commit, Refused, Taken
from protocol.requests import Intent, Undo
from server.battles.records.record import BattleRecord, Draft
from server.battles.records.running_numbers import FARTHEST, Made
from server.runtime import Refusal
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.clients.journals import SEED, new_battle
from tests.service.conftest import gather


async def test_a_repeated_intent_is_answered_with_the_commit_it_made(service: GameService) -> None:
    party = await gather(service)
    seat, person = party.turn
    question = person.asked(seat).id
    made = await person.answer(seat, "steady", number=5)
    again = await person.answer(seat, "steady", question=question, number=5)
    assert again == Taken(person.ref, 5, made.version)  # type: ignore[union-attr]
    other = await person.answer(seat, "bold", question=question, number=5)
    assert (other.code, party.room.record.shown.version) == ("stale", 2)  # type: ignore[union-attr]
    old = await person.answer(seat, "steady", question=question, number=4)
    assert old.code == "stale"  # type: ignore[union-attr]


async def test_a_number_used_for_another_question_with_the_same_picks_is_refused(
    service: GameService,
) -> None:
    """Given two programs of one player that take the same number for different questions and pick
    the same, then the second is told that its number is used: it has answered nothing."""
    party = await gather(service)
    seat, person = party.turn
    earlier = person.asked(seat).id
    await person.answer(seat, "steady", number=5)
    while party.turn[0] != seat:
        await play_on(party, 1, random.Random(1))
    later = person.asked(seat).id
    made = await person.answer(seat, "steady", number=6)
    assert isinstance(made, Commit)
    other = await person.answer(seat, "steady", question=earlier, number=6)
    assert isinstance(other, Refused)
    assert other.code == "stale"
    again = await person.answer(seat, "steady", question=later, number=6)
    assert again == Taken(person.ref, 6, made.version)


@pytest.mark.parametrize("kind", [Intent, Undo])
async def test_a_number_too_far_ahead_is_refused_and_the_seat_plays_on(
    service: GameService, kind: type[Intent | Undo]
) -> None:
    """Given one request with the last number there is, then it is refused, and the next number
    counts; so does one that is as high as it may be, and one above that."""
    party = await gather(service)
    seat, person = party.turn
    question = person.asked(seat).id
    for number in (2**53 - 1, NUMBER_STEP + 1):
        rest = (question, ("steady",)) if kind is Intent else (1,)
        refused = await person.ask(kind, number, *rest, seat=seat)
        assert (refused.code, refused.text) == (
            "stale",
            f"Number {number} is too high; use one from 1 on.",
        )
    await person.answer(seat, "steady", number=NUMBER_STEP)
    assert person.version == 2
    other, second = party.turn
    await second.answer(other, "steady")
    await person.reaches(3)
    again: Any = await person.answer(seat, "steady", number=2 * NUMBER_STEP + 1)
    assert again.code == "stale"
    assert isinstance(await person.answer(seat, "steady", number=2 * NUMBER_STEP), Commit)


def answered(record: BattleRecord, number: int) -> Draft:
    """An answer of the first seat that is asked, to its first question."""
    question = record.shown.questions[0]
    picks = RandomBot(3).picks(question)
    return record.answer(question.to[0], question.id, picks, "player", number, 5)


def begun() -> BattleRecord:
    record = new_battle()
    record.keep(record.begin())
    return record


def test_a_draft_is_shown_once_it_is_kept_and_never_happened_once_it_is_dropped() -> None:
    record = begun()
    before = record.picture()
    draft = answered(record, 1)
    assert record.picture() == before
    record.drop(draft)
    assert record.play.questions == record.shown.questions
    again = answered(record, 1)
    assert again.frame == draft.frame
    record.keep(again)
    assert (record.shown.version, record.numbers) == (2, {again.author: 1})


def test_a_number_that_made_a_commit_is_answered_with_it_and_with_nothing_else() -> None:
    record = begun()
    question = record.shown.questions[0]
    draft = answered(record, 4)
    record.keep(draft)
    sent = Intent(9, 4, question.id, draft.picks, draft.author)
    assert record.repeated(sent, draft.author) == Taken(9, 4, 2)
    assert record.repeated(replace(sent, number=5), draft.author) is None
    for wrong in (replace(sent, number=3), replace(sent, question=QuestionId(99))):
        with pytest.raises(Refusal) as no:
            record.repeated(wrong, draft.author)
        assert no.value.code == "stale"


def test_time_in_a_journal_never_goes_back() -> None:
    record = begun()
    record.keep(answered(record, 1))
    question = record.shown.questions[0]
    picks = RandomBot(3).picks(question)
    assert record.answer(question.to[0], question.id, picks, "player", 2, 1).commit.ms == 5


def test_a_seat_takes_its_own_answer_back_alone_and_no_version_to_come() -> None:
    record = begun()
    draft = answered(record, 1)
    record.keep(draft)
    assert record.is_free(1, draft.author)
    assert not record.is_free(1, SeatId("other"))
    for version in (0, 2, 3):
        with pytest.raises(Refusal) as no:
            record.is_free(version, draft.author)
        assert no.value.code == "no_undo"


def test_the_seed_is_secret_until_the_last_commit() -> None:
    record = begun()
    assert SEED.hex().encode() not in record.begin().frame
    stopped = record.stop("Enough.", 9)
    assert stopped.commit.pinned == Closing(SEED.hex())
    record.keep(stopped)
    assert record.shown.over


def test_a_number_that_lay_too_far_ahead_is_known_once_its_seat_has_come_near() -> None:
    """Given a journal whose seat has used a number that it could not go on from, when its numbers
    have come up to less than a step before it, then that number is still what it made."""
    record, seat = new_battle(), SeatId("1")
    near, far = FARTHEST + 500, FARTHEST + NUMBER_STEP + 1
    record.note_number(seat, Made(2, ("steady",)), FARTHEST)
    record.note_number(seat, Made(3, ("bold",)), far)
    record.note_number(seat, Made(4, ("steady",)), near)

    taken = record.repeated(Intent(7, far, 0, ("bold",), seat), seat)

    assert (record.numbers[seat], taken) == (near, Taken(7, far, 3))
