"""A newer release that tells a called battle differently: a beat is void, the session goes on."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from protocol.events import BeatBegan
from server.battles import called_id
from server.battles.games import Built, Games
from server.rules.engine.game import Game
from server.rules.micro.calling import CallingRules
from server.service.game_service import GameService
from tests.cluster.sessions import LONG, calls, check, fight, go, journal, led_to, reconnect
from tests.service.conftest import World, gather
from tests.service.games import SETUPS, calling


class WeatherRules(CallingRules):
    """The duel of a newer release: the weather is rolled for as a beat begins."""

    fingerprint = "micro-calling-2"

    def play(self, game: Game[Any], beat: BeatBegan) -> None:
        """The beat, told differently."""
        game.roll(1, what="weather")
        super().play(game, beat)


def weather(seats: tuple[str, ...], difficulty: str, options: Mapping[str, str]) -> Built:
    """A duel by the newer rules."""
    return calling(seats, difficulty, options)._replace(ruleset=WeatherRules())


def newer() -> Games:
    """The games of the newer release: its duels are told differently, its sessions are not."""
    return Games(
        [dataclasses.replace(one, build=weather) if one.name == "duel" else one for one in SETUPS]
    )


async def test_a_called_battle_that_is_told_differently_is_asked_anew_and_its_session_goes_on(
    world: World,
) -> None:
    """Given a battle of a session in the middle of a beat, when a newer release takes it up, then
    what was told of the beat is void, it is fought to its end, and its outcome comes back."""
    old = await world.service()
    party = await gather(old, "calling", options={**LONG, "depth": "2"})
    session = party.battle
    await go(party, "duel")
    (called,) = await calls(world, session)
    battle = called_id(session, called.call)
    await led_to(world, party, battle)
    # A duel within the duel: after it the beat is half told, and asks what it was worth.
    await go(party, "duel")
    (inner,) = await calls(world, battle)
    await led_to(world, party, called_id(battle, inner.call))
    await fight(world, party)
    await led_to(world, party, battle)
    assert party["1"].questions[0].why == "turn.worth"
    before = len(await journal(world, battle))
    await world.crash(old)
    service = GameService(old.resources, newer())
    world.game_services.append(service)
    await service.open()
    await service.settled()
    for seat, person in tuple(party.people.items()):
        party.people[seat] = await reconnect(person, service, party.table)
    await world.clock.advance(3)
    await led_to(world, party, battle)
    await fight(world, party)
    await led_to(world, party, session)
    told = [
        event[0]
        for entry in (await journal(world, battle))[before:]
        for event in entry.commit.events
    ]
    assert "restart" in told
    assert party["1"].questions[0].why == "turn.worth"
    await go(party, "all", "steady")
    await check(world, session)
