"""What people say at a table is heard once by everybody, also where its host dies over it."""

from itertools import product

import pytest

from protocol.replies import Done, Pinged, Said
from protocol.requests import Chat, Ping
from server.rooms.hall import Hall
from server.rooms.letters import Answers, AnyLetter, News, Spoken
from tests.rooms.clocks import breathe
from tests.rooms.conftest import Party, World, gather
from tests.rooms.people import Person
from tests.rooms.test_takeover import LONG, host_of, kill, reconnect


async def three(world: World) -> tuple[list[Hall], Party]:
    """Seat 1 at the host, 2 and 3 at two other processes."""
    halls = [await world.hall(owner=name) for name in ("a", "b", "c")]
    host, one, other = halls
    party = await gather(host, people=3, others=(other, host, one), options=LONG)
    assert [party[seat].hall for seat in "123"] == halls
    return halls, party


def lines(person: Person) -> list[str]:
    heard = [each for each in person.heard if isinstance(each, (Said, Pinged))]
    return [each.text if isinstance(each, Said) else each.key for each in heard]


@pytest.mark.parametrize("told", list(product([False, True], repeat=2)))
async def test_what_a_dying_host_has_told_to_some_is_heard_once_by_all(
    world: World, monkeypatch: pytest.MonkeyPatch, told: tuple[bool, bool]
) -> None:
    """Given a host that dies when it has told a line to some processes and answered nobody, when
    another becomes the host and is asked again, then everybody has heard what was said once, and
    what was pointed at not twice."""
    halls, party = await three(world)
    heard = dict(zip(("b", "c"), told, strict=True))
    send = halls[0].post.send

    def selective(to: str, letter: AnyLetter) -> None:
        if isinstance(letter, Answers) or (isinstance(letter, News) and not heard[to]):
            return
        send(to, letter)

    monkeypatch.setattr(halls[0].post, "send", selective)
    two, other = party["2"], party["3"]
    asked = [two.say(Chat, "Halt!"), two.say(Ping, "h1"), other.say(Chat, "Who?")]
    await breathe()
    assert sorted(lines(party["1"])) == ["Halt!", "Who?", "h1"]
    await kill(world, halls[0])
    await host_of(world, party)
    await world.clock.advance(3)
    for person, ref in zip((two, two, other), asked, strict=True):
        assert isinstance(await person.answer_to(ref), Done)
    for person in (two, other):
        await person.until(lambda p=person: len(p.all(Said)) >= 2)  # type: ignore[misc]
        assert sorted(said.text for said in person.all(Said)) == ["Halt!", "Who?"]
        assert len(person.all(Pinged)) <= 1
    again = await reconnect(party["1"], party["3"].hall, party)
    assert sorted(said.text for said in again.all(Said)) == ["Halt!", "Who?"]


async def test_a_new_host_tells_what_others_have_missed_and_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given processes that have heard different lines of a host that died, when one of them is the
    host, then the other one hears from it just those lines that it lacks."""
    halls, party = await three(world)
    await party["1"].ask(Chat, "First")
    for person in (party["2"], party["3"]):
        await person.until(lambda p=person: lines(p) == ["First"])  # type: ignore[misc]
    await kill(world, halls[0])
    host = await host_of(world, party)
    letters: list[AnyLetter] = []
    send = host.post.send

    def note(to: str, letter: AnyLetter) -> None:
        letters.append(letter)
        send(to, letter)

    monkeypatch.setattr(host.post, "send", note)
    late = await world.hall(owner="d")
    newcomer = await reconnect(party["1"], late, party)
    await newcomer.until(lambda: lines(newcomer) == ["First"])
    assert any(isinstance(letter, Spoken) for letter in letters)
    for person in (party["2"], party["3"]):
        assert lines(person) == ["First"]
