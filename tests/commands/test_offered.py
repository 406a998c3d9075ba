"""The micro-game is made for measurements: a server offers it only where it is switched on."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from protocol import tables
from protocol.ids import SeatId
from protocol.replies import Refused
from protocol.requests import Change, Claim, Create, Ready, Start
from server.battles.games import Games
from server.commands.setups import offered, setups
from server.runtime.refusal import Refusal
from server.service.game_service import GameService
from server.settings import Settings
from tests.service.conftest import World
from tests.service.people import Person


def test_nobody_begins_the_micro_game_on_a_server_unless_it_is_switched_on() -> None:
    games = Games(offered(setups(), Settings()))
    with pytest.raises(Refusal, match="does not offer"):
        games.offer("micro")
    games.offer("jailbreak")


def test_what_was_begun_before_can_be_played_on() -> None:
    games = Games(offered(setups(), Settings()))
    assert games.rules("micro", (SeatId("1"), SeatId("2")), "").name == "micro"


def test_it_can_be_switched_on() -> None:
    Games(offered(setups(), Settings(micro_game=True))).offer("micro")


def test_its_goal_has_a_most() -> None:
    games = Games(offered(setups(), Settings(micro_game=True)))
    games.build("micro", (SeatId("1"),), "", {"goal": "1000000"})
    for goal in ("0", "1000001", "9" * 9, "9" * 63):
        with pytest.raises(Refusal, match="goal is a number from 1 to 1000000"):
            games.build("micro", (SeatId("1"),), "", {"goal": goal})


@pytest.fixture
async def world() -> AsyncIterator[World]:
    found = World()
    yield found
    for service in found.game_services:
        await service.close()


async def test_a_table_is_refused_it_when_it_opens_changes_and_starts(world: World) -> None:
    """Given a server as it is by default, when a leader asks for the micro-game, or has a table
    from when it was offered, then every request that would use it is refused in a sentence."""
    service = GameService((await world.service()).resources, Games(offered(setups(), Settings())))
    world.game_services.append(service)
    await service.open()
    ann = Person(service)
    await ann.hello("Ann")
    micro, jailbreak = (tables.Settings(name, party=1) for name in ("micro", "jailbreak"))
    assert refused_of(await ann.ask(Create, micro))
    await ann.ask(Create, jailbreak)
    assert refused_of(await ann.ask(Change, micro))
    await ann.ask(Claim, "1")
    await ann.ask(Ready)
    (table,) = service.tables.values()
    state = msgspec.structs.replace(table.doc.state, settings=micro)
    table.doc = msgspec.structs.replace(table.doc, state=state)
    assert refused_of(await ann.ask(Start))
    assert service.rooms == {}


def refused_of(reply: object) -> bool:
    assert isinstance(reply, Refused)
    return (reply.code, reply.text) == ("not_allowed", "This server does not offer 'micro'.")
