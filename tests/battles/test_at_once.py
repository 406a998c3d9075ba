"""Two who answer at the same moment: the same question is decided once, other ones side by side."""

import random

import pytest

from protocol.codec import json
from protocol.ids import SeatId
from protocol.questions import Picks, Question
from protocol.replies import Commit, Refused, Taken
from protocol.requests import Intent
from server.players import Wrapping
from server.service.game_service import GameService
from tests.cluster.test_takeover import host_of, reconnect
from tests.service.conftest import Party, World, gather

PAIRS = 1_000
LONG = {"left": "100000"}
Answer = tuple[str, Question, Picks]


async def same_view(party: Party) -> tuple[Question, ...]:
    """What is open, once everybody sees it."""
    version = max(person.version for person in party.people.values())
    for person in party.people.values():
        await person.reaches(version)
    assert party["1"].questions == party["2"].questions
    return party["1"].questions


async def at_once(party: Party, *answers: Answer) -> list[Commit | Refused | Taken]:
    """Everybody answers, before anybody has seen what became of the others' answers."""
    sent = []
    for seat, question, picks in answers:
        person, number = party[seat], party[seat].number(seat)
        known = len(person.heard)
        ref = person.say(Intent, number, question.id, picks, seat, party.battle)
        sent.append((person, (seat, number, ref, known)))
    return [await person.outcome(*each) for person, each in sent]


def told(outcomes: list[Commit | Refused | Taken]) -> list[str]:
    """The outcomes in a word each: "made", "taken", or the refusal's code."""
    words: list[str] = []
    for each in outcomes:
        match each:
            case Refused():
                words.append(each.code)
            case Taken():
                words.append("taken")
            case Commit():
                words.append("made")
    return words


@pytest.mark.parametrize("apart", [False, True], ids=["one process", "two processes"])
@pytest.mark.slow
async def test_two_who_answer_at_once_make_one_move_a_thousand_times(
    world: World, apart: bool
) -> None:
    """Given a party that is asked in the same words time and again, when two answer at the same
    moment, then one makes the move and the other is told that it is stale; and of two who are
    asked side by side, the second counts as long as the first has only passed."""
    game_services = [await world.service() for _ in range(1 + apart)]
    party = await gather(game_services[0], "council", others=tuple(game_services), options=LONG)
    party["2"].wire = party["2"].visitor.codec = json
    party["2"].visitor.wrapping = Wrapping(json)
    chance, pairs, crossed = random.Random(11), 0, {"made": 0, "stale": 0}
    while pairs < PAIRS:
        asked, before = await same_view(party), party["1"].version
        order = chance.sample(("1", "2"), 2)
        if asked[0].why == "council.way":
            ways = [(chance.choice(("left", "right")),) for _ in order]
            same: Picks = ways[0] if chance.random() < 0.8 else ways[1]
            outcomes = await at_once(
                party, (order[0], asked[0], ways[0]), (order[1], asked[0], same)
            )
            assert sorted(told(outcomes)) == ["made", "stale"]
            pairs += 1
            made = 1
        else:
            picks: list[Picks] = [("rest",) if chance.random() < 0.5 else () for _ in asked]
            answers = [(q.to[0], q, pick) for q, pick in zip(asked, picks, strict=True)]
            if apart:  # who plays at the host's own process comes first
                answers.sort(key=lambda answer: answer[0])
            else:
                chance.shuffle(answers)
            words = told(await at_once(party, *answers))
            assert words[0] == "made"
            if len(words) > 1:
                assert words[1] == ("stale" if answers[0][2] else "made"), answers
                crossed[words[1]] += 1
            made = words.count("made")
        await party["1"].reaches(before + made)
        assert len(await world.store.read(party.battle)) == before + made
    assert min(crossed.values()) > PAIRS // 20, crossed


@pytest.mark.parametrize("way", ["dies", "hands over"])
async def test_an_answer_that_crossed_is_judged_alike_by_the_next_host(
    world: World, way: str
) -> None:
    """Given an answer that another one has come before, when the battle has come to another process
    in between, then it is stale there, too; and it counts where the other has only passed."""
    first, second = await world.service(), await world.service()
    party = await gather(first, "council", others=(first, second), options=LONG)
    judged: list[tuple[str, str]] = []
    while len(judged) < 6:
        asked = await same_view(party)
        picks: Picks = ("left",) if asked[0].why == "council.way" else ()
        assert told(await at_once(party, ("1", asked[0], picks))) == ["made"]
        late = next((question for question in asked if "2" in question.to), None)
        if late is None:
            continue
        host = await host_of(world, party)
        if way == "dies":
            await world.crash(host)
        else:
            await host.hand_over()
            world.game_services.remove(host)
            await host.close()
        await world.service()
        new = await host_of(world, party, seconds=12.0)
        for seat in ("1", "2"):
            party.people[seat] = await reconnect(party[seat], new, party)
        judged.append((late.why, told(await at_once(party, ("2", late, picks)))[0]))
    assert set(judged) == {("council.way", "stale"), ("council.rest", "made")}


async def test_a_question_that_comes_again_names_the_one_of_its_own_seat(
    service: GameService,
) -> None:
    """Given two who are asked in the same words at once, when one answers, then the other's
    question comes again as the one that this other was asked."""
    party = await gather(service, "council", options=LONG)
    while (asked := await same_view(party))[0].why != "council.rest":
        await party["1"].answer("1", "left")
    mine = {question.to: question.id for question in asked}
    assert len(mine) == 2
    made = await party["1"].answer("1", "rest")
    assert isinstance(made, Commit)
    (again,) = made.again
    assert (again.to, again.was) == (("2",), mine[(SeatId("2"),)])
    assert party["1"].asked("2").id == again.id
