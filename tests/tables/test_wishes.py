"""When a seat wants to be asked about an ability: said once, it holds in the next battles, too."""

import random

from protocol.ids import SeatId
from protocol.replies import Commit, Done, StandingSet, Started, author_of
from protocol.requests import Claim, Ready, Release, Standing, Start
from server.service.game_service import GameService
from tests.battles.test_room import play_on
from tests.service.conftest import Party, gather

NEVER = Standing, "keep", (), "2", {"take": "never"}


async def played(service: GameService) -> Party:
    """A table whose seat 2 is never to be asked of an offer, after its battle."""
    party = await gather(service, "micro", options={"goal": "3"})
    assert isinstance(await party["2"].ask(*NEVER), Done)
    await play_on(party, 60, random.Random(3))
    await party["1"].until(lambda: service.tables[party.table].room is None)
    return party


async def begin_again(party: Party) -> None:
    for person in party.people.values():
        await person.ask(Ready, True, "dice")
    assert isinstance(await party["1"].ask(Start), Started)


async def test_what_a_seat_wishes_of_abilities_holds_in_the_next_battle(
    service: GameService,
) -> None:
    """Given a wish that was said in one battle, when the table plays another, then it is told."""
    party = await played(service)
    two = party["2"]
    told = len(two.all(StandingSet))
    await begin_again(party)
    await two.until(lambda: len(two.all(StandingSet)) > told)
    assert two.last(StandingSet).abilities == {"take": "never"}
    assert two.last(StandingSet).battle != party.battle


async def test_what_everybody_leaves_to_the_game_is_decided_by_it_at_once(
    service: GameService,
) -> None:
    """Given a vote of two seats, when one of them leaves votes to the game, then it is asked; when
    both do, then what the game suggests is taken for them, and the next turn begins."""
    party = await gather(service, "camp")
    one, two = party["1"], party["2"]
    await one.ask(Standing, "keep", (), "1", {"camp.vote": "never"})
    await one.answer("1", "keep")
    await two.until(lambda: [question.why for question in two.questions] == ["camp.vote"])
    await two.ask(Standing, "keep", (), "2", {"camp.vote": "never"})
    await two.until(lambda: [question.why for question in two.questions] == ["camp.share"])
    answered = [(author.how, author.picks) for author in map(author_of, two.all(Commit))]
    assert answered == [("player", ("keep",)), ("standing", ("fast",))]


async def test_who_takes_the_seat_over_is_asked_about_everything(service: GameService) -> None:
    """Given a wish of somebody who has stood up, then whoever sits down there has none."""
    party = await played(service)
    one, two = party["1"], party["2"]
    assert isinstance(await two.ask(Release, "2"), Done)
    assert isinstance(await one.ask(Claim, "2"), Done)
    told = len(two.all(StandingSet))
    await one.ask(Ready, True, "dice")
    assert isinstance(await one.ask(Start), Started)
    await one.reaches(1)
    assert len(two.all(StandingSet)) == told
    room = service.tables[party.table].room
    assert room is not None
    assert not room.autopilot.standing(SeatId("2")).abilities
