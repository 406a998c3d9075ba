"""A store that comes back without the last commits or messages, as after a failover."""

import random
from typing import Any, cast

import pytest

from protocol.ids import BattleId
from protocol.replies import Snapshot
from protocol.requests import Intent
from server.store.interface.keys import of
from tests.battles.test_room import play_on
from tests.service.conftest import Party, World, gather

LONG = {"goal": "5000"}
PLAYED, LOST = 6, 2


def lose_the_end(world: World, battle: str) -> None:
    """The journal is shorter from now on; who listens hears that something may be missing."""
    del world.store._journals[battle].entries[-LOST:]
    world.store._fleet.tell(of(BattleId(battle), "feed"), cast("Any", None))


async def see_alike(world: World, party: Party) -> None:
    """Everybody has come to the end of the journal, and to one state."""
    version = len(await world.store.read(party.battle))
    for person in party.people.values():
        await person.reaches(version)
    assert {person.version for person in party.people.values()} == {version}
    first = party["1"]
    assert all(person.state == first.state for person in party.people.values())


async def test_a_battle_goes_on_from_what_is_left_and_everybody_sees_that(world: World) -> None:
    """Given players at two processes who have seen commits that the store has lost, when the next
    answer shows it, then all are shown the battle as it is now, nobody has to connect anew, and
    play goes on."""
    game_services = (await world.service(), await world.service())
    party = await gather(game_services[0], people=2, others=game_services[1:], options=LONG)
    chance = random.Random(1)
    await play_on(party, PLAYED, chance)
    await see_alike(world, party)
    seen = {seat: len(person.all(Snapshot)) for seat, person in party.people.items()}
    lose_the_end(world, party.battle)
    left = len(await world.store.read(party.battle))
    seat, person = party.turn
    person.say(Intent, person.number(seat), person.asked(seat).id, ("steady",), seat)
    for _ in range(100):
        if all(len(p.all(Snapshot)) > seen[s] for s, p in party.people.items()):
            break
        await world.clock.advance(0.05)
    assert {each.version for each in party.people.values()} <= {left, left + 1}
    await world.clock.advance(1.0)
    await play_on(party, PLAYED, chance)
    await see_alike(world, party)
    assert all(each.hung_up is None for each in party.people.values())


async def test_a_request_whose_message_the_store_has_lost_is_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a move on its way to the host by message, when the store loses the message and is away
    for less time than it takes to be thought dead, then the move is asked again once it is back."""
    game_services = (await world.service(), await world.service())
    party = await gather(game_services[0], people=2, others=game_services[1:], options=LONG)
    while party.turn[0] != "2":
        await play_on(party, 1, random.Random(1))
    person = party["2"]

    async def lost(process: str, message: bytes) -> None:
        return

    with monkeypatch.context() as patched:
        patched.setattr(world.store.fleet, "send", lost)
        ref = person.say(Intent, person.number("2"), person.asked("2").id, ("steady",), "2")
        await world.clock.advance(0.05)
    assert person.reply_to(ref) is None
    version = person.version
    world.store.fail()
    await world.clock.advance(0.1)
    world.store.recover()
    await world.clock.advance(0.5)
    assert person.version == version + 1
