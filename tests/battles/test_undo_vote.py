"""Undo: alone before anything has happened that others saw, by consent of all otherwise."""

from typing import Any

import pytest

from protocol.events import Undone
from protocol.replies import Commit, Done, Refused, Taken, UndoAsked
from protocol.requests import Consent, HandOver, Release, Undo, Watch
from server.rules.engine.patch import plain
from server.service.game_service import GameService
from tests.service.conftest import Party, World, gather
from tests.service.people import Person


async def undo(party: Party, seat: str, version: int) -> int:
    """Ask for an undo without waiting for what comes of it."""
    return party[seat].say(Undo, party[seat].number(seat), version, seat)


async def turn_with(party: Party, pick: str) -> str:
    seat, person = party.turn
    await person.answer(seat, pick)
    return seat


async def test_a_seat_takes_back_its_own_answer_while_nothing_was_rolled(
    service: GameService,
) -> None:
    party = await gather(service, "camp")
    before = plain(party.room.record.shown.state)
    seat = await turn_with(party, "share")
    await undo(party, seat, 1)
    await party["2"].until(lambda: party["2"].version == 3)
    assert party["2"].state == before
    assert party["2"].questions[0].why == "camp.share"
    assert party["2"].all(Commit)[-1].events == (["undo", 1, [seat]],)
    assert isinstance(await party[seat].answer(seat, "keep"), Commit)


async def test_an_undo_of_another_seat_is_not_ones_own(service: GameService) -> None:
    """Given a seat that has taken its answer back alone, when another one wants to go behind that,
    then it needs consent, for it would take back what is not its own."""
    party = await gather(service, "camp")
    seat = await turn_with(party, "share")
    await undo(party, seat, 1)
    other = "2" if seat == "1" else "1"
    await party[other].until(lambda: party[other].version == 3)
    await undo(party, other, 2)
    await party[seat].until(lambda: party[seat].all(UndoAsked))
    assert party[seat].last(UndoAsked).waiting == (seat,)
    assert party.room.record.shown.version == 3


async def test_in_a_match_the_other_one_has_a_say_in_every_undo(service: GameService) -> None:
    """Given two who play against each other, when one wants to take back what nothing has rolled
    since, then the other is asked; where nobody is ever asked, it is refused."""
    party = await gather(service, "rivals")
    seat = await turn_with(party, "share")
    other = "2" if seat == "1" else "1"
    await undo(party, seat, 1)
    await party[other].until(lambda: party[other].all(UndoAsked))
    assert party[other].last(UndoAsked).waiting == (other,)
    assert isinstance(await party[other].ask(Consent, 1, True), Done)
    await party[seat].until(lambda: party[seat].version == 3)

    strict = await gather(service, "rivals", undo="alone")
    seat = await turn_with(strict, "share")
    assert (await strict[seat].ask(Undo, strict[seat].number(seat), 1, seat)).code == "no_undo"


@pytest.mark.parametrize(("pick", "reason"), [("hunt", "a die has rolled"), ("keep", "a vote")])
async def test_after_dice_or_others_answers_all_seats_must_consent(
    service: GameService, pick: str, reason: str
) -> None:
    party = await gather(service, "camp")
    before = plain(party.room.record.shown.state)
    seat = await turn_with(party, pick)
    other = "2" if seat == "1" else "1"
    await party[other].until(lambda: party[other].version == 2)
    if reason == "a vote":
        await party[other].answer(other, "feast")
    version = party.room.record.shown.version
    await undo(party, seat, 1)
    await party[other].until(lambda: party[other].all(UndoAsked))
    assert party[other].last(UndoAsked).waiting == (other,)
    assert party.room.record.shown.version == version
    assert isinstance(await party[other].ask(Consent, 1, True), Done)
    await party[seat].until(lambda: party[seat].version == version + 1)
    drawn = 1 if pick == "hunt" else 0
    assert party[seat].state == {**before, "rolls": drawn}
    assert not any(isinstance(one.event, Undone) for one in party.room.record.play.log)
    assert party[other].last(UndoAsked).verdict == "granted"


async def test_a_seat_that_declines_ends_the_vote(service: GameService) -> None:
    party = await gather(service, "camp")
    seat = await turn_with(party, "hunt")
    other = "2" if seat == "1" else "1"
    ref = await undo(party, seat, 1)
    await party[other].until(lambda: party[other].all(UndoAsked))
    await party[other].ask(Consent, 1, False)
    refused = await party[seat].answer_to(ref)
    assert isinstance(refused, Refused)
    assert refused.code == "no_undo"
    assert (await party[other].ask(Consent, 1, True)).code == "not_now"


