"""The host's side of a table: what it answers to processes that relay somebody's requests."""

import random

from protocol.codec import msgpack as codec
from protocol.ids import SeatId
from protocol.replies import Refused, Reply
from protocol.requests import Consent, Intent, Move, Resign, Standing, Undo
from protocol.tables import TableState
from server.cluster.processes.messages import Answers, Asks, decode
from server.service.game_service import GameService
from server.tables.delayed_replies import NOT_SEATED
from tests.battles.test_room import play_on
from tests.service.clocks import breathe
from tests.service.conftest import Party, World, gather
from tests.service.people import Person

FAR = "far"
"""A process that relays the table and does not know yet who holds its seats now."""


async def answered(host: GameService, party: Party, player: Person, move: Move) -> Reply:
    """What the host answers to a move that a process far away has passed on."""
    frame = codec.encode(move)
    asked = Asks(party.table, move.ref, player.player, "Eve", frame, once=party.battle)
    host.host.hear(FAR, asked)
    await breathe()
    batches = [decode(data) for _, data in await host.resources.store.fleet.messages(FAR)]
    told = [each for batch in batches for each in batch.messages if isinstance(each, Answers)]
    return codec.reply(next(each.reply for each in told if each.number == move.ref))


def moves(party: Party, first: int = 1) -> list[Move]:
    """A move of each kind, for a seat that is somebody else's; `first` is the first one's ref."""
    seat, battle = SeatId("1"), party.battle
    return [
        Intent(first, 1, 1, ("keep",), seat, battle),
        Undo(first + 1, 2, 1, seat, battle),
        Consent(first + 2, 1, True, seat, battle),
        Standing(first + 3, "my_turn", (), seat),
        Resign(first + 4, seat, battle),
    ]


async def end(party: Party) -> None:
    await play_on(party, 500, random.Random(4))
    for person in party.people.values():
        await person.until(lambda p=person: p.last(TableState).phase == "finished")  # type: ignore[misc]


async def at_a_table(service: GameService, delay: int) -> tuple[Party, Person]:
    """A battle, and Eve, who holds no seat."""
    options = {"left": "6"}
    party = await gather(service, "camp", public=True, delay=delay, options=options)
    eve = Person(service)
    await eve.hello("Eve")
    await eve.join(table=party.table)
    return party, eve


async def test_a_move_without_a_seat_tells_nothing_of_a_delayed_battle(world: World) -> None:
    """Given a table with a delay, when a process that knows no better passes on moves of somebody
    without a seat, while the battle is on and when it has ended unseen, then the host refuses them
    in the same words."""
    service = await world.service()
    party, eve = await at_a_table(service, delay=60)
    while_on = [await answered(service, party, eve, move) for move in moves(party)]
    await end(party)
    when_over = [await answered(service, party, eve, move) for move in moves(party, first=11)]

    assert while_on == [Refused(ref, "not_seated", NOT_SEATED) for ref in range(1, 6)]
    assert when_over == [Refused(ref, "not_seated", NOT_SEATED) for ref in range(11, 16)]


async def test_without_a_delay_a_late_move_is_told_that_the_battle_is_over(world: World) -> None:
    service = await world.service()
    party, eve = await at_a_table(service, delay=0)
    await end(party)

    told = await answered(service, party, eve, moves(party)[0])

    assert told == Refused(1, "not_now", "The battle is over.")
