"""What people say at a table is heard once by everybody, also where its host dies over it."""

from itertools import product

import pytest

from protocol.replies import Done, Pinged, Said
from protocol.requests import Chat, Ping
from server.cluster.processes.messages import Answers, AnyMessage, News, Spoken
from server.service.game_service import GameService
from tests.cluster.test_takeover import LONG, host_of, kill, reconnect
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person


async def three(world: World) -> tuple[list[GameService], Party]:
    """Seat 1 at the host, 2 and 3 at two other processes."""
    game_services = [await world.service(owner=name) for name in ("a", "b", "c")]
    host, one, other = game_services
    party = await gather(host, people=3, others=(other, host, one), options=LONG)
    assert [party[seat].service for seat in "123"] == game_services
    return game_services, party


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
    game_services, party = await three(world)
    heard = dict(zip(("b", "c"), told, strict=True))
    send = game_services[0].mailbox.send

    def selective(to: str, message: AnyMessage) -> None:
        if isinstance(message, Answers) or (isinstance(message, News) and not heard[to]):
            return
        send(to, message)

    monkeypatch.setattr(game_services[0].mailbox, "send", selective)
    two, other = party["2"], party["3"]
    asked = [two.say(Chat, "Halt!"), two.say(Ping, "h1"), other.say(Chat, "Who?")]
    await breathe()
    assert sorted(lines(party["1"])) == ["Halt!", "Who?", "h1"]
    await kill(world, game_services[0])
    await host_of(world, party)
    await world.clock.advance(3)
    for person, ref in zip((two, two, other), asked, strict=True):
        assert isinstance(await person.answer_to(ref), Done)
    for person in (two, other):
        await person.until(lambda p=person: len(p.all(Said)) >= 2)  # type: ignore[misc]
        assert sorted(said.text for said in person.all(Said)) == ["Halt!", "Who?"]
        assert len(person.all(Pinged)) <= 1
    again = await reconnect(party["1"], party["3"].service, party)
    assert sorted(said.text for said in again.all(Said)) == ["Halt!", "Who?"]


async def test_a_new_host_tells_what_others_have_missed_and_nothing_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given processes that have heard different lines of a host that died, when one of them is the
    host, then the other one hears from it just those lines that it lacks."""
    game_services, party = await three(world)
    await party["1"].ask(Chat, "First")
    for person in (party["2"], party["3"]):
        await person.until(lambda p=person: lines(p) == ["First"])  # type: ignore[misc]
    await kill(world, game_services[0])
    host = await host_of(world, party)
    messages: list[AnyMessage] = []
    send = host.mailbox.send

    def note(to: str, message: AnyMessage) -> None:
        messages.append(message)
        send(to, message)

    monkeypatch.setattr(host.mailbox, "send", note)
    late = await world.service(owner="d")
    newcomer = await reconnect(party["1"], late, party)
    await newcomer.until(lambda: lines(newcomer) == ["First"])
    assert any(isinstance(message, Spoken) for message in messages)
    for person in (party["2"], party["3"]):
        assert lines(person) == ["First"]