async def test_playing_on_makes_the_vote_void(service: GameService) -> None:
    party = await gather(service, "camp")
    seat = await turn_with(party, "hunt")
    await undo(party, seat, 1)
    await party[seat].until(lambda: party[seat].all(UndoAsked))
    await party[seat].answer(seat, "feast", number=9)
    assert party[seat].last(UndoAsked).verdict == "void"
    assert party.room.record.shown.version == 3


@pytest.mark.parametrize("how", ["release", "hand over"])
@pytest.mark.parametrize("delay", [0, 30])
@pytest.mark.parametrize("asks_from", ["the host", "another process"])
async def test_a_vote_ends_when_its_asker_stands_up(
    world: World, how: str, delay: int, asks_from: str
) -> None:
    """Given a vote on an undo, when its asker gives the seat up, then the vote is void at once,
    nothing is undone, and how the others would have voted is told to nobody."""
    service = await world.service()
    party = await gather(service, "camp", people=3, public=True, delay=delay)
    seat = await turn_with(party, "hunt")
    voters = [each for at, each in party.people.items() if at != seat]
    asker = Person(service if asks_from == "the host" else await world.service())
    await asker.hello("", party[seat].token)
    await asker.join(table=party.table)
    await asker.ask(Watch, party.battle)
    ref = asker.say(Undo, 5, 1, seat)
    for voter in voters:
        await voter.until(lambda who=voter: who.all(UndoAsked))  # type: ignore[misc]
    if how == "release":
        await asker.ask(Release, seat)
    else:
        await asker.ask(HandOver, seat, voters[0].player)
    refused = await asker.answer_to(ref)
    assert isinstance(refused, Refused)
    behind = delay and asks_from == "another process"  # which answers from what they may see
    assert refused.code == ("not_seated" if behind else "no_undo")
    for voter in voters:
        await voter.until(lambda who=voter: who.last(UndoAsked).verdict == "void")  # type: ignore[misc]
        assert (await voter.ask(Consent, 1, True)).code == "not_now"
    assert all(event[0] != "undo" for each in voters[0].all(Commit) for event in each.events)


async def test_bots_consent_and_the_table_can_forbid(world: World, service: GameService) -> None:
    party = await gather(service, "camp", people=1, bots=1)
    await turn_with(party, "hunt")
    await undo(party, "1", 1)
    await party["1"].until(lambda: party["1"].last(Commit).events[0][0] == "undo")
    for policy in ("alone", "never"):
        other = await gather(service, "camp", people=1, bots=1, undo=policy)
        await turn_with(other, "hunt")
        ref = await undo(other, "1", 1)
        refused = await other["1"].answer_to(ref)
        assert isinstance(refused, Refused)
        assert refused.code == "no_undo"


def rolls(commit: object) -> list[Any]:
    assert isinstance(commit, Commit)
    return [event for event in commit.events if event[0] == "roll"]


async def test_dice_after_an_undo_over_dice_are_new_ones(service: GameService) -> None:
    """Given two seats that agree to take a roll back, and then again, then each roll after it has
    a number of its own: what they saw tells them nothing of it."""
    party = await gather(service, "camp")
    seat, person = party.turn
    other = party["2" if seat == "1" else "1"]
    found = rolls(await person.answer(seat, "hunt"))
    for version in (3, 5):
        await undo(party, seat, 1)
        await other.until(lambda: other.all(UndoAsked) and not other.last(UndoAsked).verdict)
        await other.ask(Consent, 1, True)
        await person.reaches(version)
        found += rolls(await person.answer(seat, "hunt"))
        await other.reaches(version + 1)
    assert [roll[1] for roll in found] == [0, 1, 2]
    assert person.state["rolls"] == 3


async def test_an_undo_that_takes_no_dice_back_shifts_none(service: GameService) -> None:
    party = await gather(service, "camp", people=1)
    person = party["1"]
    await person.answer("1", "share")
    await undo(party, "1", 1)
    await person.reaches(3)
    assert [roll[1] for roll in rolls(await person.answer("1", "hunt"))] == [0]


async def test_a_repeated_undo_is_answered_with_the_commit_it_made(service: GameService) -> None:
    party = await gather(service, "camp")
    seat = await turn_with(party, "share")
    person = party[seat]
    person.say(Undo, 8, 1, seat)
    await person.until(lambda: person.version == 3)
    assert await person.ask(Undo, 8, 1, seat) == Taken(person.ref, 8, 3)


async def test_versions_out_of_reach_are_refused(service: GameService) -> None:
    party = await gather(service, "camp")
    seat = await turn_with(party, "share")
    for version in (0, 2, 3, 77):
        assert (await party[seat].ask(Undo, 50 + version, version, seat)).code == "no_undo"
