"""Spectators who keep every byte that they are sent, and ask for everything there is."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from protocol import requests
from protocol.replies import Commit, Done, Joined, Playing, Previewed, Snapshot
from protocol.requests import (
    Change,
    Chat,
    Claim,
    Intent,
    Invite,
    Ping,
    Preview,
    Ready,
    Release,
    Replay,
    Request,
    Seek,
    Start,
    Step,
    Undo,
    Watch,
)
from protocol.tables import Settings
from server.service.game_service import GameService
from tests.service.conftest import Party, World
from tests.service.people import Person

SECONDS = 60


class Told(NamedTuple):
    """What a spectator was sent, and when."""

    at: float
    frame: bytes


class Spy(Person):
    """A spectator who keeps the time of every byte."""

    def __init__(self, service: GameService, world: World) -> None:
        self.world = world
        self.told: list[Told] = []
        super().__init__(service)

    def _hear(self, frame: bytes) -> None:
        self.told.append(Told(self.world.clock.now(), frame))
        super()._hear(frame)


async def spectator(service: GameService, world: World, party: Party) -> Spy:
    """Somebody who watches, or will as soon as they may know that there is a battle."""
    spy = Spy(service, world)
    await spy.hello("Spy")
    assert isinstance(await spy.join(table=party.table), Joined)
    await spy.ask(Watch, party.battle)
    return spy


def everything(party: Party) -> list[tuple[Callable[..., Request], tuple[Any, ...]]]:
    """Every request of the protocol, in an order that leaves the spectator at the table."""
    battle, settings = party.battle, Settings("camp", party=2)
    found = [
        (requests.Hello, ()),
        (requests.Pulse, (1000,)),
        (requests.ListTables, ()),
        (requests.ListEncounters, ()),
        (requests.ListBattles, ()),
        (requests.ReadLadder, ()),
        (Change, (settings,)),
        (Invite, ()),
        (requests.Revoke, ()),
        (Claim, ("1",)),
        (Release, ("2",)),
        (requests.HandOver, ("1", party["1"].player)),
        (requests.PutBot, ("2", "first")),
        (Ready, ()),
        (requests.NameAdventurer, ("2", "Nobody")),
        (Start, ()),
        (Preview, ("values", "1")),
        (Intent, (1, 1, ("keep",), "1")),
        (Undo, (1, 1)),
        (requests.Consent, (1, True)),
        (requests.Standing, ("my_turn",)),
        (requests.Resign, ()),
        (Chat, ("What happens?",)),
        (Ping, ("h1",)),
        (Replay, (battle, 1, 1000.0)),
        (requests.Pace, (2.0,)),
        (Step, (5,)),
        (Seek, (500,)),
        (requests.Share, (battle,)),
        (requests.Remove, (party["1"].player,)),
        (requests.Leave, ()),
        (Replay, (battle,)),
        (requests.Create, (settings,)),
        (requests.NewToken, ()),
        (requests.ReadInvite, (f"{party.table}.s.0",)),
        (requests.Join, ("", party.table)),
        (Watch, (battle,)),
        (Preview, ("values", "1")),
    ]
    assert {kind for kind, _ in found} == set(get_args(Request))
    return found  # type: ignore[return-value]


async def ask_everything(spy: Spy, party: Party) -> None:
    for kind, values in everything(party):
        await spy.ask(kind, *values)


async def had_a_seat(player: Person, spy: Spy) -> None:
    """A spectator becomes a member of the table who holds no seat any more."""
    assert isinstance(await player.ask(requests.HandOver, "2", spy.player), Done)
    assert isinstance(await spy.ask(requests.HandOver, "2", player.player), Done)


def newest(person: Person) -> int:
    """The highest version that a connection was told of by any message."""
    found = [0]
    for message in person.heard:
        match message:
            case Commit() | Snapshot() | Previewed():
                found.append(message.version)
            case Playing():
                found.append(message.last)
            case _:
                pass
    return max(found)
