"""Clocks, bots and standing answers: who answers when a player does not."""

import random
from typing import Any

import pytest

from protocol.ids import SeatId
from protocol.replies import Commit, Driving, StandingSet, TimeLeft, author_of
from protocol.requests import Claim, PutBot, Release, Standing, Watch
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import World, gather
from tests.service.people import Person


def how(person: Person) -> list[tuple[str, str]]:
    """Who answered how, commit by commit."""
    return [(author_of(c).seat, author_of(c).how) for c in person.all(Commit) if c.version > 1]


async def test_when_the_turn_clock_runs_down_the_default_is_taken(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", turn=30)
    assert party["1"].last(TimeLeft) == TimeLeft(party.battle, SeatId("1"), "turn", 30_000)
    await world.clock.advance(29)
    assert party["1"].version == 1
    await world.clock.advance(2)
    assert how(party["1"]) == [("1", "default")]
    assert party["1"].last(Commit).events[0][3] == ["keep"]


async def test_an_answer_starts_the_turn_clock_anew(world: World, service: GameService) -> None:
    party = await gather(service, "camp", people=1, turn=30)
    await world.clock.advance(20)
    await party["1"].answer("1", "keep")
    await world.clock.advance(20)
    assert party["1"].version == 2
    await world.clock.advance(11)
    assert how(party["1"])[1] == ("1", "default")


async def test_a_question_without_default_is_answered_by_the_bot_when_time_is_up(
    world: World, service: GameService
) -> None:
    party = await gather(service, "micro", turn=10)
    await world.clock.advance(11)
    assert how(party["1"]) == [("1", "default")]


async def test_a_passable_question_is_passed_when_time_is_up(
    world: World, service: GameService
) -> None:
    party = await gather(service, "camp", turn=10)
    await party["1"].answer("1", "share")
    await world.clock.advance(11)
    answered = party["1"].all(Commit)[-1]
    assert (author_of(answered).how, author_of(answered).picks) == ("default", ())


async def test_a_bot_drives_an_absent_players_seat_until_the_player_returns(
    world: World, service: GameService
) -> None:
    party = await gather(service, "micro", absence=60, options={"goal": "100000"})
    party["1"].leave()
    await world.clock.advance(61)
    person = party["2"]
    assert person.last(Driving).bot
    assert how(person) == [("1", "bot")]
    await person.answer("2", "steady")
    await person.until(lambda: person.version == 4)
    assert how(person) == [("1", "bot"), ("2", "player"), ("1", "bot")]
    back = Person(service)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    await back.ask(Watch, party.battle)
    assert not person.last(Driving).bot
    await person.answer("2", "steady")
    await world.clock.advance(100)
    assert person.version == 5
    assert isinstance(await back.answer("1", "steady"), Commit)


async def test_coming_back_in_time_stops_the_absence_clock(
    world: World, service: GameService
) -> None:
    party = await gather(service, "micro", absence=60)
    party["1"].leave()
    await world.clock.advance(59)
    back = Person(service)
    await back.hello("", party["1"].token)
    await back.join(table=party.table)
    assert party["2"].last(TimeLeft).ms == -1
    await world.clock.advance(100)
    assert party["2"].version == 1


@pytest.mark.slow
async def test_clocks_can_be_off(world: World, service: GameService) -> None:
    party = await gather(service, "camp", turn=0, absence=0)
    party["2"].leave()
    await world.clock.advance(8000)
    assert party["1"].version == 1


async def test_a_bot_put_into_a_seat_plays_until_its_player_claims_it_back(
    service: GameService,
) -> None:
    party = await gather(service, "micro", options={"goal": "100000"})
    await party["1"].ask(PutBot, "1", "first")
    await party["2"].until(lambda: party["2"].version == 2)
    assert how(party["2"]) == [("1", "bot")]
    refused = await party["1"].answer("1", "steady", question=1)
    assert refused.code == "not_allowed"  # type: ignore[union-attr]
    await party["1"].ask(Claim, "1")
    await party["2"].answer("2", "steady")
    assert party["2"].version == 3
    assert isinstance(await party["1"].answer("1", "steady"), Commit)


async def test_a_released_seat_is_driven_until_somebody_claims_it(service: GameService) -> None:
    party = await gather(service, "micro", public=True, options={"goal": "100000"})
    await party["1"].ask(Release, "1")
    await party["2"].until(lambda: party["2"].version == 2)
    await party["1"].ask(Claim, "1")
    await party["2"].answer("2", "steady")
    assert isinstance(await party["1"].answer("1", "bold"), Commit)


async def test_bots_alone_play_a_battle_to_its_end(service: GameService) -> None:
    party = await gather(service, "camp", people=1, bots=3, options={"left": "8"})
    await party["1"].ask(PutBot, "1", "first")
    await party["1"].until(lambda: not party["1"].questions)
    assert party["1"].state["left"] == 0
    assert {kind for _, kind in how(party["1"])} == {"bot"}


async def test_bots_leave_shared_decisions_to_people(service: GameService) -> None:
    party = await gather(service, "camp", people=1, bots=1)
    await party["1"].answer("1", "keep")
    assert party["1"].questions[0].why == "camp.vote"
    assert isinstance(await party["1"].answer("1", "fast"), Commit)


async def test_a_standing_answer_passes_until_ones_own_next_turn(service: GameService) -> None:
    party = await gather(service, "camp")
    two = party["2"]
    await two.ask(Standing, "my_turn")
    await party["1"].answer("1", "share")
    await two.until(lambda: two.version == 3)
    assert how(two) == [("1", "player"), ("2", "standing")]
    await party["1"].answer("1", "fast")
    await two.until(lambda: two.all(StandingSet)[-1:] and not two.last(StandingSet).on)
    assert two.questions[0].why == "camp.share"
    await two.answer("2", "keep")
    await party["1"].until(lambda: party["1"].questions[0].why == "camp.vote")


async def test_a_standing_answer_can_be_limited_and_taken_back(service: GameService) -> None:
    party = await gather(service, "camp")
    two = party["2"]
    await two.ask(Standing, "my_turn", ("other.why",))
    await party["1"].answer("1", "share")
    await two.until(lambda: two.version == 2)
    assert two.questions[0].why == "camp.take"
    await two.ask(Standing, "my_turn")
    await two.until(lambda: two.version == 3)
    await two.ask(Standing, "off")
    assert not two.last(StandingSet).on


async def test_a_seat_says_of_an_ability_when_it_is_asked(service: GameService) -> None:
    """Given a seat that is never to be asked of an offer, then it is passed, turn after turn."""
    party = await gather(service, "camp")
    two = party["2"]
    await two.ask(Standing, "keep", (), "2", {"take": "never"})
    assert (two.last(StandingSet).on, two.last(StandingSet).abilities) == (False, {"take": "never"})

    await party["1"].answer("1", "share")

    await two.until(lambda: two.version == 3)
    assert how(two) == [("1", "player"), ("2", "standing")]
    await two.ask(Standing, "keep", (), "2", {"take": "ask"})
    assert two.last(StandingSet).abilities == {}


async def test_a_bot_that_fails_does_not_stop_the_battle(world: World) -> None:
    def broken(_view: object, _seat: str, _questions: object) -> tuple[int, tuple[str, ...]]:
        raise RuntimeError("no idea")

    service = await world.service()
    service.resources.bots["first"] = broken  # type: ignore[index]
    party = await gather(service, "micro", people=1, bots=1)
    await party["1"].answer("1", "steady")
    await party["1"].until(lambda: party["1"].version == 3)
    assert how(party["1"])[-1] == ("2", "bot")


async def test_bots_can_be_slowed_down_for_people_to_follow(world: World) -> None:
    service = await world.service(bot_delay=1.5)
    party = await gather(service, "micro", people=1, bots=1)
    await party["1"].answer("1", "steady")
    await world.clock.advance(1.4)
    assert party["1"].version == 2
    await world.clock.advance(0.2)
    assert party["1"].version == 3
    await play_on(party, 1, random.Random(1))


async def test_a_bots_reason_goes_with_its_answer(world: World) -> None:
    def telling(_view: object, _seat: str, questions: Any) -> tuple[int, tuple[str, ...], str]:
        return questions[0].id, ("steady",), "Slow and sure."

    service = await world.service()
    service.resources.bots["first"] = telling  # type: ignore[index]
    party = await gather(service, "micro", people=1, bots=1)
    await party["1"].answer("1", "steady")
    await party["1"].until(lambda: party["1"].version == 3)
    assert [commit.note for commit in party["1"].all(Commit)][-2:] == ["", "Slow and sure."]
